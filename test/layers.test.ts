/** Imports point downward: the folders of src are layers (docs/architecture.md). */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

/** Lowest first. A file imports from its own layer and from those before it. */
const LAYERS: readonly (readonly string[])[] = [
  ['durations', 'errors', 'log', 'settings', 'trace', 'version'],
  ['documents'],
  ['client'],
  ['bureaus', 'store'],
  ['reports'],
  ['ordering'],
  ['http'],
  ['from-settings', 'ids'],
  ['storage'],
  ['service'],
  ['first-start', 'persona-order', 'backup', 'doctor'],
  ['sandbox-orders'],
  ['sandbox'],
  ['commands'],
  ['main'],
]

/** Layers that no layer above may reach except the ones named. */
const ONLY_FOR: Readonly<Record<string, readonly string[]>> = {
  client: ['commands', 'main', 'sandbox'],
}

/** Concrete sources and databases: only their own folder and where they are opened know them. */
const ADAPTERS: readonly (readonly [adapter: RegExp, opener: string])[] = [
  [/^store\/sqlite/, 'storage.ts'],
  [/^store\/postgres/, 'storage.ts'],
  [/^bureaus\/simulator\//, 'service.ts'],
  [/^bureaus\/upstream/, 'service.ts'],
]

const sources = globSync('**/*.ts', { cwd: 'src' })

function importsOf(file: string): string[] {
  const text = readFileSync(join('src', file), 'utf8')
  return [...text.matchAll(/(?:from|import) '(\.[^']+)'/g)].map((match) =>
    normalize(join(dirname(file), match[1] ?? '')),
  )
}

function partOf(file: string): string {
  return file.includes('/') ? (file.split('/')[0] ?? '') : file.replace(/\.ts$/, '')
}

function layerOf(file: string): number {
  return LAYERS.findIndex((layer) => layer.includes(partOf(file)))
}

function isAllowed(file: string, target: string): boolean {
  if (partOf(file) === partOf(target)) return true
  const adapter = ADAPTERS.find(([pattern]) => pattern.test(target))
  if (adapter !== undefined && file !== adapter[1]) return false
  const only = ONLY_FOR[partOf(target)]
  if (only !== undefined && !only.includes(partOf(file))) return false
  return layerOf(target) < layerOf(file)
}

test('every file of src belongs to a layer', () => {
  assert.deepEqual(
    sources.filter((file) => layerOf(file) === -1),
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
  assert.equal(isAllowed('documents/read.ts', 'ordering/place.ts'), false)
  assert.equal(isAllowed('ordering/place.ts', 'store/sqlite.ts'), false)
  assert.equal(isAllowed('http/server.ts', 'documents/write.ts'), true)
})
