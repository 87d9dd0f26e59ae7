/** The console's files: no import cycles, not even of types; layers that point downward; small folders. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

const SOURCE = join(import.meta.dirname, '../../console/src')
const files = globSync('**/*.{ts,tsx}', { cwd: SOURCE })

type Imports = ReadonlyMap<string, readonly string[]>

/** The imports of each file within the console; those of types count as well. */
const imports: Imports = new Map(
  files.map((file) => {
    const text = readFileSync(join(SOURCE, file), 'utf8')
    const paths = [...text.matchAll(/(?:from |import |import\()'(\.[^']+)'/g)]
    const targets = paths.map(([, path = '']) => normalize(join(dirname(file), path)))
    return [file, targets.filter((target) => files.includes(target))]
  }),
)

/** Every cycle that a walk from each file meets, as `a -> b -> a`. */
function cyclesOf(graph: Imports): readonly string[] {
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

test('no file imports itself through others, not even a type', () => {
  assert.ok(files.length > 50)
  assert.deepEqual(cyclesOf(imports), [])
})

test('a cycle would be found', () => {
  const graph = new Map([
    ['page', ['child']],
    ['child', ['types', 'page']],
    ['types', []],
  ])
  assert.deepEqual(cyclesOf(graph), ['page -> child -> page'])
})

/** Lowest first. A file imports from its own layer and from those before it. */
const LAYERS = [
  /^(base-path|format)\.ts$/,
  /^api\//,
  /^components\//,
  /^pages\//,
  /^(lazy-pages\.ts|shell\/)/,
  /^(app|main)\.tsx$/,
]

const layerOf = (file: string) => LAYERS.findIndex((layer) => layer.test(file))

test('pages use components and the API, never the shell around them', () => {
  const unknown = files.filter((file) => layerOf(file) === -1)
  const upward = [...imports].flatMap(([file, targets]) =>
    targets
      .filter((target) => layerOf(target) > layerOf(file))
      .map((target) => `${file} -> ${target}`),
  )
  assert.deepEqual({ unknown, upward }, { unknown: [], upward: [] })
})

const FILES_MAX = 25

test(`no folder has more than ${FILES_MAX} files`, () => {
  const folders = Map.groupBy(globSync('**/*.*', { cwd: SOURCE }), dirname)
  const large = [...folders].filter(([, inside]) => inside.length > FILES_MAX)
  assert.deepEqual(
    large.map(([folder]) => folder),
    [],
  )
})
