/** A backup made under load contains every order that was acknowledged before it began. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lengthOf } from '../../support/length.ts'
import { figuresLine } from '../support/order-figures.ts'
import { backUpUnderLoad, brokenBackupPromises, byCopyingTheFile } from './backing-up.ts'

const LENGTH = lengthOf({
  short: { backups: 2, clients: 3 },
  full: { backups: 20, clients: 8 },
})

test('a backup made under load restores every order that was acknowledged before it began', async (t) => {
  const figures = await backUpUnderLoad(LENGTH)
  t.diagnostic(figuresLine('backups', figures))
  assert.deepEqual(brokenBackupPromises(figures), [], figures.unexpected.join('\n'))
})

test('the proof catches a backup that copies the file of an open database', async (t) => {
  const figures = await backUpUnderLoad({ ...LENGTH, backups: 3, copyOver: byCopyingTheFile })
  t.diagnostic(figuresLine('backups by copying the file', figures))
  assert.ok(figures.lost + figures.damaged > 0)
})
