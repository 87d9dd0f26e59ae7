/**
 * Two real PostgreSQL servers, a primary and its standby, for tests of losing a server: the servers
 * are killed, frozen, promoted and copied. All writes are flushed, as in production.
 */
import { type ChildProcess, execFileSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { lastingPort } from './lasting-port.ts'
import { isFull } from './length.ts'
import { memoryFolder } from './memory-folder.ts'
import { type Installation, installPrograms, newPlace } from './postgres-install.ts'
import { ended, initialise, runServer } from './postgres-program.ts'

/** The name of a standby in `synchronous_standby_names`. */
const STANDBY = 'standby'

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  shared_buffers: '32MB',
  max_connections: 100,
  // A standby that is copied while orders arrive needs the log written since the copy began.
  wal_keep_size: '512MB',
  wal_retrieve_retry_interval: '1s',
  // Without autovacuum, every transaction with an ID comes from a client. Proofs count these
  // transactions.
  autovacuum: 'off',
  // Shared memory is in files of the data folder, which is removed even after a crash.
  dynamic_shared_memory_type: 'mmap',
}

/** The files that a copy of a running server omits, according to the PostgreSQL manual. */
const NOT_COPIED =
  /^(?:pg_wal|pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./
const NOT_MADE =
  /^(?:postmaster\.(?:pid|opts)|postgresql\.auto\.conf|standby\.signal|backup_label)$/

/** One of the two servers. */
export class PostgresMember {
  readonly port: number
  readonly #installed: Installation
  readonly #data: string
  #keeper: ChildProcess | undefined
  #primaryPort: number | undefined

  constructor(installed: Installation, data: string, port: number) {
    this.#installed = installed
    this.#data = data
    this.port = port
  }

  /** Returns the URL of a database on the server. */
  url(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`
  }

  /** Initializes the server as an empty primary. */
  async initialise(): Promise<void> {
    await initialise(this.#installed, this.#data)
  }

  /** Starts the server on its files, as a standby if it was made one, else as a primary. */
  async start(): Promise<void> {
    const primary = `host=127.0.0.1 port=${this.#primaryPort} user=postgres application_name=${STANDBY}`
    this.#keeper = await runServer(this.#installed, this.#data, {
      ...SETTINGS,
      port: this.port,
      primary_conninfo: primary,
    })
  }

  /** Runs a statement in a new connection. */
  async sql(text: string): Promise<Record<string, unknown>[]> {
    return await this.#connected(async (client) => (await client.query(text)).rows)
  }

  /** Returns the number of the next transaction that writes. The call itself uses one number. */
  async transactionNumber(): Promise<number> {
    return await this.#connected(async (client) => {
      // A rollback does not wait for a standby.
      await client.query('begin')
      const { rows } = await client.query('select pg_current_xact_id()::text as number')
      await client.query('rollback')
      return Number(rows[0].number)
    })
  }

  /** Kills the server at once, like the loss of its machine. */
  async kill(): Promise<void> {
    for (const pid of this.#processes()) signal(pid, 'SIGKILL')
    if (this.#keeper !== undefined) await ended(this.#keeper)
    this.#keeper = undefined
  }

  /** Stops the server through its keeper, even if it is frozen. */
  async stop(): Promise<void> {
    if (this.#keeper !== undefined) await ended(this.#keeper)
    this.#keeper = undefined
  }

  /** Freezes all processes of the server, like a machine that hangs. */
  freeze(): void {
    for (const pid of this.#processes()) signal(pid, 'SIGSTOP')
  }

  thaw(): void {
    for (const pid of this.#processes()) signal(pid, 'SIGCONT')
  }

  /** Promotes the standby to primary. */
  async promote(): Promise<void> {
    await this.sql('select pg_promote(true, 30)')
  }

  /**
   * Replaces the files of this server by a copy of a running primary, and starts it as the standby
   * of that primary.
   */
  async follow(primary: PostgresMember): Promise<void> {
    rmSync(this.#data, { recursive: true, force: true })
    mkdirSync(this.#data, { mode: 0o700 })
    await primary.#connected(async (client) => {
      await client.query("select pg_backup_start('standby', true)")
      copyFiles(primary.#data, this.#data)
      const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
      writeFileSync(join(this.#data, 'backup_label'), rows[0].labelfile)
    })
    writeFileSync(join(this.#data, 'standby.signal'), '')
    this.#forgetSettings()
    this.#own()
    this.#primaryPort = primary.port
    await this.start()
  }

  /** Makes the server start as a primary that waits for no standby. */
  forgetStandby(): void {
    this.#forgetSettings()
    rmSync(join(this.#data, 'standby.signal'), { force: true })
  }

  /** Sets whether commits wait for the standby, and waits until that is in effect. */
  async awaitStandby(isAwaited: boolean): Promise<void> {
    const names = isAwaited ? STANDBY : ''
    await this.sql(`alter system set synchronous_standby_names = '${names}'`)
    await this.sql('select pg_reload_conf()')
    const state = isAwaited ? 'sync' : undefined
    const replication = 'select sync_state from pg_stat_replication'
    for (;;) {
      const [row] = await this.sql(`show synchronous_standby_names`)
      const [standby] = await this.sql(replication)
      const isKnown = state === undefined || standby?.sync_state === state
      if (row?.synchronous_standby_names === names && isKnown) return
      await sleep(20)
    }
  }

  /** Disconnects the standby for about a second. It reconnects on its own. */
  async cutOffStandby(): Promise<void> {
    await this.sql('select pg_terminate_backend(pid) from pg_stat_replication')
  }

  async #connected<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client(this.url('postgres'))
    client.on('error', () => undefined)
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  #forgetSettings(): void {
    writeFileSync(join(this.#data, 'postgresql.auto.conf'), '')
    this.#own()
  }

  #own(): void {
    const { user } = this.#installed
    if (user === undefined) return
    chownSync(this.#data, user.uid, user.gid)
    for (const name of readdirSync(this.#data, { recursive: true, encoding: 'utf8' })) {
      chownSync(join(this.#data, name), user.uid, user.gid)
    }
  }

  /**
   * Returns the main process and its children. The main process is stopped first, so that it starts
   * no more children.
   */
  #processes(): readonly number[] {
    const file = join(this.#data, 'postmaster.pid')
    if (!existsSync(file)) return []
    const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
    signal(postmaster, 'SIGSTOP')
    return [...childrenOf(postmaster), postmaster]
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has just ended on its own.
  }
}

function childrenOf(parent: number): readonly number[] {
  if (process.platform !== 'linux') {
    const pairs = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
    return pairs.flatMap(([pid, of]) => (of === parent && pid !== undefined ? [pid] : []))
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent)
}

function parentOf(pid: number): number | undefined {
  try {
    // The second field is a name in parentheses, which can contain any characters.
    const [, parent] = /.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return Number(parent)
  } catch {
    return undefined
  }
}

/** Copies files while they change. The server repairs torn pages from the log. */
function copyFiles(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true, recursive: true })) {
    const source = join(entry.parentPath, entry.name)
    const name = source.slice(from.length + 1)
    if (NOT_COPIED.test(name) && !isFolderOfLog(name)) continue
    if (NOT_MADE.test(name)) continue
    if (entry.isDirectory()) mkdirSync(join(to, name), { recursive: true, mode: 0o700 })
    else if (entry.isFile()) copyIfThere(source, join(to, name))
  }
}

function isFolderOfLog(name: string): boolean {
  return name === 'pg_wal/archive_status' || name === 'pg_wal/summaries'
}

function copyIfThere(from: string, to: string): void {
  try {
    cpSync(from, to)
  } catch (error) {
    // The server has removed the file since the folder was read.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** A primary and its synchronous standby. */
export interface PostgresPair {
  readonly members: readonly [PostgresMember, PostgresMember]
  stop(): Promise<void>
}

/** Starts a primary and a standby. `stop` stops both and removes their files. */
export async function startPair(): Promise<PostgresPair> {
  const installed = installPrograms()
  const { user, place } = installed
  const folder = newPlace((isFull ? undefined : memoryFolder()) ?? place, user)
  const member = async (name: string) => {
    const data = join(folder, name)
    mkdirSync(data, { mode: 0o700 })
    if (user !== undefined) chownSync(data, user.uid, user.gid)
    return new PostgresMember(installed, data, await lastingPort())
  }
  const members = [await member('one'), await member('two')] as const
  const [one, two] = members
  const remove = () => {
    for (const each of [folder, place]) rmSync(each, { recursive: true, force: true })
  }
  process.once('exit', remove)
  const stop = async () => {
    for (const each of members) await each.stop()
    remove()
  }
  try {
    await one.initialise()
    await one.start()
    await two.follow(one)
    await one.awaitStandby(true)
  } catch (error) {
    await stop()
    throw error
  }
  return { members, stop }
}
