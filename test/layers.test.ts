/** Imports point downward: the folders of src are layers (docs/architecture.md). */
import assert from 'node:assert/strict'
import { basename, dirname } from 'node:path'
import { test } from 'node:test'
import { ADAPTERS, LAYERS } from '../scripts/layers.ts'
import { distances } from '../scripts/testing/imports.ts'
import { cyclesOf, importGraph } from './support/import-graph.ts'

const imports = importGraph('src')
const sources = [...imports.keys()]

function layerOf(file: string): string {
  const paths = LAYERS.flatMap((layer) => layer.paths)
  const named = paths.filter((path) => file === path || file.startsWith(`${path}/`))
  return named.sort((a, b) => b.length - a.length)[0] ?? ''
}

function heightOf(layer: string): number {
  return LAYERS.findIndex(({ paths }) => paths.includes(layer))
}

function isAllowed(file: string, target: string): boolean {
  const [own, other] = [layerOf(file), layerOf(target)]
  const adapter = ADAPTERS.find(([pattern]) => pattern.test(target))
  if (adapter !== undefined && file !== adapter[1] && dirname(file) !== dirname(target))
    return false
  if (own === other) return true
  const only = LAYERS[heightOf(other)]?.onlyFor
  if (only !== undefined && !only.includes(own)) return false
  return heightOf(other) < heightOf(own)
}

test('every file of src belongs to a layer', () => {
  assert.deepEqual(
    sources.filter((file) => heightOf(layerOf(file)) === -1),
    [],
  )
})

test('imports point downward, and only the composition root imports adapters', () => {
  const wrong = sources.flatMap((file) =>
    (imports.get(file) ?? [])
      .filter((target) => !isAllowed(file, target))
      .map((target) => `${file} -> ${target}`),
  )
  assert.deepEqual(wrong, [])
})

test('control: the rule detects an import that points upward', () => {
  assert.equal(isAllowed('documents/codec/read.ts', 'orders/fulfil/handle-order.ts'), false)
  assert.equal(isAllowed('orders/fulfil/handle-order.ts', 'store/engine/sqlite.ts'), false)
  assert.equal(isAllowed('http/server.ts', 'documents/codec/write.ts'), true)
})

test('no file imports itself through others, not even for a type', () => {
  assert.deepEqual(cyclesOf(imports), [])
})

test('no two files of src have the same name', () => {
  const byName = Object.groupBy(sources, (file) => basename(file))
  const same = Object.values(byName).filter((files) => (files?.length ?? 0) > 1)
  assert.deepEqual(same, [])
})

test('an order thread loads no schemas of settings or people, which would take half of its start-up time', () => {
  const loaded = importGraph('src', 'loaded')
  const schemas = ['settings/settings.ts', 'bureaus/simulator/people/person-file.ts']
  const reachedBy = (file: string) => schemas.filter((one) => distances(loaded, [file]).has(one))
  assert.deepEqual(reachedBy('app/order-worker.ts'), [])
  assert.deepEqual(
    reachedBy('commands/serve-command.ts'),
    schemas,
    'the serve command loads the schemas',
  )
})

const FILES_MAX = 25

test('no folder of src has more files than a newcomer can read through', () => {
  const byFolder = Object.entries(Object.groupBy(sources, (file) => dirname(file)))
  const large = byFolder.filter(([, files]) => (files?.length ?? 0) > FILES_MAX)
  assert.deepEqual(
    large.map(([folder]) => folder),
    [],
  )
})
