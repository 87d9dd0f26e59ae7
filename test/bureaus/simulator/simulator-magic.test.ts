/** Tests magic streets: how they are parsed, and how the simulated bureaus then behave. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Subject } from '../../../src/bureaus/bureau.ts'
import { isMagic, magicFault, magicReference } from '../../../src/bureaus/simulator/magic.ts'
import { MISBEHAVIOURS, misbehaviourOf } from '../../../src/bureaus/simulator/misbehaviour.ts'
import {
  BUREAUS,
  FILE_RESULT_STATUS_TYPES,
  SCORE_EXCLUSION_REASON_TYPES,
} from '../../../src/documents/tables/enumerations.ts'
import { detail } from '../../support/detail.ts'
import { persona, pullAll, request, simulated } from './simulator-requests.ts'

const someone = {
  ...persona('thin'),
  birthDate: '1971-03-03',
  firstName: 'Ilse',
  lastName: 'Brandt',
  ssn: '955002345',
}

function atStreet(street: string, subject: Subject = someone) {
  return { ...subject, address: { ...subject.address, street } }
}

/**
 * Returns the bureaus that a street instructs, including those that do not recognize its
 * instruction.
 */
function bureausInstructedBy(street: string): string {
  if (!isMagic(street)) return 'none'
  return BUREAUS.map((bureau) => (magicFault(street, bureau) === undefined ? '-' : bureau[1])).join(
    '',
  )
}

// biome-ignore format: a table
const STREETS: readonly [street: string, instructed: string][] = [
  ['MAGIC EQUIFAX SLOW 5', 'q--'],
  ['magic experian no hit', '-x-'],
  ['  Magic  TransUnion  No-Hit ', '--r'],
  ['MAGIC EXPERIAN slow5', '-x-'],
  ['12 MAGIC ALL FROZEN', 'qxr'],
  ['12-B MAGIC ALL FROZEN', 'qxr'],
  ['12B Magic Mountain Pkwy', 'none'],
  ['MAGIC BUREAUA FROZEN, BUREAUC TIMEOUT', 'q-r'],
  ['MAGIC EQUIFAX FROZEN; EXPERIAN FROZEN', 'qx-'],
  ['MAGIC EQUIFAX NotScoredFileIsUnderReview', 'q--'],
  ['MAGIC EQUIFAX FROZEN, ALL NO HIT', 'qxr'],
  ['MAGIC FROZEN', 'qxr'],
  ['MAGIC TRANS UNION NO HIT', 'qxr'],
  ['MAGIC BUREAU A SLOW 5, EQUIFAX FROZEN', 'qxr'],
  ['Magic Way 4', 'none'],
  ['9 Magic Mountain Pkwy', 'none'],
  ['9 Magic Frozen Lake', 'none'],
  ['MAGIC ALLEY', 'none'],
  ['4 Equifax Slow St', 'none'],
  ['12 Harbor View Rd', 'none'],
]
for (const [street, instructed] of STREETS) {
  test(`"${street}" instructs ${instructed === 'none' ? 'no bureau' : `the bureaus ${instructed}`}`, () => {
    assert.equal(bureausInstructedBy(street), instructed)
  })
}

for (const pairs of ['ALL SLOW 1, EQUIFAX FROZEN', 'EQUIFAX FROZEN, ALL SLOW 1']) {
  test(`"MAGIC ${pairs}" instructs Equifax by its own pair and the others by that for ALL`, () => {
    const words = BUREAUS.map((bureau) => magicFault(`MAGIC ${pairs}`, bureau)?.word)
    assert.deepEqual(words, ['FROZEN', 'SLOW 1', 'SLOW 1'])
  })
}

const MISTAKES = [
  'EQUIFAX SLOOW',
  'EQUIFAX',
  'ALL FROZEN 5',
  'ALL SLOW 500',
  'ALL SLOW 0.5',
  'ALL SLOW 2.5',
  'ALL SLOW -5',
  'ALL SLOW +5',
  'ALL SLOW 1 2',
  'ALL S.LOW',
  'EQUIFAX FROZEN, NOBODY SLOW',
  'EXPERAIN FROZEN',
  'TU no hit, EXPERIAN FROZEN',
]
for (const mistake of MISTAKES) {
  test(`every bureau reports a mistake such as "MAGIC ${mistake}"`, async () => {
    for (const file of await pullAll(simulated(), atStreet(`MAGIC ${mistake}`))) {
      assert.equal(file.status, 'NoFileReturnedInadequateRequestData')
      assert.match(file.message ?? '', /unrecognized MAGIC street/)
    }
  })
}

for (const status of FILE_RESULT_STATUS_TYPES.filter((one) => one !== 'FileReturned')) {
  test(`${status}: occurs only at the named bureau`, async () => {
    const files = await pullAll(simulated(), atStreet(`MAGIC EXPERIAN ${status}`))
    assert.deepEqual(
      files.map((file) => file.status),
      ['FileReturned', status, 'FileReturned'],
    )
    assert.ok(files[1]?.message)
  })
}

for (const reason of SCORE_EXCLUSION_REASON_TYPES) {
  test(`${reason}: the file has no score`, async () => {
    const [plain] = await pullAll(simulated(), someone)
    const [file] = await pullAll(simulated(), atStreet(`MAGIC EQUIFAX ${reason}`))
    assert.ok(plain?.score?.value !== undefined && file?.score !== undefined)
    assert.equal(file.score.value, undefined)
    assert.equal(file.score.exclusionReason, reason)
    assert.deepEqual(file.score.factors, [])
    assert.deepEqual(file.accounts, plain.accounts)
  })
}

test('a magic street removes the scores of all requested models', async () => {
  const subject = atStreet('MAGIC ALL NotScoredFileIsUnderReview')
  const asked = { scoreFamilies: ['Classic', 'VantageScore4'] as const }
  for (const { score, furtherScores = [] } of await pullAll(simulated(), subject, asked)) {
    assert.equal(furtherScores.length, 1)
    assert.deepEqual(
      [score, ...furtherScores].map((each) => [each?.value, each?.exclusionReason]),
      Array(2).fill([undefined, 'NotScoredFileIsUnderReview']),
    )
  }
})

test('a magic street adds no score if none was requested', async () => {
  const subject = atStreet('MAGIC ALL NotScoredFileIsUnderReview')
  for (const { score } of await pullAll(simulated(), subject, { scoreWanted: false })) {
    assert.equal(score, undefined)
  }
})

detail('a slow bureau responds late, unless the order has given up', async () => {
  const [, bureau] = simulated()
  assert.ok(bureau)
  const subject = atStreet('MAGIC EXPERIAN SLOW 1')
  const began = performance.now()
  assert.equal((await bureau.pull(request(subject))).status, 'FileReturned')
  assert.ok(performance.now() - began >= 990)
  const signal = AbortSignal.timeout(20)
  await assert.rejects(bureau.pull(request(subject, { signal })), { name: 'AbortError' })
})

test('a bureau that times out only reports that the order has given up', async () => {
  const [bureau] = simulated()
  const signal = AbortSignal.timeout(30)
  const asked = bureau?.pull(request(atStreet('MAGIC ALL TIMEOUT'), { signal }))
  await assert.rejects(asked ?? Promise.resolve(), { name: 'AbortError' })
})

for (const word of ['UNREACHABLE', 'TRUNCATED']) {
  test(`${word}: the pull fails without a response`, async () => {
    const [bureau] = simulated()
    await assert.rejects(bureau?.pull(request(atStreet(`MAGIC ALL ${word}`))) ?? Promise.resolve())
  })
}

test("another person's file is complete and has nothing of the requested person", async () => {
  for (const file of await pullAll(simulated(), atStreet('MAGIC ALL OTHER PERSON'))) {
    assert.equal(file.status, 'FileReturned')
    assert.equal(file.person?._LastName, 'ELSEWHERE')
    assert.match(file.person?._SSN ?? '', /^999\d{6}$/)
    assert.ok(!JSON.stringify(file).includes('BRANDT'))
  }
})

test("the file is another person's at every bureau, even if the next person has none", async () => {
  const people = Array.from({ length: 60 }, (_, index) => ({
    ...someone,
    ssn: `93145${1000 + index}`,
  }))
  for (const person of [...people, persona('minor')]) {
    const files = await pullAll(simulated(), atStreet('MAGIC ALL OTHER PERSON', person))
    for (const file of files) assert.equal(file.person?._LastName, 'ELSEWHERE', person.ssn)
  }
})

test('a magic street changes nothing else about a persona', async () => {
  const own = await pullAll(simulated(), persona('avery'))
  const magic = await pullAll(simulated(), atStreet('MAGIC EQUIFAX NO HIT', persona('avery')))
  assert.equal(magic[0]?.status, 'NoFileReturnedNoHit')
  assert.deepEqual(magic.slice(1), own.slice(1))
})

test('every word is in the reference and is recognized in any spelling', () => {
  const page = magicReference()
  for (const { word } of MISBEHAVIOURS) {
    assert.ok(page.includes(`| \`${word}\` |`))
    for (const spelling of [word.toLowerCase(), word.replaceAll(' ', '-'), ` ${word} `]) {
      assert.ok(misbehaviourOf(spelling), spelling)
    }
  }
})
