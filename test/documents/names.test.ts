/**
 * Real-world names, as lenders send them and bureaus store them, in every function that compares
 * them.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import type { CreditFile, Subject } from '../../src/bureaus/bureau.ts'
import { variationsOf } from '../../src/bureaus/simulator/person.ts'
import { UpstreamFailed } from '../../src/bureaus/upstream/failure.ts'
import { readAnswer } from '../../src/bureaus/upstream/vendor-answer.ts'
import {
  isSameCompany,
  isSameFamilyName,
  isSameName,
  nameKey,
  nameWords,
} from '../../src/documents/names.ts'
import type { CreditFileValue, FileBorrowerValue } from '../../src/documents/tables/response.ts'
import { acceptedFile, FileRejected } from '../../src/orders/fulfil/accepted-file.ts'
import { searchTokens, tokensOfText } from '../../src/orders/intake/search-tokens.ts'
import { identity } from '../../src/orders/plan/meaning.ts'
import { compareFiles } from '../../src/reports/compare/compare-files.ts'
import { persona, pullAll, request, simulated } from '../bureaus/simulator/simulator-requests.ts'
import { MARISOL, recorded } from '../bureaus/upstream/answers.ts'

/**
 * - `spelling`: another way to write the whole name. Every comparison treats it as the same name.
 * - `part`: a part of the name that a bureau may have. Only the checks of files treat it as the
 * same name.
 */
type Likeness = 'spelling' | 'second spelling' | 'part'

// biome-ignore format: a table
const SAME: readonly [lastName: string, onFile: string, likeness: Likeness][] = [
  ['Østergaard',    'OSTERGAARD',     'spelling'],
  ['Østergaard',    'OESTERGAARD',    'second spelling'],
  ['Łukasiewicz',   'LUKASIEWICZ',    'spelling'],
  ['Großmann',      'GROSSMANN',      'spelling'],
  ['Müller',        'MULLER',         'spelling'],
  ['Müller',        'MUELLER',        'second spelling'],
  ['García-López',  'GARCIA LOPEZ',   'spelling'],
  ['García-López',  'GARCIA',         'part'],
  ['O’Brien',       "O'BRIEN",        'spelling'],
  ["O'Brien",       'OBRIEN',         'spelling'],
  ['Nguyễn',        'NGUYEN',         'spelling'],
  ['Þorsteinsson',  'THORSTEINSSON',  'spelling'],
  ['van der Berg',  'VANDERBERG',     'spelling'],
  ['Đặng',          'DANG',           'spelling'],
  ['Smith',         'SMITH JR',       'part'],
  ['Wolfeschlegelsteinhausen', 'WOLFESCHLEGELSTEINHA', 'second spelling'],
]

const OTHERS: readonly [lastName: string, onFile: string][] = [
  ['Østergaard', 'STERGAARD'],
  ['Müller', 'MILLER'],
  ["O'Brien", 'BRIEN'],
  ['García-López', 'LOPES'],
  ['Sandford', 'SAND'],
]

/** Whether a caller treats two spellings of a family name as the same. */
type Comparison = (lastName: string, onFile: string) => Promise<boolean> | boolean

const KEYS = {
  blindIndex: (label: string, text: string) =>
    createHash('sha256').update(`${label} ${text}`).digest(),
}

async function isFileAccepted(lastName: string, onFile: string): Promise<boolean> {
  const subject: Subject = { ...persona('avery'), lastName }
  const [file] = await pullAll(simulated(), persona('avery'))
  assert.ok(file?.person)
  const held: CreditFile = { ...file, person: { ...file.person, _LastName: onFile, _ALIAS: [] } }
  return doesNotThrow(() => acceptedFile(held, 'Equifax', subject), FileRejected)
}

function isVendorsAnswerAccepted(lastName: string, onFile: string): boolean {
  const asked = request({ ...MARISOL, lastName })
  const rename = (text: string) => text.replaceAll(/Ib\S+ez|IB\S+EZ/g, onFile)
  const bytes = recorded('blended', rename, asked)
  return doesNotThrow(
    () => readAnswer({ bytes, charset: undefined }, asked, 'vendor'),
    UpstreamFailed,
  )
}

function doesNotThrow(work: () => unknown, kind: typeof FileRejected | typeof UpstreamFailed) {
  try {
    work()
    return true
  } catch (error) {
    assert.ok(error instanceof kind)
    return false
  }
}

function isFoundBySearch(lastName: string, onFile: string): boolean {
  const BORROWER = [{ _FirstName: 'Ada', _LastName: lastName, _SSN: '900121234' }]
  const order = {
    REQUEST: { REQUEST_DATA: { CREDIT_REQUEST: { LOAN_APPLICATION: { BORROWER } } } },
  }
  const stored = new Set(searchTokens(order, KEYS).map(String))
  return tokensOfText(`Ada ${onFile}`, KEYS).some((token) => stored.has(String(token)))
}

function isSameIdentity(lastName: string, onFile: string): boolean {
  const of = (name: string) =>
    identity({ borrowerId: 'B1', subject: { ...persona('avery'), lastName: name } } as Parameters<
      typeof identity
    >[0])
  return of(lastName) === of(onFile)
}

async function isNoVariation(lastName: string, onFile: string): Promise<boolean> {
  const [file] = await pullAll(simulated(), persona('avery'))
  const { birthDate = '', ...rest } = persona('avery')
  const person = { ...rest, birthDate, lastName: onFile }
  const found = variationsOf(file?.person as FileBorrowerValue, person, { ...rest, lastName })
  return !found.includes('DifferentLastName')
}

function isNoNewName(lastName: string, onFile: string): boolean {
  const file = (name: string) =>
    ({
      BorrowerID: 'B1',
      CreditRepositorySourceType: 'Equifax',
      _BORROWER: {
        _FirstName: 'ADA',
        _MiddleName: '',
        _LastName: name,
        _BirthDate: '',
        _SSN: '',
        _UnparsedName: '',
        _UnparsedEmployment: '',
      },
    }) as unknown as CreditFileValue
  return compareFiles([file(lastName)], [file(onFile)]).length === 0
}

// biome-ignore format: a table
const CALLERS: readonly [title: string, same: Comparison, likenesses: readonly Likeness[]][] = [
  ['the check of every file',        isFileAccepted,          ['spelling', 'second spelling', 'part']],
  ['the reader of vendor responses', isVendorsAnswerAccepted, ['spelling', 'second spelling', 'part']],
  ['variations of simulated files',  isNoVariation,           ['spelling', 'second spelling']],
  ['the search for orders',          isFoundBySearch,         ['spelling']],
  ['the identity of a borrower',     isSameIdentity,          ['spelling']],
  ['names in a refresh',             isNoNewName,             ['spelling']],
]

for (const [title, same, likenesses] of CALLERS) {
  describe(`${title}:`, () => {
    for (const [lastName, onFile, likeness] of SAME) {
      if (!likenesses.includes(likeness)) continue
      test(`${lastName} matches ${onFile}`, async () =>
        assert.equal(await same(lastName, onFile), true))
    }
    for (const [lastName, onFile] of OTHERS) {
      test(`${lastName} does not match ${onFile}`, async () =>
        assert.equal(await same(lastName, onFile), false))
    }
  })
}

test('the family name on file may include a generation suffix', () => {
  assert.equal(isSameFamilyName('CASTELLANE III', 'Castellane', 'III'), true)
  assert.equal(isSameFamilyName('', 'Castellane'), false)
})

test('keys and words contain only letters and digits, of any script', () => {
  assert.equal(nameKey(' José-Ángel d’Arc 3 '), 'JOSEANGELDARC3')
  assert.deepEqual(nameWords('José-Ángel d’Arc'), ['JOSE', 'ANGEL', 'DARC'])
  assert.equal(nameKey('李 明'), '李明')
  assert.equal(nameKey('—'), '')
  assert.equal(nameKey(undefined), '')
  assert.equal(isSameName('Straße', 'STRASSE'), true)
})

/** Spellings of company names, and whether they can name the same company. */
// biome-ignore format: a table
const COMPANIES: readonly [one: string, other: string, same: boolean][] = [
  ['GRANITE COVE SAVINGS BANK', 'GRANITE COVE SVGS BK', true],
  ['Thimble & Thread', 'THIMBLE AND THREAD', true],
  ['US BANKRUPTCY COURT EASTERN DISTRICT OF TEXAS', 'US BKPT CT EASTERN DIST OF TEXAS', true],
  ['US BANKRUPTCY COURT EASTERN DISTRICT OF TEXAS', 'US BKPT CT WESTERN DIST OF TEXAS', false],
  ['SYNC BANK AMAZING', 'SYNC BANK WALLMART', false],
  ['FIRST BANK', 'FIRST BANK OF BATH', false],
  ['BANK', 'KNAB', false],
]
for (const [one, other, same] of COMPANIES) {
  test(`${one} ${same ? 'can be' : 'cannot be'} the same company as ${other}`, () => {
    assert.equal(isSameCompany(one, other), same)
    assert.equal(isSameCompany(other, one), same)
  })
}
