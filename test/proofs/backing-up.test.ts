/** A backup under load holds whatever was acknowledged before it began. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backUpUnderLoad, brokenBackups, byCopyingTheFile } from './backing-up.ts'
import { figuresLine } from './support/kept.ts'

const SMALL = { backups: 3, clients: 3 }

test('a backup under load, put back, has every order that was acknowledged before it', async (t) => {
  const figures = await backUpUnderLoad(SMALL)
  t.diagnostic(figuresLine('backups', figures))
  assert.deepEqual(brokenBackups(figures), [], figures.unexpected.join('\n'))
})

test('the proof catches a backup that copies the file of an open database', async (t) => {
  const figures = await backUpUnderLoad({ ...SMALL, backups: 2, copyOver: byCopyingTheFile })
  t.diagnostic(figuresLine('backups by copying the file', figures))
  assert.ok(figures.lost + figures.damaged > 0)
})
