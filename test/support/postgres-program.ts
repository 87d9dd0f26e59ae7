/**
 * Starts a real PostgreSQL from npm. It ends, and its files are removed, when the process that
 * started it ends for any reason.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { lastingPort } from './lasting-port.ts'
import { memoryFolder } from './memory-folder.ts'
import { type Installation, installPrograms, newPlace } from './postgres-install.ts'

/** The environment variable with the URL of the server of a test run, without a database. */
export const SERVER_VARIABLE = 'TEST_POSTGRES_URL'

const START_TRIES_MAX = 3
const START_TIMEOUT_MS = 30_000

// biome-ignore format: one option a line says less
const INITIALISE = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions']

/** Settings of a server that need not survive a crash, and that detects deadlocks quickly. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  max_wal_size: '64MB',
  max_connections: 400,
  deadlock_timeout: '100ms',
  // A run has more than a hundred databases, and autovacuum starts a process for each, each minute.
  autovacuum: 'off',
}

/**
 * A shell script that runs the server for the lifetime of this process. The shell waits for the end
 * of its input, which comes when this process ends, even by a crash. It then stops the server at
 * once, even if a test has frozen it, and removes its files.
 */
const KEEPER = `
  trap '' INT TERM HUP
  "$@" < /dev/null &
  read -r _
  kill -QUIT $!
  for stat in /proc/[0-9]*/stat; do
    read -r pid _ _ parent _ < "$stat" && [ "$parent" = "$!" ] && kill -CONT "$pid"
  done 2> /dev/null
  kill -CONT $! 2> /dev/null
  wait $!
  cd /
  rm -rf "$PLACE" "$DATA"
`

/** A running server. */
export interface PostgresProgram {
  /** The URL of the server, without a database. */
  readonly url: string
  /** Stops the server and removes its files. */
  stop(): Promise<void>
}

/** Additional settings of a server, and files in its data folder. */
interface Special {
  readonly settings?: Readonly<Record<string, string>>
  readonly files?: Readonly<Record<string, string>>
}

/** Starts a server on which every user of this machine has the rights of the owner. */
export async function startPostgres(special: Special = {}): Promise<PostgresProgram> {
  for (let tries = 1; ; tries++) {
    try {
      return await startOnce(special)
    } catch (error) {
      // Another process may have taken the port meanwhile.
      if (tries === START_TRIES_MAX) throw error
    }
  }
}

async function startOnce({ files = {}, settings = {} }: Special): Promise<PostgresProgram> {
  const installed = installPrograms()
  const { user, place } = installed
  const data = newPlace(memoryFolder() ?? place, user)
  try {
    await initialise(installed, data)
    for (const [name, content] of Object.entries(files)) {
      const file = join(data, name)
      writeFileSync(file, content, { mode: 0o600 })
      if (user !== undefined) chownSync(file, user.uid, user.gid)
    }
    const port = await lastingPort()
    const all = { ...SETTINGS, ...settings, port }
    const keeper = await runServer(installed, data, all, [place, data])
    return { url: `postgres://postgres@127.0.0.1:${port}`, stop: () => ended(keeper) }
  } catch (error) {
    for (const folder of [place, data]) rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** Initializes the files of an empty server. */
export async function initialise(installed: Installation, data: string): Promise<void> {
  const program = join(installed.programs, 'bin/initdb')
  await promisify(execFile)(program, [...INITIALISE, '-D', data], surroundings(installed))
}

/**
 * Starts a server on its files. Returns the keeper, a process that stops the server when it ends
 * itself, and then removes the given folders.
 */
export async function runServer(
  installed: Installation,
  data: string,
  settings: Readonly<Record<string, string | number>>,
  [PLACE, DATA]: readonly [string, string] = ['', ''],
): Promise<ChildProcess> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [join(installed.programs, 'bin/postgres'), '-D', data, ...flags]
  const { env, ...options } = surroundings(installed)
  const keeper = spawn('/bin/sh', ['-c', KEEPER, 'keeper', ...command], {
    ...options,
    env: { ...env, PLACE, DATA },
    // In its own process group, so that an interrupt from the terminal does not reach it.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  try {
    await ready(keeper)
  } catch (error) {
    await ended(keeper)
    throw error
  }
  letGo(keeper)
  return keeper
}

function surroundings({ user, place }: Installation) {
  return { ...user, cwd: place, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } }
}

/**
 * Matches messages of a failed start. Clients that connect too early, and a missing primary, do not
 * end a start.
 */
const FATAL =
  /FATAL:(?! {2}(?:the database system is|could not connect to the primary|terminating))/

function ready(keeper: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error('PostgreSQL is not ready')), START_TIMEOUT_MS)
  let said = ''
  keeper.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (/ready to accept (?:read-only )?connections/.test(said)) resolve()
    if (FATAL.test(said)) reject(new Error(said))
  })
  keeper.once('error', reject)
  return promise.finally(() => clearTimeout(timer))
}

/** Continues to read the output of the server, without keeping this process alive. */
function letGo(keeper: ChildProcess): void {
  keeper.stderr?.removeAllListeners('data').resume()
  keeper.unref()
  for (const stream of [keeper.stdin, keeper.stderr]) {
    if (stream !== null && 'unref' in stream) (stream as { unref(): void }).unref()
  }
}

/** Stops a server through its keeper. */
export async function ended(keeper: ChildProcess): Promise<void> {
  if (keeper.exitCode !== null) return
  const { promise, resolve } = Promise.withResolvers<void>()
  keeper.once('exit', () => resolve())
  keeper.ref()
  keeper.stdin?.end()
  await promise
}
