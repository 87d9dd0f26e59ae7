/** The imports between the files of a folder, for tests of the code structure. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** The files of a folder, each with the files of the folder that it imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

const ANY = /(?:from |import |import\()'(\.[^']+)'/g
/** Matches imports that load another file at run time, which excludes types. */
const LOADING = /^(?:import|export) (?!type )[^']*'(\.[^']+)'/gm

/**
 * Reads the imports of all TypeScript files under a folder: all imports, including types, or only
 * those that are `loaded`.
 */
export function importGraph(folder: string, kind: 'all' | 'loaded' = 'all'): ImportGraph {
  const files = globSync('**/*.{ts,tsx}', { cwd: folder })
  return new Map(
    files.map((file) => [
      file,
      importsOf(folder, file, kind).filter((target) => files.includes(target)),
    ]),
  )
}

/** Returns the paths that a file imports, inside or outside the folder, relative to the folder. */
export function importsOf(
  folder: string,
  file: string,
  kind: 'all' | 'loaded' = 'all',
): readonly string[] {
  const text = readFileSync(join(folder, file), 'utf8')
  const paths = [...text.matchAll(kind === 'all' ? ANY : LOADING)]
  return paths.map(([, path = '']) => normalize(join(dirname(file), path)))
}

/** Returns the import cycles, as `a -> b -> a`. */
export function cyclesOf(graph: ImportGraph): readonly string[] {
  const cycles = new Set<string>()
  const finished = new Set<string>()
  const walk = (file: string, path: readonly string[]) => {
    const start = path.indexOf(file)
    if (start >= 0) cycles.add([...path.slice(start), file].join(' -> '))
    if (start >= 0 || finished.has(file)) return
    for (const target of graph.get(file) ?? []) walk(target, [...path, file])
    finished.add(file)
  }
  for (const file of graph.keys()) walk(file, [])
  return [...cycles]
}
