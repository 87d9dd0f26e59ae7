import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ACCOUNT_OWNERSHIP_TYPES,
  ACCOUNT_STATUS_TYPES,
  ACCOUNT_TYPES,
  BUSINESS_TYPES,
  DISPOSITION_TYPES,
  INQUIRY_PURPOSE_TYPES,
  LOAN_TYPES,
  PUBLIC_RECORD_TYPES,
  RATING_TYPES,
  RECORD_OWNERSHIP_TYPES,
} from '../../src/documents/tables/enumerations.ts'
import { date, grouped, maskedNumber, words } from '../../src/documents/wording.ts'
import { describeReport, SIMULATED_MARK } from '../../src/print/describe-report.ts'
import { paragraph, section } from '../../src/print/page.ts'
import { renderPdf } from '../../src/print/pdf/pdf.ts'
import type { Refresh, Report } from '../../src/reports/report.ts'
import { detail } from '../support/detail.ts'
import { partOf } from '../support/length.ts'
import { qpdfCheck } from './print-qpdf.ts'
import { dense, openPdf, type ReadDocument, readPdf } from './print-read.ts'
import {
  borrower,
  emptyReport,
  fullReport,
  inquiry,
  mortgage,
  refreshReport,
  reportOf,
} from './print-reports.ts'

function print(report: Report): Uint8Array {
  return renderPdf(describeReport(report))
}

async function printed(report: Report): Promise<ReadDocument & { readonly text: string }> {
  const read = await readPdf(print(report))
  return { ...read, text: dense(read.sheets.join(' ')) }
}

/** Fields that are not printed as they are. Tests below check some of them. */
const NOT_PRINTED = new RegExp(
  `^(${[
    'Credit.*ID|BorrowerID|CreditReportIdentifier|_Identifier|_Code',
    '_(First|Middle|Last)Name|_NameSuffix|_Country|PARSED_STREET_ADDRESS',
    'BorrowerResidencyType|_PrintPositionType|_ModelNameType|_SourceType|_TermsSourceType|_Type',
    'CreditRepositorySourceType|_ResultStatusType|reportType|requested|delivered|keys|summaries',
    'lastUpdatedAt|firstIssuedAt|priceCents|_Data|_StartDate',
  ].join('|')})$`,
)

/** Returns every scalar value of the report with its name, in its printed form. */
function values(value: unknown, name = ''): [name: string, text: string][] {
  if (NOT_PRINTED.test(name) || value === undefined || typeof value === 'boolean') return []
  if (typeof value === 'number') return [[name, grouped(value)]]
  if (typeof value === 'string') return value === '' ? [] : [[name, worded(name, value)]]
  if (Array.isArray(value)) return value.flatMap((each) => values(each, name))
  return Object.entries(value as object).flatMap(([key, each]) => values(each, key))
}

function worded(name: string, value: string): string {
  if (name === '_SSN') return maskedNumber(value)
  if (name.includes('Date')) return date(value)
  if (name === '_ExclusionReasonType') return words(value).replace('Not scored ', '')
  return name.endsWith('Type') ? words(value) : value
}

test('every value of the report is in the text of the printed page', async () => {
  const { text } = await printed(fullReport)
  const wanted = values(fullReport)
  assert.ok(wanted.length > 300, String(wanted.length))
  assert.deepEqual(
    wanted.filter(([, value]) => !text.includes(dense(value))),
    [],
  )
})

test('worded, computed and derived values are on the printed page', async () => {
  const { text } = await printed(fullReport)
  for (const said of [
    'Requested EFX XPN TUC Delivered EFX XPN TUC; C without TUC',
    'First issued 05/04/2026 13:22 UTC Last updated 05/06/2026 08:01 UTC',
    'Inquiry Hard inquiry',
    'Initial fraud alert: Verify the identity',
    'The file differs from the order: different address, different SSN.',
    'Equifax Beacon 5.0 688 Range 334 to 818 · Percentile 47 · 05/04/2026',
    '1. Serious delinquency, and public record or collection filed (00038)',
    'Recent inquiries also lowered this score.',
    'Not scored: insufficient credit.',
    'Representative score: 695 (middle of three)',
    'As of date 05/04/2026',
    'Total balance 320,138',
    '02/01/00',
    '05/26 04 03 02 01 12/25 11',
    'CCCCCCCC 121 CCCC N C X CCCCCC',
    'Worst rating: 60 days late 08/2025 $4,374',
    'Remark (Experian, 228, 02/2026): CLOSED BY CONSUMER PAID (EARLY)',
    'Charged off: $2,950 on 12/15/2025',
    'End of report R-1',
  ]) {
    assert.ok(text.includes(dense(said)), said)
  }
  assert.ok(!text.includes('Liens'), 'a figure of 0 is not printed')
})

test('every text of the description is in the text of the PDF', async () => {
  for (const report of [fullReport, emptyReport, reportOf(40)]) {
    const page = describeReport(report)
    const { text } = await printed(report)
    const missing = texts(page.sections).filter((said) => !text.includes(dense(said)))
    assert.deepEqual(missing, [])
  }
})

/** Returns every text of a description, without the words for its structure. */
function texts(value: unknown, name = ''): string[] {
  if (/^(kind|tone|tones|size|align|figure)$/.test(name) && value !== '') {
    return name === 'figure' ? [String(value)] : []
  }
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap((each) => texts(each, name))
  if (typeof value !== 'object' || value === null) return []
  if ('titled' in value && value.titled === false) {
    return texts((value as unknown as { blocks: unknown }).blocks)
  }
  return Object.entries(value).flatMap(([key, each]) => texts(each, key))
}

test('the same report is drawn as the same bytes, which are a complete PDF 1.7', () => {
  const bytes = Buffer.from(print(fullReport))
  assert.ok(bytes.equals(print(structuredClone(fullReport))))
  assert.ok(bytes.toString('latin1').startsWith('%PDF-1.7\n'))
  assert.ok(bytes.toString('latin1').endsWith('%%EOF'))
  assert.ok(!bytes.equals(print({ ...fullReport, lastUpdatedAt: '2026-05-07T00:00:00Z' })))
})

test('printing other documents does not change the bytes of an earlier one', () => {
  const first = print(fullReport)
  const before = Buffer.from(first).toString('hex')
  print(reportOf(40))
  assert.equal(Buffer.from(first).toString('hex'), before)
})

const named = { ...borrower, _UnparsedName: 'Łucja Ωμέγα Dvořák' }
const checked: readonly [title: string, report: Report][] = [
  ['a joint report with every kind of item', fullReport],
  ['an empty report', emptyReport],
  ['a refresh', refreshReport],
  ['120 accounts over many sheets', reportOf(120)],
  ['a name in the embedded font', { ...fullReport, borrowers: [named] }],
]
for (const [title, report] of checked) {
  for (const tagged of [false, true]) {
    test(`qpdf finds no problem, ${tagged ? 'tagged' : 'untagged'}: ${title}`, async () => {
      const { status, said } = await qpdfCheck(renderPdf(describeReport(report), { tagged }))
      assert.equal(status, 0, said)
      assert.match(said, /PDF Version: 1\.7/)
    })
  }
}

const damages: readonly [title: string, damage: (bytes: Buffer) => void][] = [
  [
    'at the end of the first sheet',
    (bytes) => bytes.fill(0x20, bytes.indexOf('endstream'), bytes.indexOf('endstream') + 9),
  ],
  [
    'in the object stream',
    (bytes) => bytes.fill(0, bytes.indexOf('/ObjStm') + 200, bytes.indexOf('/ObjStm') + 220),
  ],
  [
    'in the offset after startxref',
    (bytes) => bytes.write('0', bytes.lastIndexOf('startxref') + 10),
  ],
]
for (const [title, damage] of damages) {
  test(`qpdf finds bytes that are damaged ${title}`, async () => {
    const bytes = Buffer.from(print(fullReport))
    damage(bytes)
    assert.notEqual((await qpdfCheck(bytes)).status, 0)
  })
}

/** Only streams with a font state their uncompressed length. */
const EMBEDDED = /\/Length1 \d+/

test('a font is embedded only if a letter needs it', () => {
  const plain = Buffer.from(print(fullReport)).toString('latin1')
  assert.doesNotMatch(plain, EMBEDDED)
  const named = { ...fullReport, borrowers: [{ ...borrower, _UnparsedName: 'Łucja' }] }
  const bytes = Buffer.from(print(named))
  assert.match(bytes.toString('latin1'), EMBEDDED)
  assert.ok(
    bytes.equals(print(structuredClone(named))),
    'an equal report is drawn as the same bytes',
  )
  assert.ok(bytes.length < plain.length + 20_000, `${bytes.length} bytes`)
})

/** Returns the numbers from 1 to a last one. */
function upTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, index) => index + 1)
}

detail('the last row of a table is never alone on a sheet', async () => {
  for (const count of partOf(upTo(40), 3)) {
    const inquiries = Array.from({ length: 60 + count }, (_, index) => ({
      ...inquiry,
      CreditInquiryID: `I${index}`,
      _Name: `ASKER${index}.`,
    }))
    const { sheets } = await printed({ ...emptyReport, inquiries })
    const last = sheets.find((sheet) => sheet.includes(`ASKER${59 + count}.`))
    assert.ok(last?.includes(`ASKER${58 + count}.`), `${60 + count} inquiries`)
  }
})

detail(
  'a sentence that introduces a table or a list is on the same sheet as its beginning',
  async () => {
    const introductions = [
      'are not included in this report:',
      'Figures other than 0, as the response has them.',
      'The inquiries made by this report are not included.',
    ].map(dense)
    const seen = new Set<string>()
    for (const count of partOf(upTo(60), 3)) {
      const inquiries = Array.from({ length: count }, () => inquiry)
      const alerts = Array.from({ length: count }, (_, index) => ({ _Text: [`Alert ${index}.`] }))
      const files = fullReport.files.map((file) => ({ ...file, _ALERT_MESSAGE: alerts }))
      const { sheets } = await printed({ ...fullReport, files, inquiries })
      for (const sheet of sheets.map(dense)) {
        for (const each of introductions) {
          if (sheet.includes(each)) seen.add(each)
          assert.ok(!sheet.endsWith(each), `${each} with ${count} inquiries`)
        }
      }
    }
    assert.equal(seen.size, introductions.length)
  },
)

test('the first table of a section is on the sheet of the title and the text above it', async () => {
  let first = 0
  for (const count of partOf(upTo(30), 3)) {
    const inquiries = Array.from({ length: count }, (_, index) => ({
      ...inquiry,
      CreditInquiryID: `I${index}`,
    }))
    const { sheets } = await printed({ ...fullReport, inquiries })
    for (const sheet of sheets) {
      const [, below = ''] = dense(sheet).split(/Page\d+of\d+/)
      if (below.startsWith('Identity') && below.includes('OFAC:')) first++
      assert.doesNotMatch(below, /^Identity,continued\w+BNumber/, `${count} inquiries`)
    }
  }
  assert.ok(first > 0)
})

detail('the facts below the accounts by type are on the sheet of the table', async () => {
  const sums = describeReport(fullReport).sections.filter(({ title }) => /by type$/.test(title))
  const starts = new Set<number>()
  for (const count of upTo(80)) {
    const above = section(
      'Above',
      Array.from({ length: count }, () => paragraph('A line.')),
    )
    const page = { ...describeReport(emptyReport), sections: [above, ...sums] }
    const { sheets } = await readPdf(renderPdf(page))
    const at = sheets.findIndex((sheet) => sheet.includes('All accounts'))
    starts.add(at)
    assert.ok(sheets[at]?.includes('Revolving utilization'), `below ${count} lines`)
  }
  assert.equal(starts.size, 2)
})

detail('a representative score is on the sheet of the scores that it represents', async () => {
  for (const count of upTo(24)) {
    const publicRecords = Array.from({ length: count }, () => fullReport.publicRecords).flat()
    const { sheets } = await printed({ ...fullReport, publicRecords })
    for (const sheet of sheets) {
      assert.doesNotMatch(dense(sheet), /Page\d+of\d+Representativescore/, `${count} records`)
    }
  }
})

test('title, language and outline are set, and the title names no person', async () => {
  const read = await printed(fullReport)
  assert.equal(read.title, 'Merged Credit Report R-1')
  assert.equal(read.language, 'en-US')
  const { sections } = describeReport(fullReport)
  assert.deepEqual(
    read.outline,
    sections.map((each) => each.title),
  )
})

test('every sheet has its number, the number of sheets, the report number and the mark of simulation', async () => {
  const { sheets } = await printed(reportOf(120))
  assert.ok(sheets.length > 8)
  sheets.forEach((sheet, index) => {
    assert.ok(sheet.includes(`Page ${index + 1} of ${sheets.length}`))
    assert.ok(sheet.includes('Report R-120 ·'))
    assert.ok(sheet.includes('Confidential'))
    assert.ok(sheet.includes(SIMULATED_MARK))
  })
})

test('a report of real bureaus has no mark of simulation', async () => {
  const { text } = await printed(emptyReport)
  assert.ok(!text.includes(dense(SIMULATED_MARK)))
})

test('printed social security numbers show only their last four digits', async () => {
  const { text } = await printed(fullReport)
  assert.ok(text.includes('XXX-XX-1234') && text.includes('XXX-XX-2222'))
  for (const whole of ['900-12-1234', '900121234', '900552222']) assert.ok(!text.includes(whole))
})

test('each of 120 accounts is complete on one sheet, under a header', async () => {
  const report = reportOf(120)
  const { sheets } = await printed(report)
  for (const account of report.liabilities) {
    const own = sheets.filter((sheet) => sheet.includes(account._AccountIdentifier as string))
    assert.equal(own.length, 1)
    const [sheet] = own
    assert.ok(sheet?.includes(`$${grouped(account._UnpaidBalanceAmount as number)}`))
    assert.ok(sheet?.includes('Account number'))
  }
})

test('each account is counted in one group, and collections are a separate group', async () => {
  const { outline } = await printed(fullReport)
  const groups = outline.filter((title) => /\(\d+\)$/.test(title))
  assert.deepEqual(groups, [
    'Mortgages (1)',
    'Derogatory accounts (1)',
    'Open accounts (1)',
    'Closed accounts (1)',
    'Collections (1)',
    'Inquiries (2)',
  ])
})

const characters: [title: string, name: string, shown: string][] = [
  [
    'characters with a meaning in XML',
    `O'Brien & <Sons> "Ñandú" ]]>`,
    `O'Brien & <Sons> "Ñandú" ]]>`,
  ],
  ['characters that PDF strings escape', 'a\\b (c) \\) ((', 'a\\b (c) \\) (('],
  ['Western letters', 'Æsa Ðorf Þór ß ÿ €5 “Š” ž…–—™', 'Æsa Ðorf Þór ß ÿ €5 “Š” ž…–—™'],
  ['letters with combining marks', 'N\u0303andu\u0301', 'Ñandú'],
  ['letters of the embedded font', 'Čapek Dvořák Nguyễn Łódź', 'Čapek Dvořák Nguyễn Łódź'],
  ['Western letters beside others in one word', 'Ðiñarič-O’(Łó)é', 'Ðiñarič-O’(Łó)é'],
  ['Greek, Cyrillic, Armenian, Georgian', 'Ωμέγα Жуков Արամ ნინო', 'Ωμέγα Жуков Արամ ნინო'],
  ['combining marks without a composed letter', 'Ọ̀yọ́ Çelık', 'Ọ̀yọ́ Çelık'],
  ['unsupported scripts', '山田 שלום', '?? ????'],
  ['private use characters', '\ue041\ue0e9', '??'],
  ['characters outside the basic plane', '𝒜 😀', 'A ?'],
  ['control characters', 'a\tb\nc\u0000d', 'a b c d'],
]
for (const [title, name, shown] of characters) {
  test(`characters: ${title} read back as ${shown}`, async () => {
    const named = { ...fullReport, borrowers: [{ ...borrower, _UnparsedName: name }] }
    const { text } = await printed(named)
    assert.ok(text.includes(dense(shown)), text.slice(0, 800))
  })
}

test('a report without any items states this in each section', async () => {
  const { text, outline } = await printed(emptyReport)
  for (const said of [
    'No accounts are reported.',
    'No collections are reported.',
    'No public records are reported.',
    'No inquiries are reported.',
    'This report has no credit scores: none were ordered or delivered.',
  ]) {
    assert.ok(text.includes(dense(said)), said)
  }
  assert.ok(!outline.includes('Alerts'))
})

test('a missing file is stated wherever its data would be', async () => {
  const { text } = await printed(fullReport)
  for (const said of [
    'TransUnion, JUNO CASTELLANE: security freeze.',
    'No file, no score: security freeze.',
    'No file: security freeze',
    'Security freeze: no file.',
    'The consumer has frozen this file.',
  ]) {
    assert.ok(text.includes(dense(said)), said)
  }
})

test('a mortgage-only report claims nothing about other accounts, records and inquiries', async () => {
  const only = { ...emptyReport, mortgagesOnly: true, liabilities: [mortgage] }
  const { text, outline } = await printed(only)
  assert.ok(
    text.includes(dense('Non-mortgage accounts, inquiries and public records are not included.')),
  )
  assert.ok(outline.includes('Mortgages (1)'))
  for (const counted of ['Inquiries0', 'Publicrecords0', 'Collections0']) {
    assert.ok(!text.includes(counted))
  }
  for (const left of ['Collections', 'Public records', 'Inquiries (0)']) {
    assert.ok(!outline.includes(left))
  }
})

test('a text that is longer than a sheet continues on the next ones without loss', async () => {
  const word = (index: number) => `word${index}.`
  const long = Array.from({ length: 3_000 }, (_, index) => word(index)).join(' ')
  const remarked = {
    ...mortgage,
    CREDIT_COMMENT: [{ _SourceType: 'Equifax', _Type: 'BureauRemarks', _Text: [long] }],
  } as const
  const report: Report = {
    ...fullReport,
    liabilities: [remarked],
    comments: [{ _SourceType: 'Borrower', _Type: 'ConsumerStatement', _Text: [long] }],
    // Identical alerts are printed once, so each alert here begins differently.
    files: fullReport.files.map((file) => ({
      ...file,
      _ALERT_MESSAGE: [{ _Text: [`${file.CreditFileID}: ${long}`] }],
    })),
  }
  const { sheets } = await printed(report)
  const said = Map.groupBy(sheets.join(' ').split(/\s+/), (each) => each)
  const expected = 2 + report.files.length
  for (let index = 0; index < 3_000; index += 1) {
    assert.equal(said.get(word(index))?.length, expected)
  }
})

test('identical alerts of several bureaus are printed once, with the names of the bureaus', async () => {
  const alert = { _CategoryType: 'DeathClaim', _Text: ['Reported as deceased.'] } as const
  const files = fullReport.files
    .filter(({ BorrowerID }) => BorrowerID === 'B1')
    .map((file) => ({ ...file, _VARIATION: [], CREDIT_ERROR_MESSAGE: [], _ALERT_MESSAGE: [alert] }))
  const { text } = await printed({ ...fullReport, files })
  assert.equal(text.split(dense('Reported as deceased.')).length, 2)
  assert.ok(text.includes(dense('Equifax, Experian, TransUnion (B)')))
})

test('major items are on the first sheet, and a mortgage-only report claims nothing about other items', async () => {
  const { sheets } = await printed(fullReport)
  const first = dense(sheets[0] ?? '')
  for (const said of [
    'Major items',
    'filed 11/30/2018 · discharged 08/01/2019 · $55,555 · docket 18-20455',
    'Charge-offs (1)',
    'Collections (1)',
    'Security freeze',
    'Monthly payments',
    'Mortgage late payments: 0–12 months: 3 · 13–24: 0 · 25+: 0',
    'EFX 688, XPN 701, TUC 695; representative 695 (middle of three)',
  ]) {
    assert.ok(first.includes(dense(said)), said)
  }
  const none = { ...emptyReport, mortgagesOnly: true }
  assert.ok((await printed(none)).text.includes(dense('Other accounts and public records are not')))
  assert.ok(!(await printed(none)).text.includes(dense('no bankruptcy')))
})

test('an unmerged report shows no inquiry, and no page shows a price', async () => {
  const unmerged = { how: 'unmerged', reportId: 'R-0' } as const
  const { text } = await printed({ ...fullReport, madeFrom: unmerged })
  assert.ok(text.includes(dense('Inquiry None: made from stored files')))
  assert.ok(!text.includes(dense('Hard inquiry')) && !text.includes('$123.45'))
})

test('no word for an enumerated value is broken in its column', async () => {
  const every = <const T extends object>(item: T, name: string, values: readonly string[]) =>
    values.map((value) => ({ ...item, [name]: value }))
  const liabilities = [
    ...every(mortgage, '_AccountOwnershipType', ACCOUNT_OWNERSHIP_TYPES),
    ...every(mortgage, '_AccountStatusType', ACCOUNT_STATUS_TYPES),
    ...every(mortgage, '_AccountType', ACCOUNT_TYPES),
    ...every(mortgage, 'CreditLoanType', LOAN_TYPES),
    ...RATING_TYPES.map((_Type) => ({ ...mortgage, _CURRENT_RATING: { _Code: '9', _Type } })),
  ]
  const [bankruptcy] = fullReport.publicRecords
  assert.ok(bankruptcy !== undefined)
  const publicRecords = [
    ...every(bankruptcy, '_AccountOwnershipType', RECORD_OWNERSHIP_TYPES),
    ...every(bankruptcy, '_DispositionType', DISPOSITION_TYPES),
    ...every(bankruptcy, '_Type', PUBLIC_RECORD_TYPES),
  ]
  const inquiries = [
    ...every(inquiry, 'CreditBusinessType', BUSINESS_TYPES),
    ...every(inquiry, 'CreditLoanType', LOAN_TYPES),
    ...every(inquiry, '_PurposeType', INQUIRY_PURPOSE_TYPES),
  ]
  const { sheets } = await printed({ ...emptyReport, liabilities, publicRecords, inquiries })
  const shown = new Set(sheets.join(' ').split(/[\s,]+/))
  const said = [
    ...[ACCOUNT_OWNERSHIP_TYPES, ACCOUNT_STATUS_TYPES, ACCOUNT_TYPES, RATING_TYPES, LOAN_TYPES],
    ...[RECORD_OWNERSHIP_TYPES, DISPOSITION_TYPES, PUBLIC_RECORD_TYPES],
    ...[BUSINESS_TYPES, INQUIRY_PURPOSE_TYPES],
  ].flat()
  const all = said.flatMap((value) => words(value).split(/[\s,]+/))
  assert.deepEqual(
    all.filter((word) => !shown.has(word)),
    [],
  )
})

test('common values of a refresh are printed in the size of the others', async () => {
  const found = { borrowerIds: ['B1'], bureaus: ['Equifax'], what: 'A BANK' } as const
  const differences = [
    { ...found, kind: 'newInquiry', to: 'ConventionalRealEstateMortgage' },
    { ...found, kind: 'fileUnavailable', to: 'NoFileReturnedError' },
    { ...found, kind: 'newPublicRecord', to: 'BankruptcyChapter7Voluntary' },
  ] as const
  const refresh = { ...(refreshReport.refresh as Refresh), differences }
  const task = openPdf(print({ ...refreshReport, refresh }))
  const { items } = await (await (await task.promise).getPage(1)).getTextContent()
  await task.destroy()
  for (const value of [
    'Conventional real estate mortgage',
    'bureau error or no response',
    'Bankruptcy chapter 7 voluntary',
  ]) {
    const sizes = items.flatMap((item) =>
      'str' in item && item.str === value ? [item.transform[0] as number] : [],
    )
    assert.deepEqual(sizes, [7], value)
  }
})

test('a word wider than its column is broken and not cut', async () => {
  const wide = 'W'.repeat(90)
  const report = {
    ...fullReport,
    liabilities: [{ ...mortgage, _CREDITOR: { _Name: wide } }],
  }
  const { text } = await printed(report)
  assert.ok(text.includes(wide))
})
