/** Tests that the operation of every example is inferred. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { inferredOperation } from '../../src/commands/order-commands.ts'

interface Example {
  readonly file: string
  readonly path: string
}

const index = JSON.parse(readFileSync('examples/index.json', 'utf8')) as unknown

function examplesOf(value: unknown): Example[] {
  if (Array.isArray(value)) return value.flatMap(examplesOf)
  if (typeof value !== 'object' || value === null) return []
  const { file, path } = value as Partial<Example>
  return file !== undefined && path !== undefined
    ? [{ file, path }]
    : Object.values(value).flatMap(examplesOf)
}

const examples = examplesOf(index)

for (const { file, path } of examples) {
  test(`${file} is for ${path}`, async () => {
    assert.equal(`/${await inferredOperation(readFileSync(`examples/${file}`))}`, path)
  })
}

test('there are enough examples, and an invalid document is rejected', async () => {
  assert.ok(examples.length > 10)
  await assert.rejects(() => inferredOperation(Buffer.from('<A')), { name: 'Rejected' })
})
