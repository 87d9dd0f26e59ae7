/** Charges of accounts: the items add up to the charges, and the charges to the statement. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csv } from '../../src/csv.ts'
import type { PriceItem } from '../../src/orders/intake/prices.ts'
import { SERVICE } from '../../src/store/audit/entry.ts'
import { DAY_MS, HOUR_MS } from '../../src/time.ts'
import { run } from '../commands/run.ts'
import {
  fixedSurroundings,
  type RunningService,
  runningService,
} from '../support/running-service.ts'
import { PEOPLE } from './support/order-document.ts'
import { reported, reportIdOf } from './support/ordered.ts'

const cells: readonly [title: string, text: string, written: string][] = [
  ['plain text is unchanged', 'R123', 'R123'],
  ['text with a comma is quoted', 'base 9.00, file 8.00', '"base 9.00, file 8.00"'],
  ['a quote is doubled', 'a "b"', '"a ""b"""'],
  ['a line break is quoted', 'a\nb', '"a\nb"'],
  ['a formula gets an apostrophe', '=1+1', "'=1+1"],
  ['a leading plus gets an apostrophe', '+1', "'+1"],
  ['a leading minus gets an apostrophe', '-1', "'-1"],
  ['a leading at sign gets an apostrophe', '@SUM(A1)', "'@SUM(A1)"],
  ['a formula after a leading tab gets an apostrophe', '\t=1', "\t'=1"],
  ['a formula after a leading line break gets an apostrophe', '\n=1', '"\n\'=1"'],
  ['a formula with a full-width sign gets an apostrophe', '\uff1d1+1', "'\uff1d1+1"],
  ['a formula with a comma gets an apostrophe and quotes', '=A1,"x"', '"\'=A1,""x"""'],
  ['a sign inside the text is unchanged', 'a=b', 'a=b'],
  ['a formula after a semicolon gets an apostrophe', 'a;=1+1;b', "a;'=1+1;b"],
  ['a formula after a line break gets an apostrophe', 'a\n@b', '"a\n\'@b"'],
  ['a formula after a tab gets an apostrophe', 'a\t-1', "a\t'-1"],
  ['a sign after a semicolon and a space is unchanged', 'a; -b', 'a; -b'],
]
for (const [title, text, written] of cells) {
  test(`CSV: ${title}`, () => assert.equal(csv([[text, 'x']]), `${written},x\r\n`))
}

test('CSV cells read back unchanged, apart from the guard against formulas', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '"', ',', ';', '=', '@', '-', '\n', '\r', ' '),
  })
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (row) => {
      const read = readRow(csv([row]))
      assert.deepEqual(read.map(withoutGuards), row.map(withoutGuards))
      for (const cell of read) assert.doesNotMatch(cell, /(?:^|[;\t\r\n])[=+\-@]/)
    }),
  )
})

function withoutGuards(cell: string): string {
  return cell.replaceAll("'", '')
}

/** Reads one CSV row, by the rules of RFC 4180. */
function readRow(line: string): string[] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  const found: string[] = []
  for (let end = ''; end !== '\r\n'; ) {
    const [, quoted, plain = '', after = ''] = cell.exec(line) ?? assert.fail('no cell')
    found.push(quoted?.replaceAll('""', '"') ?? plain)
    end = after
  }
  assert.equal(cell.lastIndex, line.length)
  return found
}

const AT = '2026-11-30T23:30:00Z'
const FROM = Date.parse('2026-11-01T00:00:00Z')
const TO = Date.parse('2026-12-01T00:00:00Z')

/**
 * Starts a service and places one order of every kind that is charged, some that are not charged,
 * and one in the next month.
 */
async function chargedService(t: Parameters<typeof runningService>[0]): Promise<RunningService> {
  const service = await runningService(t, { surroundings: fixedSurroundings(AT) })
  const people = [PEOPLE.rowan, PEOPLE.juno]
  const joint = await reported(service, 'credit_report', { people })
  await reported(service, 'credit_report', { people, lenderCase: 'CASE-again' })
  const reportId = reportIdOf(joint)
  await reported(service, 'credit_report', { people, action: 'Reissue', reportId })
  await reported(service, 'credit_report', { action: 'Unmerge', reportId, people: [PEOPLE.juno] })
  const one = await reported(service, 'credit_report', { bureaus: 'YNN' })
  await reported(service, 'credit_report', { action: 'Upgrade', reportId: reportIdOf(one) })
  await reported(service, 'credit_report', { people: [PEOPLE.frozenOne] })
  await reported(service, 'pre_qualification')
  await reported(service, 'mortgage_only')
  await reported(service, 'refresh_report', { reportId: reportIdOf(one) })
  await service.storage.store.sandbox.advanceClock(HOUR_MS, HOUR_MS, SERVICE)
  await reported(service, 'pre_qualification', { people: [PEOPLE.thin] })
  return service
}

function statement(service: RunningService, ...words: readonly string[]) {
  return run(['statement', ...words, '--data', service.data])
}

function cents(dollars: string): number {
  assert.match(dollars, /^\d+\.\d\d$/)
  return Number(dollars.replace('.', ''))
}

test('the items of every charge add up to the charge, and the charges to the statement', async (t) => {
  const service = await chargedService(t)
  const lines = await service.storage.store.ledger.statement(service.account, FROM, TO)
  assert.equal(lines.length, 9)
  for (const { items, amountCents, orderId } of lines) {
    const sum = (items as PriceItem[]).reduce((total, item) => total + item.cents, 0)
    assert.equal(sum, amountCents, orderId)
    assert.ok(amountCents > 0)
  }
  const { code, stdout, stderr } = await statement(
    service,
    'sandbox',
    '--month',
    '2026-11',
    '--csv',
  )
  assert.equal(code, 0, stderr)
  const [head, ...rows] = stdout
    .split(/(?<=\r\n)/)
    .filter((line) => line !== '')
    .map(readRow)
  const total = rows.pop()
  assert.deepEqual(
    head,
    'date order report lender_case operation action kind items amount'.split(' '),
  )
  assert.deepEqual(
    rows.map((row) => [row[1], row[2], row[8]]),
    lines.map(({ orderId, reportId, amountCents }) => [
      orderId,
      reportId,
      (amountCents / 100).toFixed(2),
    ]),
  )
  assert.deepEqual(
    rows.map((row) => `${row[4]} ${row[5]} ${row[6]}`),
    [
      'credit_report Submit new',
      'credit_report Reissue reissue',
      'credit_report Unmerge unmerged',
      'credit_report Submit new',
      'credit_report Upgrade upgraded',
      'credit_report Submit new',
      'pre_qualification Submit new',
      'mortgage_only Submit new',
      'refresh_report Submit refreshed',
    ],
  )
  const sum = rows.reduce((all, row) => all + cents(row[8] ?? ''), 0)
  assert.equal(cents(total?.[8] ?? ''), sum)
  assert.equal(total?.[0], 'total')
  for (const row of rows) {
    const items = [...(row[7] ?? '').matchAll(/(\d+\.\d\d)/g)].map(([, amount = '']) => amount)
    assert.equal(
      items.reduce((all, amount) => all + cents(amount), 0),
      cents(row[8] ?? ''),
    )
  }
})

test('a statement is a table with a total, for one month in UTC', async (t) => {
  const service = await chargedService(t)
  const november = (await statement(service, 'sandbox', '--month', '2026-11')).stdout
    .trimEnd()
    .split('\n')
  assert.equal(november.length, 11)
  assert.match(
    november[0] ?? '',
    /^date +order +report +lender_case +operation +action +kind +items +amount$/,
  )
  assert.match(
    november[1] ?? '',
    /^2026-11-30T23:30:00.000Z {2}O\S+ +R\S+ +\S+ +credit_report +Submit/,
  )
  assert.match(november[1] ?? '', /base 9\.00, 6 files 48\.00, 6 scores 18\.00 +75\.00$/)
  assert.match(november.at(-1) ?? '', /^total +\d+\.\d\d$/)
  assert.equal(new Set(november.map((line) => line.length)).size, 1)
  const december = (await statement(service, 'sandbox', '--month', '2026-12')).stdout
  assert.match(december, /2026-12-01T00:30:00/)
  assert.equal(december.trimEnd().split('\n').length, 3)
  const october = (await statement(service, 'sandbox', '--month', '2026-10')).stdout
  assert.match(october, /\ntotal +0\.00\n$/)
})

test('a statement is for the current month of the sandbox by default, and says which', async (t) => {
  const service = await runningService(t, { flags: { 'world-start': '2031-03-10' } })
  const { sandbox } = service.storage.store
  await sandbox.advanceClock(30 * DAY_MS, 30 * DAY_MS, SERVICE)
  await reported(service, 'pre_qualification')
  const text = await statement(service, 'sandbox')
  assert.match(text.stdout, /^charges in 2031-04\ndate .*\n2031-04-09T.*\ntotal .*\n$/)
  const asCsv = await statement(service, 'sandbox', '--csv')
  assert.match(asCsv.stdout, /^date,.*\r\n2031-04-09T.*\r\ntotal,.*\r\n$/)
  const asJson = await statement(service, 'sandbox', '--json')
  const { charges, ...whole } = JSON.parse(asJson.stdout)
  assert.deepEqual(whole, { account: 'sandbox', month: '2031-04', total: charges[0]?.amount })
  assert.equal(charges.length, 1, 'the total is no charge')
  for (const { stderr } of [asCsv, asJson]) assert.equal(stderr, 'charges in 2031-04\n')

  await sandbox.advanceClock(30 * DAY_MS, 60 * DAY_MS, SERVICE)
  assert.match((await statement(service, 'sandbox')).stdout, /^charges in 2031-05\n/)
  const vendor = ['--upstreams', '{vendor: {url: "https://vendor.example"}}']
  const bureaus = '{Equifax: vendor, Experian: vendor, TransUnion: vendor}'
  const real = await statement(service, 'sandbox', ...vendor, '--bureaus', bureaus)
  assert.match(real.stdout, /^charges in \d{4}-\d\d\n/, real.stderr)
  assert.doesNotMatch(real.stdout, /2031/, 'real bureaus follow the real time')
})

test('a statement of an unknown account fails with 1, and one with a bad month with 2', async (t) => {
  const service = await runningService(t)
  assert.equal((await statement(service, 'nobody', '--month', '2026-11')).code, 1)
  for (const month of ['2026-13', '2026-00', '2026', 'November', '2026-1', '26-01', '2026-11-01']) {
    const { code, stderr } = await statement(service, 'sandbox', '--month', month)
    assert.equal(code, 2, month)
    assert.match(stderr, /the month as YYYY-MM/)
  }
  assert.equal((await statement(service, '--month', '2026-11')).code, 2)
})
