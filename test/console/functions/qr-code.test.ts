/** Tests that the QR code of a second factor equals the code of an independent implementation. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { qrCode } from '../../../console/src/shell/qr-code.ts'

const ADDRESS =
  'otpauth://totp/Trimerge%3Aada?secret=HVPZ5UOP4UEP7WT6EM6U5DQHUQ4JTHVV&issuer=Trimerge'

/**
 * Texts, each with the SHA-256 of its modules written as rows of 0 and 1. The hashes come from
 * version 1.5.4 of the npm package `qrcode` (version 6, level L, mask 0). The decoder `jsqr` 1.4.0
 * reads these codes.
 */
const KNOWN = [
  ['x', 'd2fe2aa9181742dc7eab5ae4326e4b9075ddb69792e50e8501810d0362d47ef3'],
  [ADDRESS, 'f39eaa43f419eac4545551369c85e09874011448b0164db0ac3d1df1b9ccaf15'],
  [
    'Trimerge '.repeat(15).slice(0, 134),
    '3def447bab0f6a8765abd509728873792d060401ac82b37264a287686b1ae597',
  ],
] as const

test('short, usual and longest texts give the known codes', () => {
  for (const [text, hash] of KNOWN) {
    const rows = qrCode(text)?.map((row) => row.map(Number).join('')) ?? []
    assert.equal(createHash('sha256').update(rows.join('\n')).digest('hex'), hash, text)
  }
})

test('a text that is too long has no code', () => {
  assert.equal(qrCode('x'.repeat(135)), undefined)
  assert.equal(qrCode('é'.repeat(68)), undefined)
})
