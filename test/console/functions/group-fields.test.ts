/** Tests how the order page groups fields and their errors. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupByElement, isChanged } from '../../../console/src/pages/order/group-fields.ts'

const FIELDS = [
  { path: 'A/@_Name', line: 2, sent: 'x', parsed: 'x', verdict: 'unchanged' },
  { path: 'A/B/@_Flag', line: 3, sent: 'y', parsed: 'Y', verdict: 'rewritten' },
  { path: 'A/B/@_Number', line: 3, sent: '12', parsed: '12', verdict: 'unchanged' },
  { path: 'A/_UNKNOWN', line: 4, sent: '•••', verdict: 'ignored' },
] as const
const ERRORS = [
  { path: 'A/B/@_Number', rule: 'rule', expected: 'must be another', line: 3 },
  { path: 'A/B/@_Missing', rule: 'missing', expected: 'is required (line 3)', line: 3 },
  { path: 'A/C', rule: 'missing', expected: 'is required' },
  { path: '', rule: 'unreadable', expected: 'cannot be read' },
]

test('fields are grouped by element with their errors, and missing fields come last', () => {
  const grouped = groupByElement(FIELDS, ERRORS).map(({ path, fields }) => [
    path,
    ...fields.map((each) => [each.name, each.verdict, each.errors.length, isChanged(each)]),
  ])
  assert.deepEqual(grouped, [
    [
      'A',
      ['_Name', 'unchanged', 0, false],
      ['_UNKNOWN', 'ignored', 0, true],
      ['C', 'missing', 1, true],
    ],
    [
      'A/B',
      ['_Flag', 'rewritten', 0, true],
      ['_Number', 'unchanged', 1, true],
      ['_Missing', 'missing', 1, true],
    ],
  ])
})

test('a document whose fields are all unchanged has no changes', () => {
  const elements = groupByElement(FIELDS.slice(0, 1), [])
  assert.equal(elements.flatMap(({ fields }) => fields).some(isChanged), false)
})
