/**
 * Tests the structure of the console's source: no import cycles, not even of types; imports only
 * from lower layers; small folders.
 */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { LOADED_BY_CONSOLE } from '../../scripts/layers.ts'
import { cyclesOf, importGraph, importsOf } from '../support/import-graph.ts'

const SOURCE = join(import.meta.dirname, '../../console/src')
const imports = importGraph(SOURCE)
const files = [...imports.keys()]

test('no file imports itself through others, not even a type', () => {
  assert.ok(files.length > 50)
  assert.deepEqual(cyclesOf(imports), [])
})

test('an import cycle is detected', () => {
  const graph = new Map([
    ['page', ['child']],
    ['child', ['types', 'page']],
    ['types', []],
  ])
  assert.deepEqual(cyclesOf(graph), ['page -> child -> page'])
})

/** The layers, lowest first. A file imports from its own layer and from lower ones. */
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

/** The path from the console's sources to those of the service. */
const SERVICE = '../../src/'

test('the console loads only the files of the service that its layer lists', () => {
  const loaded = files
    .flatMap((file) => importsOf(SOURCE, file, 'loaded'))
    .filter((path) => path.startsWith(SERVICE))
    .map((path) => path.slice(SERVICE.length))
  assert.deepEqual([...new Set(loaded)].sort(), LOADED_BY_CONSOLE)
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
