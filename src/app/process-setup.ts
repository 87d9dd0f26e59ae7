/**
 * The process of a program: its memory, its calls past a proxy, and the processes whose end also ends
 * a temporary service.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { processEnvironment } from '../settings/settings.ts'

// Without limits, V8 postpones the collection of garbage while the machine has free memory, and a
// service at full load uses 50% more memory.

/**
 * V8's flags for each thread, in MiB: the initial space for new short-lived objects, and the
 * maximum for all other objects. Growing the initial space from one MiB takes a tenth of the work
 * of a start. Its maximum is not a flag, because a flag would override the limits with which
 * threads are started.
 */
export const V8_FLAGS: readonly string[] = ['--min-semi-space-size=8', '--max-old-space-size=1024']

/** Returns the flags that Node's options do not contain. Node's options take precedence. */
export function missingFlags(nodeOptions: string): readonly string[] {
  const given = nodeOptions.replaceAll('_', '-')
  return V8_FLAGS.filter((flag) => !given.includes(flag.slice(0, flag.indexOf('='))))
}

/**
 * Limits the memory of all threads that start from now on. The heap of the main thread exists
 * already, so only Node's own options can limit it.
 */
export function limitMemory(): void {
  const given = [...process.execArgv, processEnvironment().NODE_OPTIONS ?? ''].join(' ')
  for (const flag of missingFlags(given)) setFlagsFromString(flag)
}

/**
 * Keeps calls to this machine away from the proxy of `NODE_USE_ENV_PROXY`, which cannot reach it and
 * would see credentials. Node reads the variable at each call.
 */
export function bypassProxyOnLoopback(): void {
  const environment = processEnvironment()
  const { NO_PROXY, no_proxy: given = NO_PROXY } = environment
  // With an asterisk, no call uses a proxy, but only if it is the whole value.
  if (given === '*') return
  const hosts = ['localhost', '127.0.0.1', '[::1]']
  const named = [...(given ? [given] : []), ...hosts].join(',')
  Object.assign(environment, { no_proxy: named })
}

// The end of a temporary service: with the process that started it, and with the one behind a package
// manager that runs the command.

/** The interval between checks. */
const CHECK_EVERY_MS = 250

/** Resolves when one of the processes that started this one has ended. */
export function startingProcessEnded(): Promise<void> {
  const parent = process.ppid
  const starting = startingProcesses(parent)
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.ppid === parent && starting.every(isAlive)) return
      clearInterval(timer)
      resolve()
    }, CHECK_EVERY_MS)
    timer.unref()
  })
}

/** A package manager that runs a command: `npx trimerge`, `pnpm exec trimerge`. */
const MANAGER =
  /^(?:npm|npx|pnpm|yarn|bunx)\b|\/(?:npm|npx|pnpm|yarn|bunx)(?:-cli)?(?:\.[cm]?js)?(?: |$)/
/** The shell in which a package manager runs a command. */
const SHELL = /^(?:\S*\/)?(?:sh|bash|dash|zsh) -c /

/**
 * Returns the processes that started this one. If a package manager runs the command, in a shell or
 * not, it lives on when the program that called it has ended, so that program is among them.
 */
function startingProcesses(parent: number): readonly number[] {
  const first = processOf(parent)
  const above = first !== undefined && SHELL.test(first.command) ? processOf(first.parent) : first
  if (above === undefined || !MANAGER.test(above.command)) return [parent]
  return [parent, above.pid, above.parent].filter((pid) => pid > 1)
}

interface OtherProcess {
  readonly pid: number
  readonly parent: number
  /** The words of its command line. */
  readonly command: string
}

/** Returns a process; undefined if it has ended, or on Windows, where shells end with their callers. */
function processOf(pid: number): OtherProcess | undefined {
  try {
    if (process.platform === 'linux') {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return { pid, parent: Number(statOf(pid)[1]), command }
    }
    if (process.platform === 'win32') return undefined
    const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], {
      encoding: 'utf8',
    })
    const [, parent = '', command = ''] = /^\s*(\d+)\s+(.*)/.exec(line) ?? []
    return { pid, parent: Number(parent), command }
  } catch {
    return undefined
  }
}

/** Returns the state and the parent of a process, the first fields after its name. */
function statOf(pid: number): readonly string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function isAlive(pid: number): boolean {
  // The first process of a container has a parent outside, which has no number here.
  if (pid === 0) return true
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process is alive, but owned by another user. On Windows, the parent's number stays
    // after it has ended.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return !isZombie(pid)
}

/** Reports whether a process has ended, and its own parent has not taken note yet. */
function isZombie(pid: number): boolean {
  try {
    return process.platform === 'linux' && statOf(pid)[0] === 'Z'
  } catch {
    return false
  }
}
