/**
 * Compares every figure of the printed report with the XML. The test reads the XML with another
 * parser and adds the figures up itself. It reads both printed forms as a reader sees them.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import '../support/setup.ts'
import type { AnswerDocument } from '../orders/support/answer-document.ts'
import type { EditableNode, Person } from '../orders/support/order-document.ts'
import { type Ordered, reported, reportIdOf } from '../orders/support/ordered.ts'
import { partOf, runsOf } from '../support/length.ts'
import { runningService } from '../support/running-service.ts'
import { dense, readPdf } from './print-read.ts'
import { htmlSections, plain } from './print-sections.ts'

/** An element of the XML: its scalars by MISMO's names, and the elements in it. */
interface Node {
  readonly values: Readonly<Record<string, string>>
  readonly within: (name: string) => readonly Node[]
}

function elements({ written }: AnswerDocument, name: string, holder?: number): Node[] {
  return written.flatMap((one, index) => {
    const isIt = one.text === undefined && one.path.endsWith(`.${name}`)
    if (!isIt || (holder !== undefined && !one.path.startsWith(written[holder]?.path ?? '')))
      return []
    if (holder !== undefined && !standsIn(written, index, holder)) return []
    const own = written.filter((scalar) => scalar.holder === index && scalar.text !== undefined)
    const values = Object.fromEntries(
      own.map(({ path, text }) => [(path.split('.').at(-1) ?? '').slice(1), text ?? '']),
    )
    return [{ values, within: (child) => elements({ written } as AnswerDocument, child, index) }]
  })
}

/**
 * Elements are written in order, so the elements in a holder come between it and its next sibling.
 */
function standsIn(written: AnswerDocument['written'], index: number, holder: number): boolean {
  const path = written[holder]?.path
  for (let at = holder + 1; at <= index; at += 1) {
    if (written[at]?.path === path && written[at]?.text === undefined) return false
  }
  return index > holder
}

/** The printed report: its sections by title, and its table rows. */
interface Printed {
  readonly sections: ReadonlyMap<string, string>
  rows(title: string): ReadonlyMap<string, readonly string[]>[]
  /** Returns the boxes of a section, each with its figure and its whole text. */
  boxes(
    section: string,
  ): { readonly title: string; readonly figure: string; readonly text: string }[]
}

function printedOf(html: string): Printed {
  const parts = new Map(
    html
      .split('<section ')
      .slice(1)
      .map((part) => {
        const title = /<h2[^>]*>(.*?)<\/h2>/.exec(part)?.[1] ?? ''
        return [plain(title), part] as const
      }),
  )
  const markup = (title: string) =>
    Array.from(parts)
      .filter(([name]) => name === title || name.startsWith(`${title} (`))
      .map(([, part]) => part)
      .join('')
  return {
    sections: new Map(htmlSections(html).map(({ title, text }) => [title, text])),
    rows: (title) =>
      markup(title)
        .split('<tbody>')
        .slice(1)
        .map((row) => {
          const lines = new Map<string, string[]>()
          const add = (name: string, text: string) =>
            lines.set(plain(name), [...(lines.get(plain(name)) ?? []), plain(text)])
          for (const [, name = '', text = ''] of row.matchAll(
            /data-title="([^"]*)">(.*?)<\/span>/g,
          )) {
            add(name, text)
          }
          // Values below a row, by their labels.
          for (const [, name = '', text = ''] of row.matchAll(
            /<span class="muted">([^<]*):<\/span> <span[^>]*>(.*?)<\/span>/g,
          )) {
            add(`+ ${name}`, text)
          }
          return lines
        }),
    boxes: (section) =>
      markup(section)
        .split('role="group" aria-label="')
        .slice(1)
        .flatMap((box) => {
          const figure = /<p class="figure">(.*?)<\/p>/.exec(box)?.[1]
          return figure === undefined
            ? []
            : [{ title: plain(box.split('"')[0] ?? ''), figure: plain(figure), text: plain(box) }]
        }),
  }
}

function dollars(amount: number | string | undefined): string {
  if (amount === undefined || amount === '') return ''
  return `$${Number(amount).toLocaleString('en-US')}`
}

function day(value: string | undefined): string {
  const [year, month, date] = (value ?? '').split('-')
  if (month === undefined) return year ?? ''
  return date === undefined ? `${month}/${year}` : `${month}/${date}/${year}`
}

function months(count: string | undefined): string {
  if (count === undefined || count === '') return ''
  return Number(count) === 1 ? '1 month' : `${Number(count)} months`
}

function sum(nodes: readonly Node[], name: string): number {
  return nodes.reduce((total, node) => total + Number(node.values[name] ?? 0), 0)
}

const GROUPS = [
  'Mortgages',
  'Derogatory accounts',
  'Open accounts',
  'Closed accounts',
  'Collections',
]

const isMortgage = (values: Node['values']) =>
  values._AccountType === 'Mortgage' || /Mortgage|HomeEquity/.test(values.CreditLoanType ?? '')

/** The printed figures of an account as a list of texts. Rows are compared in any order. */
function accountFigures(account: Node): string[] {
  const { values, within } = account
  const late = within('_LATE_COUNT')[0]?.values
  const isOpen = ['Open', 'Frozen'].includes(values._AccountStatusType ?? '')
  const limit = dollars(values._CreditLimitAmount)
  const counts = ['_30Days', '_60Days', '_90Days']
    .map((name) => late?.[name])
    .filter((count) => count !== undefined)
    .map((count) => String(Number(count)).padStart(2, '0'))
  const pattern = within('_PAYMENT_PATTERN')[0]?.values._Data ?? ''
  return [
    values._AccountIdentifier ?? '',
    dollars(values._UnpaidBalanceAmount),
    dollars(values._PastDueAmount),
    dollars(values._HighCreditAmount),
    isOpen || limit === '' ? limit : `(${limit})`,
    values._HighBalanceAmount === values._HighCreditAmount
      ? ''
      : dollars(values._HighBalanceAmount),
    dollars(values._MonthlyPaymentAmount),
    months(values._TermsMonthsCount),
    months(values._MonthsRemainingCount),
    months(values._MonthsReviewedCount),
    counts.join('/'),
    day(values._AccountOpenedDate),
    day(values._AccountReportedDate),
    day(values._LastActivityDate),
    day(values._AccountClosedDate),
    values._AccountPaidDate === values._AccountClosedDate ? '' : day(values._AccountPaidDate),
    values._AccountBalanceDate === values._AccountReportedDate
      ? ''
      : day(values._AccountBalanceDate),
    [values._AccountReportedDate, values._AccountClosedDate].includes(values._AccountStatusDate)
      ? ''
      : day(values._AccountStatusDate),
    isMortgage(values) ? pattern : pattern.slice(0, 24),
  ]
}

const ACCOUNT_TITLES = [
  'Account number',
  'Balance',
  'Past due',
  'High credit',
  'Limit',
  '+ High balance',
  'Payment',
  'Terms',
  '+ Remaining',
  'Reviewed',
  '30/60/90+',
  'Opened',
  'Reported',
  'Last active',
  'Closed',
  '+ Paid',
  '+ Balance as of',
  '+ Status as of',
]

function printedAccounts(html: string, printed: Printed): string[][] {
  const patterns = html.split('<section ').flatMap((part) =>
    GROUPS.some((group) => part.includes(`-title">${group}`))
      ? part
          .split('<tbody>')
          .slice(1)
          .map((row) => Array.from(row.matchAll(/<dd>(.)<\/dd>/g), (match) => match[1]).join(''))
      : [],
  )
  // Sections, rows and patterns are all in the order of the document.
  return GROUPS.flatMap((group) => printed.rows(group)).map((row, index) => [
    ...ACCOUNT_TITLES.map((title) => (row.get(title) ?? []).join(' ')),
    patterns[index] ?? '',
  ])
}

function assertAccounts(answer: AnswerDocument, html: string, printed: Printed): void {
  const accounts = elements(answer, 'CREDIT_LIABILITY')
  const sorted = (rows: string[][]) => rows.map((row) => row.join(' | ')).toSorted()
  assert.deepEqual(sorted(printedAccounts(html, printed)), sorted(accounts.map(accountFigures)))
  const titles = [...printed.sections.keys()].flatMap((title) => {
    const match = /^(.*) \((\d+)\)$/.exec(title)
    return match !== null && GROUPS.includes(match[1] ?? '') ? [Number(match[2])] : []
  })
  assert.equal(
    titles.reduce((total, count) => total + count, 0),
    accounts.length,
  )
}

function assertTotals(answer: AnswerDocument, printed: Printed): void {
  const accounts = elements(answer, 'CREDIT_LIABILITY')
  const late = accounts.flatMap((account) => account.within('_LATE_COUNT'))
  const open = accounts.filter(({ values }) =>
    ['Open', 'Frozen'].includes(values._AccountStatusType ?? ''),
  )
  const limits = sum(
    open.filter(({ values }) => !/^(?:Installment|Mortgage)$/.test(values._AccountType ?? '')),
    '_CreditLimitAmount',
  )
  const days = ['_30Days', '_60Days', '_90Days'].map((name) => sum(late, name))
  const total = printed
    .rows('Accounts by type')
    .find((row) => row.get('Accounts')?.[0] === 'All accounts')
  assert.deepEqual(Object.fromEntries(total ?? []), {
    Accounts: ['All accounts'],
    Number: [String(accounts.length)],
    Open: [String(open.length)],
    'Balance > $0': [
      String(accounts.filter((one) => Number(one.values._UnpaidBalanceAmount ?? 0) > 0).length),
    ],
    'High credit': [dollars(sum(accounts, '_HighCreditAmount'))],
    ...(limits === 0 ? {} : { Limit: [dollars(limits)] }),
    Balance: [dollars(sum(accounts, '_UnpaidBalanceAmount'))],
    Payment: [dollars(sum(accounts, '_MonthlyPaymentAmount'))],
    'Past due': [dollars(sum(accounts, '_PastDueAmount'))],
    'Late 30': [String(days[0])],
    'Late 60': [String(days[1])],
    'Late 90+': [String(days[2])],
  })
  const figures = printed.boxes('Summary').map(({ title, figure }) => [title, figure])
  assert.deepEqual(figures, [
    ['Monthly payments', dollars(sum(accounts, '_MonthlyPaymentAmount'))],
    ['Balance', dollars(sum(accounts, '_UnpaidBalanceAmount'))],
    ['Late payments', String(days.reduce((all, count) => all + count, 0))],
    ['Past due', dollars(sum(accounts, '_PastDueAmount'))],
  ])
}

function assertScores(answer: AnswerDocument, printed: Printed): void {
  const responseId = answer.text('CREDIT_RESPONSE._CreditResponseID')
  const scores = elements(answer, 'CREDIT_SCORE')
  const boxes = printed.boxes('Credit scores')
  for (const score of scores) {
    const { values } = score
    if (values._Value === '') continue
    const range = ['MinimumValue', 'MaximumValue'].map((end) =>
      answer.key(`${values._ModelNameType}_${end}`),
    )
    const percentile = answer.key(`CreditScoreRankPercent_${responseId}_${values.CreditScoreID}`)
    const measure = `Range ${range.join(' to ')} · Percentile ${percentile} · ${day(values._Date)}`
    const reasons = score
      .within('_FACTOR')
      .map((factor, index) => `${index + 1}. ${factor.values._Text} (${factor.values._Code})`)
    const said = [measure, ...reasons].map(dense)
    const own = boxes.filter(
      ({ figure, text }) =>
        figure === values._Value && said.every((one) => dense(text).includes(one)),
    )
    assert.ok(own.length > 0, `score ${values._Value}: ${said.join('; ')}`)
  }
  const scored = scores
    .filter(({ values }) => values._Value !== '')
    .map(({ values }) => values._Value)
  assert.deepEqual(
    boxes
      .map(({ figure }) => figure)
      .filter((figure) => figure !== '–')
      .toSorted(),
    scored.toSorted(),
  )
  const disclosed = printed
    .rows('Score disclosure for applicants')
    .map((row) => row.get('Score')?.[0] ?? '')
  assert.deepEqual(disclosed.toSorted(), scored.toSorted())
}

function assertLists(answer: AnswerDocument, printed: Printed): void {
  const inquiries = elements(answer, 'CREDIT_INQUIRY').map(
    ({ values }) => `${day(values._Date)} ${values._Name}`,
  )
  const listed = printed
    .rows('Inquiries')
    .map((row) => `${row.get('Date')?.[0]} ${row.get('Inquirer')?.[0]}`)
  assert.deepEqual(listed.toSorted(), inquiries.toSorted())
  const records = elements(answer, 'CREDIT_PUBLIC_RECORD').map(({ values }) =>
    [
      values._DocketIdentifier ?? '',
      day(values._FiledDate),
      dollars(values._LegalObligationAmount),
    ].join(' '),
  )
  const shown = printed
    .rows('Public records')
    .map((row) => ['Docket', 'Filed', 'Amount'].map((title) => row.get(title)?.[0] ?? '').join(' '))
  assert.deepEqual(shown.toSorted(), records.toSorted())
}

/**
 * Asserts that every figure of the summaries other than 0 is in the section Figures by borrower.
 */
function assertSummaries(answer: AnswerDocument, printed: Printed): void {
  const text = printed.sections.get('Figures by borrower') ?? ''
  for (const summary of elements(answer, 'CREDIT_SUMMARY')) {
    for (const { values } of summary.within('_DATA_SET')) {
      const value = values._Value ?? ''
      if (/^0*$/.test(value) || values._Name === 'BorrowerID') continue
      const isYear = values._Name?.endsWith('Date') === true
      const isCount = !isYear && /^\d+$/.test(value)
      const shown = isCount ? Number(value).toLocaleString('en-US') : day(value)
      assert.ok(text.includes(shown), `${values._Name} ${value}`)
    }
  }
}

function assertHead(answer: AnswerDocument, html: string): void {
  const text = plain(html)
  for (const field of ['_CreditReportFirstIssuedDate', '_CreditReportLastUpdatedDate']) {
    const value = answer.text(`CREDIT_RESPONSE.${field}`)
    const [date = '', time = ''] = value.split('T')
    assert.ok(text.includes(`${day(date)} ${time.slice(0, 5)} UTC`), field)
  }
  assert.ok(text.includes(answer.text('CREDIT_RESPONSE._CreditReportIdentifier')))
}

const HTML = { __Format: 'Other', __FormatOtherDescription: 'HTML' }

function inForm(wish: object) {
  return (order: EditableNode) => {
    order.REQUESTING_PARTY.PREFERRED_RESPONSE = [wish]
  }
}

const letters = fc.stringMatching(/^[A-Z][a-z]{2,9}$/)
const person: fc.Arbitrary<Omit<Person, 'id'>> = fc.record({
  first: letters,
  middle: fc.constant(''),
  last: letters,
  suffix: fc.constantFrom('', 'JR'),
  ssn: fc.integer({ min: 20_0000, max: 99_9999 }).map(
    (n) =>
      `9${String(n)
        .padStart(8, '0')
        .replace(/^(..)(..)(....)$/, '$1-$2-$3')}`,
  ),
  street: fc.integer({ min: 1, max: 999 }).map((n) => `${n} Alder St`),
  city: fc.constant('Camden'),
  state: fc.constant('ME'),
  zip: fc.constant('04843'),
})

async function assertFigures(result: Ordered, full: boolean): Promise<void> {
  const { answer } = result
  const html = answer.printed().toString('utf8')
  const printed = printedOf(html)
  assertHead(answer, html)
  assertScores(answer, printed)
  assertSummaries(answer, printed)
  if (!full) return
  assertAccounts(answer, html, printed)
  assertTotals(answer, printed)
  assertLists(answer, printed)
}

test('every figure of the printed report equals the figure in the XML, for any borrower', async (t) => {
  const service = await runningService(t)
  const orders = fc.record({
    operation: fc.constantFrom('credit_report', 'pre_qualification', 'mortgage_only'),
    people: fc.array(person, { minLength: 1, maxLength: 2 }),
    bureaus: fc.constantFrom('YYY', 'YYN', 'NYY', 'NNY'),
  })
  let accounts = 0
  await fc.assert(
    fc.asyncProperty(orders, async ({ operation, people, bureaus }) => {
      const named = people.map((each, index) => ({ ...each, id: index === 0 ? 'B1' : 'C1' }))
      const asked = { people: named, bureaus, edit: inForm(HTML) } as const
      const result = await reported(service, operation, asked)
      accounts += elements(result.answer, 'CREDIT_LIABILITY').length
      await assertFigures(result, operation !== 'mortgage_only')
    }),
    { numRuns: runsOf(40) },
  )
  assert.ok(accounts > runsOf(100), `only ${accounts} accounts were compared`)
})

test('every figure also matches for borrowers with late payments, collections, records and many accounts', async (t) => {
  const service = await runningService(t)
  const { PERSONAS } = await import('../../src/bureaus/simulator/personas.ts')
  const wanted = [
    'delinquent',
    'bankrupt',
    'wageEarner',
    'manyAccounts',
    'chargedOff',
    'medicalDebt',
    'thin',
    'frozenOne',
  ]
  const found = PERSONAS.filter(({ id }) => wanted.includes(id))
  assert.equal(found.length, wanted.length)
  for (const { firstName, middleName, lastName, suffix, ssn, address } of partOf(found, 2)) {
    const { street, city, state, postalCode } = address
    const one = {
      id: 'B1',
      first: firstName,
      middle: middleName,
      last: lastName,
      suffix,
      ssn,
      street,
      city,
      state,
      zip: postalCode,
    }
    const asked = { people: [one], edit: inForm(HTML) }
    const result = await reported(service, 'credit_report', asked)
    await assertFigures(result, true)

    const again = {
      people: [one],
      action: 'Reissue',
      reportId: reportIdOf(result),
      edit: inForm({ __Format: 'PDF' }),
    }
    const pdf = dense(
      (
        await readPdf((await reported(service, 'credit_report', again)).answer.printed())
      ).sheets.join(' '),
    )
    for (const account of elements(result.answer, 'CREDIT_LIABILITY')) {
      for (const figure of accountFigures(account).flatMap((one) =>
        one.split(' ').flatMap((part) => part.match(/.{1,24}/g) ?? []),
      )) {
        assert.ok(pdf.includes(figure), figure)
      }
    }
  }
})
