/**
 * The dependencies between files, which determine the tests for a change and the lanes of the
 * tests.
 */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** For each file, the files that it names, by paths from the root of the repository. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

const FILES = '{src,test,scripts,bench,console}/**/*.{ts,tsx}'

/** Matches an imported module, or any other file that the text names by path. */
const NAMED = /'((?:\.{1,2}\/|node:)?[\w@./-]+)'/g

/**
 * Reads the graph of all source files. Files that are only named, such as the program of a worker,
 * count as dependencies too.
 */
export function readGraph(): Graph {
  const files = globSync(FILES, { exclude: (name) => name === 'node_modules' })
  return new Map(files.map((file) => [file, namedBy(file)]))
}

function namedBy(file: string): ReadonlySet<string> {
  const text = readFileSync(file, 'utf8')
  const named = [...text.matchAll(NAMED)].map(([, name = '']) => name)
  return new Set(named.map((name) => resolved(file, name)).filter((name) => name !== undefined))
}

function resolved(file: string, name: string): string | undefined {
  if (name.startsWith('node:')) return name
  // The file of a thread is named without its extension.
  const near = join(dirname(file), name)
  const places = name.startsWith('.') ? [near, `${near}.ts`] : [near, normalize(name)]
  return places.find((place) => existsSync(place) && statSync(place).isFile())
}

/** Returns the number of import steps from `files` to each file that they reach. */
export function distances(
  graph: ReadonlyMap<string, Iterable<string>>,
  files: Iterable<string>,
): ReadonlyMap<string, number> {
  const found = new Map([...files].map((file) => [file, 0]))
  for (const [file, steps] of found) {
    for (const next of graph.get(file) ?? []) if (!found.has(next)) found.set(next, steps + 1)
  }
  return found
}

/** Returns the graph with all edges reversed: for each file, the files that name it. */
export function reversed(graph: Graph): Graph {
  const turned = new Map<string, Set<string>>()
  for (const [file, named] of graph) {
    for (const name of named) turned.set(name, (turned.get(name) ?? new Set()).add(file))
  }
  return turned
}
