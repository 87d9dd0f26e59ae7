/**
 * The thread that owns the one connection that writes. It takes all units that wait and commits
 * them together: one wait for the disk serves them all.
 */
import { answerGroups } from '../../threads/program.ts'
import { openToWrite, type SqlitePlace } from './sqlite-connection.ts'
import { groupCommitter, type UnitAnswer, type UnitRequest } from './sqlite-group.ts'
import { TextsUnknown, UnitDecoder, type UnitMessage } from './unit-codec.ts'

/** A unit as it comes here. */
export type WriterRequest = UnitMessage & Pick<UnitRequest, 'scrub'>

/** What became of it; nothing, where it names texts that this thread was never sent. */
export type WriterAnswer = UnitAnswer | { readonly result: 'texts unknown' }

// Bounds how long the first of a group waits for the last.
const GROUP_UNITS_MAX = 512

answerGroups((place: SqlitePlace) => {
  const committer = groupCommitter(() => openToWrite(place))
  const decoder = new UnitDecoder()
  const answer = (requests: readonly WriterRequest[]): readonly WriterAnswer[] => {
    const decoded = requests.map((request) => unitOf(request, decoder))
    const answers = committer.commit(decoded.filter((one) => one !== undefined)).values()
    return decoded.map((one) =>
      one === undefined
        ? { result: 'texts unknown' }
        : (answers.next().value ?? { result: 'unavailable', message: '' }),
    )
  }
  return { answer, end: committer.close }
}, GROUP_UNITS_MAX)

function unitOf(
  { scrub, ...message }: WriterRequest,
  decoder: UnitDecoder,
): UnitRequest | undefined {
  try {
    const unit = decoder.decode(message)
    return scrub === undefined ? { unit } : { unit, scrub }
  } catch (error) {
    if (error instanceof TextsUnknown) return undefined
    throw error
  }
}
