/** Imports point downward: the folders of src are layers (docs/architecture.md). */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

/**
 * Lowest first. A file imports from its own layer and from those before it. A layer is a folder, or
 * a file of `src`; the longest name that fits a file is its layer.
 */
const LAYERS: readonly (readonly string[])[] = [
  ['bytes.ts', 'errors.ts', 'log.ts', 'time.ts', 'trace.ts', 'version.ts', 'settings'],
  ['documents'],
  ['client'],
  ['bureaus', 'store'],
  ['reports'],
  ['print'],
  ['orders'],
  ['sandbox'],
  ['http/response'],
  ['http/overload'],
  ['http/auth'],
  ['admin-api'],
  ['http'],
  ['app'],
  ['sandbox/embedded'],
  ['commands'],
  ['main.ts'],
]

/** Layers that no layer above may reach except the ones named. */
const ONLY_FOR: Readonly<Record<string, readonly string[]>> = {
  client: ['commands', 'main.ts', 'sandbox/embedded'],
}

/** Concrete sources and databases: only their own folder and where they are opened know them. */
const ADAPTERS: readonly (readonly [adapter: RegExp, opener: string])[] = [
  [/^store\/engine\/sqlite/, 'app/open-storage.ts'],
  [/^store\/engine\/postgres/, 'app/open-storage.ts'],
  [/^bureaus\/simulator\//, 'app/service.ts'],
  [/^bureaus\/upstream\//, 'app/service.ts'],
]

const sources = globSync('**/*.ts', { cwd: 'src' })

function importsOf(file: string): string[] {
  const text = readFileSync(join('src', file), 'utf8')
  return [...text.matchAll(/(?:from|import) '(\.[^']+)'/g)].map((match) =>
    normalize(join(dirname(file), match[1] ?? '')),
  )
}

function layerOf(file: string): string {
  const named = LAYERS.flat().filter((layer) => file === layer || file.startsWith(`${layer}/`))
  return named.sort((a, b) => b.length - a.length)[0] ?? ''
}

function heightOf(layer: string): number {
  return LAYERS.findIndex((layers) => layers.includes(layer))
}

function isAllowed(file: string, target: string): boolean {
  const [own, other] = [layerOf(file), layerOf(target)]
  const adapter = ADAPTERS.find(([pattern]) => pattern.test(target))
  if (adapter !== undefined && file !== adapter[1] && dirname(file) !== dirname(target))
    return false
  if (own === other) return true
  const only = ONLY_FOR[other]
  if (only !== undefined && !only.includes(own)) return false
  return heightOf(other) < heightOf(own) || own === 'settings' || other === 'settings'
}

test('every file of src belongs to a layer', () => {
  assert.deepEqual(
    sources.filter((file) => heightOf(layerOf(file)) === -1),
    [],
  )
})

test('imports point downward, and adapters are known to the composition root alone', () => {
  const wrong = sources.flatMap((file) =>
    importsOf(file)
      .filter((target) => !isAllowed(file, target))
      .map((target) => `${file} -> ${target}`),
  )
  assert.deepEqual(wrong, [])
})

test('the rule would notice an import that points upward', () => {
  assert.equal(isAllowed('documents/codec/read.ts', 'orders/fulfil/handle-order.ts'), false)
  assert.equal(isAllowed('orders/fulfil/handle-order.ts', 'store/engine/sqlite.ts'), false)
  assert.equal(isAllowed('http/server.ts', 'documents/codec/write.ts'), true)
})
