import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import fc from 'fast-check'
import { describeReport } from '../../src/print/describe-report.ts'
import { renderPdf } from '../../src/print/pdf/pdf.ts'
import { openPart, sealPart } from '../../src/store/sealing/contents.ts'
import { DICTIONARIES } from '../../src/store/sealing/dictionaries.ts'
import {
  MasterKeyUnusable,
  masterKeyFromText,
  masterKeysBesideData,
  masterKeysFromFile,
  masterKeysFromText,
} from '../../src/store/sealing/master-key.ts'
import { pack, unpack } from '../../src/store/sealing/packed.ts'
import { SealBroken, sealingWith } from '../../src/store/sealing/vault.ts'
import { reportOf } from '../print/print-reports.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { bytes } from './store.fixtures.ts'

const first = masterKeyFromText('11'.repeat(32))
const second = masterKeyFromText('22'.repeat(32))
const indexKey = new Uint8Array(32).fill(7)
const vault = sealingWith([first], indexKey)
const column = 'orders.sent'
const orderOf = (id: string, account = 'lender') => ({ id, account })

it('sealed content can be opened with its wrapped key', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.string(), (content, id) => {
      const order = { id, account: 'lender' }
      const sealing = vault.newDataKey(order)
      const opening = vault.openDataKey(order, sealing.wrapped)
      assert.deepEqual(opening.open(column, sealing.seal(column, content)), content)
    }),
  )
})

it('sealing the same bytes twice gives different bytes', () => {
  const key = vault.newDataKey(orderOf('o1'))
  assert.notDeepEqual(key.seal(column, bytes('x')), key.seal(column, bytes('x')))
})

it('sealed bytes do not open after any byte was changed', () => {
  const key = vault.newDataKey(orderOf('o1'))
  const sealed = key.seal(column, bytes('content'))
  for (const index of sealed.keys()) {
    const tampered = Uint8Array.from(sealed)
    tampered[index] = (sealed[index] ?? 0) ^ 1
    assert.throws(() => key.open(column, tampered), SealBroken, `byte ${index}`)
  }
})

it('sealed bytes do not open after they were cut short', () => {
  const key = vault.newDataKey(orderOf('o1'))
  const sealed = key.seal(column, bytes('content'))
  for (const length of sealed.keys()) {
    assert.throws(() => key.open(column, sealed.subarray(0, length)), SealBroken)
  }
})

it('sealed bytes do not open in another column', () => {
  const key = vault.newDataKey(orderOf('o1'))
  const sealed = key.seal(column, bytes('content'))
  assert.throws(() => key.open('orders.answer', sealed), SealBroken)
})

it('neither sealed bytes nor a wrapped key open for another order', () => {
  const one = vault.newDataKey(orderOf('o1'))
  const two = vault.newDataKey(orderOf('o2'))
  assert.throws(() => two.open(column, one.seal(column, bytes('content'))), SealBroken)
  assert.throws(() => vault.openDataKey(orderOf('o2'), one.wrapped), SealBroken)
})

it('the data of an order does not open for another account', () => {
  const { wrapped } = vault.newDataKey(orderOf('o1'))
  assert.throws(() => vault.openDataKey(orderOf('o1', 'other'), wrapped), SealBroken)
  // Names cannot be chosen so that two orders share one identity.
  const joined = vault.newDataKey(orderOf('o1","x', 'y')).wrapped
  assert.throws(() => vault.openDataKey(orderOf('o1', 'x","y'), joined), SealBroken)
  const listed = vault.sealListed(orderOf('o1'), bytes('A B'))
  assert.throws(() => vault.openListed(orderOf('o1', 'other'), listed), SealBroken)
})

it('an error names the master key that is missing', () => {
  const { wrapped } = vault.newDataKey(orderOf('o1'))
  const other = sealingWith([second], indexKey)
  assert.throws(() => other.openDataKey(orderOf('o1'), wrapped), MasterKeyUnusable)
  const renamed = { keyId: second.id, bytes: wrapped.bytes }
  assert.throws(() => other.openDataKey(orderOf('o1'), renamed), SealBroken)
})

it('the vault seals under the first of several master keys and opens under any of them', () => {
  const before = vault.newDataKey(orderOf('o1'))
  const sealed = before.seal(column, bytes('content'))
  const rotating = sealingWith([second, first], indexKey)
  assert.equal(rotating.newDataKey(orderOf('o2')).wrapped.keyId, second.id)
  const opened = rotating.openDataKey(orderOf('o1'), before.wrapped)
  assert.deepEqual(opened.open(column, sealed), bytes('content'))
})

it('the blind index of a text does not depend on the master key', () => {
  const rotated = sealingWith([second], indexKey)
  const index = vault.blindIndex('ssn', '900121234')
  assert.equal(index.length, 32)
  assert.deepEqual(rotated.blindIndex('ssn', '900121234'), index)
  assert.notDeepEqual(vault.blindIndex('identity', '900121234'), index)
  assert.notDeepEqual(vault.blindIndex('ssn', '900121235'), index)
  const otherIndexKey = sealingWith([first], new Uint8Array(32).fill(8))
  assert.notDeepEqual(otherIndexKey.blindIndex('ssn', '900121234'), index)
})

it('blind indexes, fingerprints and secret hashes of the same text differ', () => {
  const made = [vault.fingerprint(bytes('x')), vault.secretHash('x'), vault.blindIndex('', 'x')]
  assert.equal(new Set(made.map((each) => Buffer.from(each).toString('hex'))).size, 3)
})

it('packed bytes unpack unchanged', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ size: 'large' }),
      fc.constantFrom(undefined, ...(Object.keys(DICTIONARIES) as (keyof typeof DICTIONARIES)[])),
      (content, kind) => {
        assert.deepEqual(unpack(pack(content, kind)), content)
      },
    ),
  )
  assert.ok(pack(bytes('<a/>'.repeat(1_000))).length < 100)
})

it('the dictionary packs a small request to less than half its size', () => {
  const request = readFileSync('examples/elements.xml')
  const packed = pack(request, 'sent')
  assert.deepEqual(Buffer.from(unpack(packed)), request)
  assert.ok(packed.length < request.length / 2)
})

it('the dictionary packs a response to less than two thirds of its size without one', () => {
  const response = readFileSync('test/golden/credit-report.xml')
  const packed = pack(response, 'answer')
  assert.deepEqual(Buffer.from(unpack(packed)), response)
  assert.ok(packed.length < (2 / 3) * pack(response).length)
  // With another dictionary, the bytes do not unpack to something else.
  packed[0] = 3
  assert.throws(() => unpack(packed))
})

it('a printed report is packed to a sixth of its size, and reports stored before packing still open', () => {
  const pdf = renderPdf(describeReport(reportOf(12)))
  const key = vault.newDataKey(orderOf('o1'))
  const sealed = sealPart(key, 'PDF', pdf)
  assert.deepEqual(openPart(key, 'PDF', sealed), pdf)
  assert.ok(sealed.length < pdf.length / 6, `${sealed.length} of ${pdf.length} bytes`)
  assert.deepEqual(openPart(key, 'PDF', key.seal('contents.PDF', pdf)), pdf)
})

it('the dictionaries never change, because stored content unpacks only with them', () => {
  const hashes = Object.entries(DICTIONARIES).map(([kind, text]) => [
    kind,
    createHash('sha256').update(Buffer.from(text, 'base64')).digest('hex'),
  ])
  assert.deepEqual(Object.fromEntries(hashes), {
    answer: '9f01b9e54d42b5ae8343615971a04c1c0900f8374593a5e268084797cb76ffd7',
    report: 'e03c9b7c1fd7ad109379036a6eb68e7b25eb6c3987432b5d59be04680d4fe08d',
    sent: 'd4a3cb1528135a48f2149a90a36f199d336d7981a0a666bb78646cfec767be0c',
    PDF: '5019c88cd11c6117dadcf55b19de65cbe456d60e80660fab97de1f4bd2b6c69b',
  })
})

it('a master key can be written in hexadecimal or base64', () => {
  const raw = Buffer.alloc(32, 0x11)
  assert.deepEqual(masterKeyFromText(`${raw.toString('base64')}\n`), first)
  assert.deepEqual(masterKeyFromText(raw.toString('hex').toUpperCase()), first)
  assert.notEqual(first.id, second.id)
  for (const wrong of ['', '11'.repeat(31), '@'.repeat(44), raw.toString('base64').slice(4)]) {
    assert.throws(() => masterKeyFromText(wrong), MasterKeyUnusable)
  }
})

it('the first start creates a master key that only its owner can read, and later starts reuse it', async () => {
  const data = join(temporaryFolder(), 'data')
  const path = join(data, 'master.key')
  const made = await masterKeysBesideData(path, true)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.equal(statSync(data).mode & 0o777, 0o700)
  assert.deepEqual(readdirSync(data), ['master.key'])
  assert.deepEqual(await masterKeysBesideData(path, true), made)
  assert.deepEqual(await masterKeysBesideData(path, false), made)
})

it('several services that start at once create one master key', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'master.key')
  const starts = Array.from({ length: 8 }, () => masterKeysBesideData(path, true))
  const ids = (await Promise.all(starts)).map(([{ id }]) => id)
  assert.equal(new Set(ids).size, 1)
  assert.deepEqual(readdirSync(folder), ['master.key'])
})

it('a file or text can hold several master keys, newest first, separated by lines or commas', () => {
  const [one, two] = ['11'.repeat(32), '22'.repeat(32)]
  for (const text of [`${two}\n${one}\n`, `${two},${one}`, ` ${two} , \n\n${one}\n\n`]) {
    assert.deepEqual(masterKeysFromText(text), [second, first])
  }
  assert.throws(() => masterKeysFromText(`${two}\nnot a key`), MasterKeyUnusable)
  assert.throws(() => masterKeysFromText(' \n'), MasterKeyUnusable)
  const path = join(temporaryFolder(), 'keys')
  assert.throws(() => masterKeysFromFile(path), /there is no file .*: set master-key-file/)
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  // Not the advice for a file, after which the folder could not be used.
  assert.throws(() => masterKeysFromFile(folder), {
    message: `${folder} is a folder: set master-key-file to the file of the master key`,
  })
  writeFileSync(path, `${two}\n${one}\n`, { mode: 0o400 })
  assert.deepEqual(masterKeysFromFile(path), [second, first])
})

it('a key file that others may read or change is rejected', async () => {
  const path = join(temporaryFolder(), 'keys')
  writeFileSync(path, '11'.repeat(32))
  for (const mode of [0o640, 0o604, 0o620, 0o666]) {
    chmodSync(path, mode)
    for (const read of [masterKeysFromFile, (at: string) => masterKeysBesideData(at, true)]) {
      await assert.rejects(
        async () => read(path),
        (error) => {
          assert.ok(error instanceof MasterKeyUnusable)
          assert.match(error.message, new RegExp(`mode ${mode.toString(8)}.*chmod 600`))
          assert.doesNotMatch(error.message, /1111/)
          return true
        },
      )
    }
  }
  chmodSync(path, 0o600)
  assert.deepEqual(masterKeysFromFile(path), [first])
})

it('no master key is created beside data that another key seals', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'master.key')
  await assert.rejects(masterKeysBesideData(path, false), MasterKeyUnusable)
  assert.deepEqual(readdirSync(folder), [])
  writeFileSync(path, 'not a key', { mode: 0o600 })
  await assert.rejects(masterKeysBesideData(path, true), MasterKeyUnusable)
})
