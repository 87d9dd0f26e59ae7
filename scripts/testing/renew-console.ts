/** Builds the console before tests use it, if one of its sources changed since the last build. */
import { globSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { LOADED_BY_CONSOLE } from '../layers.ts'

const BUILT = 'console/dist'

/** Whether a source of the console is newer than its build, or there is no build. */
export function isConsoleOutdated(root: string): boolean {
  const changedAt = (path: string) =>
    statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const own = globSync('console/**', { cwd: root, exclude: (name) => name === 'dist' })
  const loaded = LOADED_BY_CONSOLE.map((file) => `src/${file}`)
  const builtAt = changedAt(`${BUILT}/index.html`)
  // The time of a folder changes if a file is removed. That of `console` itself changes with each
  // build.
  return [...own, ...loaded].some((path) => path !== 'console' && changedAt(path) > builtAt)
}

/** Builds the console of this checkout if it is outdated. */
export async function renewConsole(): Promise<void> {
  if (!isConsoleOutdated('.')) return
  // Loaded only for a build, because most runs need none.
  const { buildConsole } = await import('../console.ts')
  await buildConsole(resolve(BUILT))
}
