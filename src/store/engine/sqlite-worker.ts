/**
 * The thread that owns the one connection that writes. It takes all units that wait and commits
 * them together: one wait for the disk serves them all.
 */
import { workerData } from 'node:worker_threads'
import { answerGroups } from '../../threads/program.ts'
import { openToWrite, type SqlitePlace } from './sqlite-connection.ts'
import { groupCommitter, type UnitAnswer, type UnitRequest } from './sqlite-group.ts'

// Bounds how long the first of a group waits for the last.
const GROUP_UNITS_MAX = 512

const committer = groupCommitter(() => openToWrite(workerData as SqlitePlace))

answerGroups<UnitRequest, UnitAnswer>(committer.commit, GROUP_UNITS_MAX, committer.close)
