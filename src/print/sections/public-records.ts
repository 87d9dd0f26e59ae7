/** Public records and inquiries. */
import type { Inquiry, PublicRecord } from '../../documents/tables/tradelines.ts'
import { bureauCodes, date, dollars, words } from '../../documents/wording.ts'
import { borrowerLetters, type Report } from '../../reports/report.ts'
import {
  addFact,
  type Column,
  cell,
  emptySection,
  type Fact,
  paragraph,
  type Row,
  row,
  type Section,
  section,
} from '../page.ts'
import { DEROGATORY, DISPUTED, remark } from './account-facts.ts'

// biome-ignore format: a table
const RECORD_COLUMNS: readonly Column[] = [
  { titles: ['Applicant', 'ECOA'],             share: 46,  align: 'left' },
  { titles: ['Record', 'Docket'],              share: 96,  align: 'left', lead: true },
  { titles: ['Court'],                         share: 110, align: 'left' },
  { titles: ['Bureaus'],                       share: 40,  align: 'left' },
  { titles: ['Filed', 'Reported'],             share: 56,  align: 'left' },
  { titles: ['Disposition', 'Date'],           share: 70,  align: 'left' },
  { titles: ['Amount'],                        share: 60,  align: 'right' },
  { titles: ['Plaintiff'],                     share: 90,  align: 'left' },
]

/** Returns the section with the public records about the borrowers. */
export function publicRecords(report: Report): Section {
  if (report.publicRecords.length === 0) return NO_PUBLIC_RECORDS
  const rows = report.publicRecords.map((record) => recordRow(report, record))
  return section('Public records', [{ kind: 'table', columns: RECORD_COLUMNS, rows }])
}

const NO_PUBLIC_RECORDS = emptySection('Public records', 'No public records are reported.')

function recordRow(report: Report, record: PublicRecord): Row {
  const sources = (record.CREDIT_REPOSITORY ?? []).map((source) => source._SourceType)
  const facts = recordFacts(record)
  return row(
    [
      cell([borrowerLetters(report, record.BorrowerID), words(record._AccountOwnershipType)]),
      cell([words(record._Type), record._DocketIdentifier ?? '']),
      cell(record._CourtName ?? ''),
      cell(bureauCodes(sources)),
      cell([date(record._FiledDate), date(record._ReportedDate)]),
      cell([words(record._DispositionType), date(record._DispositionDate)]),
      cell(dollars(record._LegalObligationAmount)),
      cell(record._PlaintiffName ?? ''),
    ],
    facts.length === 0 ? [] : [{ kind: 'line', facts }],
  )
}

function recordFacts(record: PublicRecord): Fact[] {
  const facts: Fact[] = []
  if (record._ConsumerDisputeIndicator) facts.push(DISPUTED)
  if (record._DerogatoryDataIndicator) facts.push(DEROGATORY)
  addFact(facts, 'Paid', date(record._PaidDate))
  addFact(facts, 'Attorney', record._AttorneyName)
  addFact(facts, 'Bankruptcy', words(record._BankruptcyType))
  addFact(facts, 'Assets', dollars(record._BankruptcyAssetsAmount))
  addFact(facts, 'Liabilities', dollars(record._BankruptcyLiabilitiesAmount))
  for (const comment of record.CREDIT_COMMENT ?? []) facts.push(remark(comment))
  return facts
}

// biome-ignore format: a table
const INQUIRY_COLUMNS: readonly Column[] = [
  { titles: ['Date'],        share: 60,  align: 'left' },
  { titles: ['Applicant'],   share: 46,  align: 'left' },
  { titles: ['Inquirer'],    share: 174, align: 'left', lead: true },
  { titles: ['Business'],    share: 100, align: 'left' },
  { titles: ['Credit'],      share: 100, align: 'left' },
  { titles: ['Purpose'],     share: 100, align: 'left' },
  { titles: ['Bureau'],      share: 44,  align: 'left' },
]

/** Returns the other inquiries on the borrowers' files, newest first. */
export function inquiries(report: Report): Section {
  const listed = report.inquiries.toSorted((a, b) =>
    a._Date < b._Date ? 1 : a._Date > b._Date ? -1 : 0,
  )
  const rows = listed.map((inquiry) => inquiryRow(report, inquiry))
  return section(`Inquiries (${rows.length})`, [
    WHICH_INQUIRIES,
    rows.length === 0 ? NO_INQUIRIES : { kind: 'table', columns: INQUIRY_COLUMNS, rows },
  ])
}

const WHICH_INQUIRIES = paragraph(
  'All inquiries on the delivered files, regardless of date. Bureaus keep inquiries for about two years. ' +
    'The inquiries made by this report are not included.',
  { tone: 'muted', size: 'small', leads: true },
)
const NO_INQUIRIES = paragraph('No inquiries are reported.', { tone: 'muted' })

function inquiryRow(report: Report, inquiry: Inquiry): Row {
  const sources = (inquiry.CREDIT_REPOSITORY ?? []).map((source) => source._SourceType)
  return row([
    cell(date(inquiry._Date)),
    cell(borrowerLetters(report, inquiry.BorrowerID)),
    cell(inquiry._Name),
    cell(words(inquiry.CreditBusinessType)),
    cell(words(inquiry.CreditLoanType)),
    cell(words(inquiry._PurposeType)),
    cell(bureauCodes(sources)),
  ])
}
