/** The borrowers as each bureau knows them, and what consumers and others have stated. */
import type { CreditFileValue } from '../../documents/tables/response.ts'
import type { Comment } from '../../documents/tables/tradelines.ts'
import {
  addressLine,
  date,
  joined,
  maskedNumber,
  noFileReason,
  words,
} from '../../documents/wording.ts'
import { type Report, whose } from '../../reports/report.ts'

import {
  type Block,
  type Column,
  cell,
  fact,
  paragraph,
  type Row,
  row,
  type Section,
  section,
} from '../page.ts'

// biome-ignore format: a table
const COLUMNS: readonly Column[] = [
  { titles: ['Bureau', 'In file since'],          share: 66,  align: 'left', lead: true },
  { titles: ['Applicant'],                        share: 42,  align: 'left' },
  { titles: ['Name', 'Also known as'],            share: 118, align: 'left', lead: true },
  { titles: ['SSN', 'DOB'],                       share: 64,  align: 'left' },
  { titles: ['Addresses (reported)'],             share: 160, align: 'left' },
  { titles: ['Employment'],                       share: 100, align: 'left' },
]

/** Names, numbers, addresses and employment as each bureau has them on file. */
export function identity(report: Report): Section {
  const rows = report.files.map((file) => fileRow(report, file))
  return section('Identity by bureau', [
    rows.length === 0 ? NO_FILES : { kind: 'table', columns: COLUMNS, rows },
  ])
}

const NO_FILES = paragraph('No files were delivered.', { tone: 'muted' })

function fileRow(report: Report, file: CreditFileValue): Row {
  const person = file._BORROWER
  const reason = noFileReason(file)
  const bureau = [words(file.CreditRepositorySourceType), date(file._InfileDate)]
  const letters = whose(report, file.BorrowerID)
  if (reason !== '') {
    return row([cell(bureau), cell(letters), cell(`No file: ${reason}`, 'muted')], owner(file))
  }
  return row(
    [
      cell(bureau),
      cell(letters),
      cell([person._UnparsedName, ...(person._ALIAS ?? []).map(aliasName)]),
      cell([maskedNumber(person._SSN), date(person._BirthDate)]),
      cell(addresses(file)),
      cell(person._UnparsedEmployment),
    ],
    owner(file),
  )
}

function aliasName(alias: NonNullable<CreditFileValue['_BORROWER']['_ALIAS']>[number]): string {
  return alias._UnparsedName || joined(alias._FirstName, ' ', alias._LastName)
}

function addresses(file: CreditFileValue): string[] {
  const parsed = (file._BORROWER._RESIDENCE ?? []).map((residence) => {
    const reported = date(residence._DateReported)
    return `${addressLine(residence)}${reported === '' ? '' : ` (${reported})`}`
  })
  return parsed.length > 0 ? parsed : [...(file._BORROWER._UnparsedAddress ?? [])]
}

function owner(file: CreditFileValue): Block[] {
  const office = file._OWNING_BUREAU
  let text = joined(joined(office._Name, ', ', office._Identifier), ', ', addressLine(office))
  for (const { _Value } of office.CONTACT_DETAIL.CONTACT_POINT ?? []) {
    text = joined(text, ', ', _Value)
  }
  return [{ kind: 'line', facts: [fact('File held by', text)] }]
}

// biome-ignore format: a table
const COMMENT_COLUMNS: readonly Column[] = [
  { titles: ['Source'],    share: 70,  align: 'left', lead: true },
  { titles: ['Applicant'], share: 44,  align: 'left' },
  { titles: ['Date'],      share: 56,  align: 'left' },
  { titles: ['Type'],      share: 96,  align: 'left' },
  { titles: ['Statement'], share: 360, align: 'left' },
]

/** Consumer statements and comments on the report and its files; none, no section. */
export function statements(report: Report): Section[] {
  const rows = [
    ...report.comments.map((comment) => commentRow(comment, '')),
    ...report.files.flatMap((file) =>
      (file.CREDIT_COMMENT ?? []).map((each) => commentRow(each, whose(report, file.BorrowerID))),
    ),
  ]
  if (rows.length === 0) return []
  return [section('Statements and comments', [{ kind: 'table', columns: COMMENT_COLUMNS, rows }])]
}

function commentRow(comment: Comment, letters: string): Row {
  const other = comment._TypeOtherDescription
  const kind = other === undefined || ONE_WORD.test(other) ? words(other ?? comment._Type) : other
  return row([
    cell(words(comment._SourceType)),
    cell(letters),
    cell(date(comment._ReportedDate)),
    cell(joined(kind, ', ', comment._Code)),
    cell((comment._Text ?? []).join(' ')),
  ])
}
/** What is written as one word may be of several. */
const ONE_WORD = /^[A-Za-z]+$/
