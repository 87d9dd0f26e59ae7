/** Tests how a comparison describes the borrowers, bureaus and scores of two reports. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairedPeople } from '../../../console/src/pages/compare/people.ts'
import { scopeTexts } from '../../../console/src/pages/compare/scope.ts'
import type { Report } from '../../../console/src/pages/report/report-data.ts'

type Scores = Readonly<Record<string, number>>

const RULES = ['', 'the only score', 'lower of two', 'middle of three']

/** Creates a report of people with their scores by bureau. */
function report(people: Readonly<Record<string, Scores>>): Report {
  const found = Object.entries(people)
  const scores = found.flatMap(([id, each]) =>
    Object.entries(each).map(([bureau, value]) => ({ borrowerId: id, bureau, value, model: 'M' })),
  )
  return {
    borrowers: found.map(([id]) => ({ id, name: `${id}. O.`, ssn: `•••-••-000${id}` })),
    delivered: [...new Set(scores.map(({ bureau }) => bureau))],
    scores,
    representativeScores: found.flatMap(([borrowerId, each]) => {
      const values = Object.values(each).sort((one, other) => one - other)
      const score = values[Math.floor((values.length - 1) / 2)]
      if (score === undefined) return []
      return [{ borrowerId, model: 'Classic FICO', score, rule: RULES[values.length] }]
    }),
  } as unknown as Report
}

const texts = (one: Report, other: Report) =>
  scopeTexts([one, other], pairedPeople(one.borrowers, other.borrowers, false))

const TWO = { Equifax: 675, Experian: 740 }
const THREE = { ...TWO, TransUnion: 693 }

test('reports of the same people by the same bureaus need no explanation', () => {
  assert.deepEqual(texts(report({ A: TWO, B: THREE }), report({ A: TWO, B: THREE })), [])
})

test('a bureau that one report adds or leaves out moves the representative score', () => {
  assert.deepEqual(texts(report({ A: TWO }), report({ A: THREE })), [
    'The second report adds TransUnion.',
    'With TransUnion, the representative score is the middle of three instead of the lower of two, and went from 675 to 693.',
  ])
  assert.deepEqual(
    texts(report({ A: TWO }), report({ A: { Equifax: 675, TransUnion: 660 } })).at(-1),
    'With TransUnion and without Experian, the representative score went from 675 to 660.',
  )
})

test('a joint and an individual report are compared by the person who is in both', () => {
  assert.deepEqual(texts(report({ A: TWO, B: TWO }), report({ A: TWO })), [
    'The second report leaves out B. O.',
    'The summary compares the figures of A. O.',
  ])
})

test('a report without scores is named', () => {
  const [unscored] = texts(report({ A: TWO }), {
    ...report({ A: {} }),
    delivered: ['Equifax', 'Experian'],
  })
  assert.equal(unscored, 'The second report has no scores.')
})
