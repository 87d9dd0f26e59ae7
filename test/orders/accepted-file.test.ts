/**
 * The check that a file belongs to the person ordered, which every file passes before it is used.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CreditFile, Subject } from '../../src/bureaus/bureau.ts'
import { PERSONAS } from '../../src/bureaus/simulator/personas.ts'
import { acceptedFile, FileRejected } from '../../src/orders/fulfil/accepted-file.ts'
import { persona, pullAll, simulated, subjectOf } from '../bureaus/simulator/simulator-requests.ts'

type PersonChanges = Partial<NonNullable<CreditFile['person']>>

async function averysFile(): Promise<CreditFile> {
  const [file] = await pullAll(simulated(), persona('avery'))
  assert.ok(file)
  return file
}

function isAccepted(file: CreditFile, subject: Subject): boolean {
  try {
    return acceptedFile(file, 'Equifax', subject) === file
  } catch (error) {
    assert.ok(error instanceof FileRejected)
    return false
  }
}

const otherName = { _FirstName: 'JORDAN', _LastName: 'STRANGER', _ALIAS: [] }
const alias = { _FirstName: 'AVERY', _LastName: 'SANDFORD', _UnparsedName: 'AVERY SANDFORD' }
const slip = '900121243'

// biome-ignore format: a table
const CASES: readonly [title: string, onFile: PersonChanges, variations: CreditFile['variations'], asked: Partial<Subject>, accepted: boolean][] = [
  ['the person ordered',                                            {},                                     [], {}, true],
  ['a family name spelled with an accent',                          { _LastName: 'SÅNDFORD' },              [], {}, true],
  ['another given name with the same SSN',                          { _FirstName: 'AVE' },                  [], {}, true],
  ['one of the two family names ordered',                           { _LastName: 'SANDFORD' },              [], { lastName: 'Sandford-Moor' }, true],
  ['two family names, one of them ordered',                         { _LastName: 'MOOR SANDFORD' },         [], {}, true],
  ['a long family name that the bureau cut off',                    { _LastName: 'ABCDEFGHIJKLMNOPQRSTU' }, [], { lastName: 'Abcdefghijklmnopqrstuvwxyz' }, true],
  ['the family name ordered as an alias',                           { ...otherName, _ALIAS: [alias] },      [], {}, true],
  ['another family name',                                           { _LastName: 'STRANGER', _ALIAS: [] },  [], {}, false],
  ['only the beginning of a short family name',                     { _LastName: 'SAND', _ALIAS: [] },      [], {}, false],
  ['another SSN',                                                   { _SSN: '900129999' },                  [], {}, false],
  ['another SSN, reported as a variation',                          { _SSN: '900567812' },                  ['DifferentSSN'], {}, false],
  ['an SSN with two digits swapped, not reported as a variation',   { _SSN: slip },                         [], {}, false],
  ['an SSN with two digits swapped, reported as a variation',       { _SSN: slip },                         ['DifferentSSN'], {}, true],
  ['an SSN with two digits swapped, and another generation',        { _SSN: slip },                         ['DifferentSSN', 'DifferentGeneration'], {}, false],
  ['an SSN with two digits swapped, and another birth date',        { _SSN: slip },                         ['DifferentSSN', 'DifferentBirthDate'], {}, false],
  ['an SSN with two digits swapped, and another given name',        { _SSN: slip, _FirstName: 'ROWAN', _ALIAS: [] }, ['DifferentSSN'], {}, false],
  ['no SSN, the same name',                                         { _SSN: '' },                           [], {}, true],
  ['no SSN, another given name',                                    { _SSN: '', _FirstName: 'ROWAN', _ALIAS: [] }, [], {}, false],
  ['an SSN with dashes',                                            { _SSN: '900-12-1234' },                [], {}, true],
]

describe('a file is accepted only if it belongs to the person ordered:', () => {
  for (const [title, onFile, variations, asked, accepted] of CASES) {
    test(`${title}: ${accepted ? 'accepted' : 'rejected'}`, async () => {
      const file = await averysFile()
      assert.ok(file.person)
      const changed = { ...file, variations, person: { ...file.person, ...onFile } }
      assert.equal(isAccepted(changed, { ...persona('avery'), ...asked }), accepted)
    })
  }
})

describe('a value that is not a file of the requested bureau is rejected:', () => {
  const file = averysFile()
  // biome-ignore format: a table
  const broken: readonly [title: string, change: (file: CreditFile) => unknown][] = [
    ['undefined',                      () => undefined],
    ['a string',                       () => '<html>'],
    ['an object with only a bureau',   () => ({ bureau: 'Equifax' })],
    ['the file of another bureau',     (good) => ({ ...good, bureau: 'Experian' })],
    ['an unknown status',              (good) => ({ ...good, status: 'Fine' })],
    ['a file without its accounts',    (good) => ({ ...good, accounts: undefined })],
    ['a file without a person',        (good) => ({ ...good, person: undefined })],
    ['a person whose SSN is null',     (good) => ({ ...good, person: { ...good.person, _SSN: null } })],
    ['a no-hit status with a person',  (good) => ({ ...good, status: 'NoFileReturnedNoHit' })],
  ]
  for (const [title, change] of broken) {
    test(title, async () => {
      assert.ok(isAccepted(await file, persona('avery')))
      assert.equal(isAccepted(change(await file) as CreditFile, persona('avery')), false)
    })
  }
})

test('the simulated bureaus’ file of a persona is accepted for that persona and for no other', async () => {
  const bureaus = simulated()
  for (const known of PERSONAS) {
    const subject = subjectOf(known)
    for (const file of await pullAll(bureaus, subject)) {
      assert.equal(acceptedFile(file, file.bureau, subject), file)
      if (file.person === undefined) continue
      for (const other of PERSONAS) {
        if (other === known) continue
        assert.throws(() => acceptedFile(file, file.bureau, subjectOf(other)), FileRejected)
      }
    }
  }
})
