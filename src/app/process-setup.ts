/** Prepares the process of a program: its memory, and its calls past a proxy. */
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
