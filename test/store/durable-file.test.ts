/** Tests files that appear complete or not at all. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { FileExists, makeFileWhole } from '../../src/store/engine/durable-file.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

function placeIn(): { folder: string; path: string } {
  const folder = temporaryFolder()
  return { folder, path: join(folder, 'made') }
}

test('a file appears under its name only when complete, readable only by its owner', async () => {
  const { folder, path } = placeIn()
  await makeFileWhole(path, async (draft) => {
    writeFileSync(draft, 'content')
    assert.ok(!readdirSync(folder).includes('made'))
  })
  assert.equal(readFileSync(path, 'utf8'), 'content')
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(folder), ['made'])
})

test('a file that another process creates at the same time stays unchanged', async () => {
  const { folder, path } = placeIn()
  const made = makeFileWhole(path, async (draft) => {
    writeFileSync(draft, 'second')
    writeFileSync(path, 'first')
  })
  await assert.rejects(made, FileExists)
  assert.equal(readFileSync(path, 'utf8'), 'first')
  assert.deepEqual(readdirSync(folder), ['made'])
})

test('nothing is left of a file that could not be written', async () => {
  const { folder, path } = placeIn()
  const made = makeFileWhole(path, async (draft) => {
    writeFileSync(draft, 'half')
    throw new Error('no more')
  })
  await assert.rejects(made, /no more/)
  assert.deepEqual(readdirSync(folder), [])
})
