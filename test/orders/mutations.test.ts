import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lengthOf, runsOf } from '../support/length.ts'
import { runningService } from '../support/running-service.ts'
import { DIALECT_NAMES, OPERATION_PATHS, orderDocument, PEOPLE } from './support/order-document.ts'
import { readAnswer } from './support/ordered.ts'

const SEED = 20_260_303
const COUNT = runsOf(1_000, 0.1)
/** The minimum number of responses of each kind. */
const EACH_MIN = lengthOf({ short: 3, full: 40 })
/** The number of orders in flight at once. */
const AT_ONCE = 8

const bytes = fc.uint8Array({ minLength: 1, maxLength: 6 }).map((some) => Buffer.from(some))
const markup = fc
  .constantFrom(
    ...[
      '<',
      '>',
      '"',
      "'",
      '&',
      '&#0;',
      '&#x41;',
      '&lt;',
      '&nbsp;',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
    ],
    ...['<?xml version="1.0"?>', '<!DOCTYPE x>', '</REQUEST>', '<BORROWER/>', '<__proto__ a="b"/>'],
    ...['\0', '\r', '\ufeff', '\ud83d\ude00', ' xmlns="urn:x"', '<x:y/>', 'y'.repeat(5_000)],
  )
  .map((text) => Buffer.from(text))
/** Values for a field: too long, of another type, or hostile to a later reader. */
const junk = fc.constantFrom(
  ...[
    '',
    ' ',
    '0',
    '-1',
    'Y',
    'N',
    'Joint',
    'Reissue',
    'Refresh',
    'x'.repeat(300),
    '&#10;',
    '&#x202e;',
  ],
  ...[
    "' or 1=1 --",
    '$' + '{7*7}',
    '../../etc/passwd',
    'NaN',
    'null',
    '__proto__',
    '\u0301\u0301',
    '99999999999',
  ],
)

/** A change to an order, at one of three levels. A position is a fraction of the whole. */
const place = fc.integer({ min: 0, max: 999 }).map((thousandths) => thousandths / 1000)
const inBytes = fc.record({
  level: fc.constant('bytes' as const),
  at: place,
  cut: fc.nat(60),
  put: fc.oneof(bytes, markup),
})
const inElements = fc.record({
  level: fc.constant('elements' as const),
  at: place,
  how: fc.constantFrom('remove' as const, 'double' as const, 'rename' as const),
})
const inFields = fc.record({
  level: fc.constant('fields' as const),
  at: place,
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'remove', 'rename', 'double'),
  value: junk,
})
// A change that breaks the XML hides every other change, so most changes leave the XML well-formed.
const change = fc.oneof(
  { weight: 1, arbitrary: inBytes },
  { weight: 3, arbitrary: inElements },
  { weight: 8, arbitrary: inFields },
)
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never

function changed(order: Buffer, one: Change): Buffer {
  if (one.level === 'bytes') {
    const start = Math.floor(one.at * order.length)
    return Buffer.concat([order.subarray(0, start), one.put, order.subarray(start + one.cut)])
  }
  const text = order.toString('latin1')
  const pattern =
    one.level === 'fields'
      ? / [\w]+="[^"]*"|<(__?\w*[a-z]\w*)>[^<]*<\/\1>/g
      : /<(\w+)[^<>]*\/>|<(_?[A-Z_]+)[ >].*?<\/\2>/gs
  const found = [...text.matchAll(pattern)]
  const match = found[Math.floor(one.at * (found.length - 1))]
  if (match === undefined) return order
  const after = match.index + match[0].length
  return Buffer.from(
    text.slice(0, match.index) + inPlaceOf(match[0], one) + text.slice(after),
    'latin1',
  )
}

function inPlaceOf(piece: string, one: Exclude<Change, { level: 'bytes' }>): string {
  if (one.how === 'remove') return ''
  if (one.how === 'double') return piece + piece
  if (one.how === 'rename') {
    const [name = ''] = /[A-Za-z]+/.exec(piece) ?? []
    return piece.replaceAll(name, `${name}x`)
  }
  if (one.level === 'elements') return piece
  return piece.replace(
    /"[^"]*"|>[^<]*</,
    (old) => old.charAt(0) + one.value + old.charAt(old.length - 1),
  )
}

const mutated = fc
  .record({
    operation: fc.constantFrom(...OPERATION_PATHS),
    dialect: fc.constantFrom(...DIALECT_NAMES),
    joint: fc.boolean(),
    changes: fc.array(change, { minLength: 1, maxLength: 3 }),
  })
  .map(({ operation, dialect, joint, changes }) => {
    const people = joint ? [PEOPLE.rowan, PEOPLE.juno] : [PEOPLE.avery]
    const order = Buffer.from(orderDocument(operation, { dialect, people }))
    return { operation, body: changes.reduce(changed, order) }
  })

/** Personal data in the orders. An error document must not repeat any of it. */
const PERSONAL = /Sandford|Castellane|Harbor View|Mill Ln|900-?12-?1234|900-?55-?[12]{4}/i

test(`${COUNT} damaged orders each get a report or an error document`, async (t) => {
  const service = await runningService(t)
  const orders = fc.sample(mutated, { seed: SEED, numRuns: COUNT })
  const seen = new Map<string, number>()
  const work = orders.values()
  const worker = async () => {
    for (const { operation, body } of work) {
      const answered = await service.post(operation, body)
      const { code = 'report', status } = readAnswer(operation, answered)
      const shown = body.toString('utf8')
      assert.equal(status, code === 'E101' ? 400 : 200, `${status} ${code}: ${shown}`)
      if (code !== 'report') assert.doesNotMatch(answered.body, PERSONAL, shown)
      assert.doesNotMatch(answered.body, /node_modules|\.ts:\d|at \w+ \(|TypeError|undefined/)
      seen.set(code, (seen.get(code) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const counts = JSON.stringify(Object.fromEntries(seen))
  for (const code of ['report', 'E101', 'E102', 'E002']) {
    assert.ok((seen.get(code) ?? 0) >= EACH_MIN, `too few of ${code}: ${counts}`)
  }
  assert.ok(!service.logged.some((line) => line.includes('"level":50')), 'no error was logged')
})
