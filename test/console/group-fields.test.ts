/** What the page of an order says of each field. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comparedElements, differs } from '../../console/src/pages/order/group-fields.ts'

const FIELDS = [
  { path: 'A/@_Name', line: 2, sent: 'x', understood: 'x', verdict: 'as sent' },
  { path: 'A/B/@_Flag', line: 3, sent: 'y', understood: 'Y', verdict: 'rewritten' },
  { path: 'A/B/@_Number', line: 3, sent: '12', understood: '12', verdict: 'as sent' },
  { path: 'A/_NOBODY', line: 4, sent: '•••', verdict: 'ignored' },
] as const
const FAULTS = [
  { path: 'A/B/@_Number', rule: 'rule', expected: 'must be another', line: 3 },
  { path: 'A/B/@_Missing', rule: 'missing', expected: 'is required (line 3)', line: 3 },
  { path: 'A/C', rule: 'missing', expected: 'is required' },
  { path: '', rule: 'unreadable', expected: 'cannot be read' },
]

test('fields stand by element, what is missing behind them, each with its faults', () => {
  const told = comparedElements(FIELDS, FAULTS).map(({ path, fields }) => [
    path,
    ...fields.map((each) => [each.name, each.verdict, each.faults.length, differs(each)]),
  ])
  assert.deepEqual(told, [
    [
      'A',
      ['_Name', 'as sent', 0, false],
      ['_NOBODY', 'ignored', 0, true],
      ['C', 'missing', 1, true],
    ],
    [
      'A/B',
      ['_Flag', 'rewritten', 0, true],
      ['_Number', 'as sent', 1, true],
      ['_Missing', 'missing', 1, true],
    ],
  ])
})

test('a document that was understood as it is has no differences', () => {
  const elements = comparedElements(FIELDS.slice(0, 1), [])
  assert.equal(elements.flatMap(({ fields }) => fields).some(differs), false)
})
