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
  ['the person asked for',                             {},                                     [], {}, true],
  ['a family name in other letters',                   { _LastName: 'SÅNDFORD' },              [], {}, true],
  ['another given name under the same number',         { _FirstName: 'AVE' },                  [], {}, true],
  ['one of two family names',                          { _LastName: 'SANDFORD' },              [], { lastName: 'Sandford-Moor' }, true],
  ['both of two family names where one is asked for',  { _LastName: 'MOOR SANDFORD' },         [], {}, true],
  ['a long family name that was cut off',              { _LastName: 'ABCDEFGHIJKLMNOPQRSTU' }, [], { lastName: 'Abcdefghijklmnopqrstuvwxyz' }, true],
  ['a family name known as an alias',                  { ...otherName, _ALIAS: [alias] },      [], {}, true],
  ['another family name',                              { _LastName: 'STRANGER', _ALIAS: [] },  [], {}, false],
  ['the beginning of a short family name',             { _LastName: 'SAND', _ALIAS: [] },      [], {}, false],
  ['another number',                                   { _SSN: '900129999' },                  [], {}, false],
  ['another number, told',                             { _SSN: '900567812' },                  ['DifferentSSN'], {}, false],
  ['two digits exchanged, not told',                   { _SSN: slip },                         [], {}, false],
  ['two digits exchanged, told',                       { _SSN: slip },                         ['DifferentSSN'], {}, true],
  ['two digits exchanged, of a namesake of another generation', { _SSN: slip },                ['DifferentSSN', 'DifferentGeneration'], {}, false],
  ['two digits exchanged, born on another day',        { _SSN: slip },                         ['DifferentSSN', 'DifferentBirthDate'], {}, false],
  ['two digits exchanged, and another given name',     { _SSN: slip, _FirstName: 'ROWAN', _ALIAS: [] }, ['DifferentSSN'], {}, false],
  ['no number, the same name',                         { _SSN: '' },                           [], {}, true],
  ['no number, another given name',                    { _SSN: '', _FirstName: 'ROWAN', _ALIAS: [] }, [], {}, false],
  ['a number with dashes',                             { _SSN: '900-12-1234' },                [], {}, true],
]

describe('a file is accepted only if it belongs to the person ordered:', () => {
  for (const [title, onFile, variations, asked, accepted] of CASES) {
    test(`${title}: ${accepted ? 'taken' : 'refused'}`, async () => {
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
    ['nothing',                        () => undefined],
    ['a text',                         () => '<html>'],
    ['an empty object',                () => ({ bureau: 'Equifax' })],
    ['the file of another bureau',     (good) => ({ ...good, bureau: 'Experian' })],
    ['a status that nobody knows',     (good) => ({ ...good, status: 'Fine' })],
    ['a file without its accounts',    (good) => ({ ...good, accounts: undefined })],
    ['a file without a person',        (good) => ({ ...good, person: undefined })],
    ['a file without a number',        (good) => ({ ...good, person: { ...good.person, _SSN: null } })],
    ['a person where there is no file', (good) => ({ ...good, status: 'NoFileReturnedNoHit' })],
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
