/** The borrowers as each bureau knows them, alerts, and statements of consumers and others. */

import { NO_FILE_CATEGORY } from '../../bureaus/without-file.ts'
import type { CreditFileValue } from '../../documents/tables/response.ts'
import type { Comment } from '../../documents/tables/tradelines.ts'
import {
  addressLine,
  bureauCodes,
  date,
  joined,
  lowerFirst,
  maskedNumber,
  noFileReason,
  upperFirst,
  words,
} from '../../documents/wording.ts'
import { borrowerLetters, type Report } from '../../reports/report.ts'
import {
  type Block,
  type Column,
  cell,
  fact,
  type Panel,
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
  { titles: ['SSN or ITIN', 'DOB'],               share: 64,  align: 'left' },
  { titles: ['Addresses (reported)'],             share: 160, align: 'left' },
  { titles: ['Employment'],                       share: 100, align: 'left' },
]

/** Returns names, numbers, addresses and employment as each bureau has them on file. */
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
  const letters = borrowerLetters(report, file.BorrowerID)
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

/**
 * Returns the parsed addresses, each with the date on which it was reported. If the bureau sent
 * none, returns its unparsed addresses.
 */
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

/**
 * Returns the consumer statements and the comments on the report and its files; no section if there
 * are none.
 */
export function statements(report: Report): Section[] {
  const rows = [
    ...report.comments.map((comment) => commentRow(comment, [], '')),
    ...listedComments(report).map(({ comment, sources, letters }) =>
      commentRow(comment, sources, letters),
    ),
  ]
  if (rows.length === 0) return []
  return [section('Statements and comments', [{ kind: 'table', columns: COMMENT_COLUMNS, rows }])]
}

interface ListedComment {
  readonly comment: Comment
  /** The bureaus whose files have the comment. */
  readonly sources: string[]
  readonly letters: string
}

/** Returns the comments on the files. A comment that several bureaus have is listed once. */
function listedComments(report: Report): ListedComment[] {
  const listed = new Map<string, ListedComment>()
  for (const file of report.files) {
    const letters = borrowerLetters(report, file.BorrowerID)
    for (const comment of file.CREDIT_COMMENT ?? []) {
      const { _Type, _TypeOtherDescription, _Code, _ReportedDate, _Text } = comment
      const key = JSON.stringify([
        letters,
        _Type,
        _TypeOtherDescription,
        _Code,
        _ReportedDate,
        _Text,
      ])
      const known = listed.get(key) ?? { comment, sources: [], letters }
      known.sources.push(file.CreditRepositorySourceType)
      listed.set(key, known)
    }
  }
  return [...listed.values()]
}

/** Returns the source of a comment: the consumer, or the bureaus themselves. */
function sourceOf({ _SourceType: source }: Comment, sources: readonly string[]): string {
  if (sources.length === 0) return words(source)
  const codes = bureauCodes(sources)
  return sources.includes(source) ? codes : `${words(source)} (${codes})`
}

function commentRow(comment: Comment, sources: readonly string[], letters: string): Row {
  const other = comment._TypeOtherDescription
  const kind = other === undefined || ONE_WORD.test(other) ? words(other ?? comment._Type) : other
  return row([
    cell(sourceOf(comment, sources)),
    cell(letters),
    cell(date(comment._ReportedDate)),
    cell(joined(kind, ', ', comment._Code)),
    cell((comment._Text ?? []).join(' ')),
  ])
}
/** A value without spaces can be a camel-case name of several words. */
const ONE_WORD = /^[A-Za-z]+$/

// The items that a reader must see first: alerts, variations and bureaus without a file.

/**
 * Returns the alerts of all files. Equal alerts for the same borrower share a box; no section if
 * there are none.
 */
export function alerts(report: Report): Section[] {
  const alike = new Map<string, { files: CreditFileValue[]; lines: readonly string[] }>()
  for (const file of report.files) {
    const lines = alertLines(file)
    if (lines.length === 0) continue
    const key = [file.BorrowerID, ...lines].join('\n')
    const known = alike.get(key) ?? { files: [], lines }
    known.files.push(file)
    alike.set(key, known)
  }
  if (alike.size === 0) return []
  const panels = [...alike.values()].map(({ files, lines }) => alertPanel(report, files, lines))
  return [section('Alerts', [{ kind: 'panels', across: 1, panels }])]
}

function alertPanel(
  report: Report,
  files: readonly CreditFileValue[],
  lines: readonly string[],
): Panel {
  const letters = borrowerLetters(report, files[0]?.BorrowerID ?? '')
  const bureaus = files.map((file) => words(file.CreditRepositorySourceType)).join(', ')
  return {
    title: `${bureaus}${letters === '' ? '' : ` (${letters})`}`,
    subtitle: '',
    figure: '',
    tone: 'alert',
    lines: lines.map((text) => ({ text, tone: 'plain' })),
  }
}

function alertLines(file: CreditFileValue): string[] {
  const lines: string[] = []
  const reason = noFileReason(file)
  if (reason !== '') lines.push(`${upperFirst(reason)}: no file.`)
  const { _ALERT_MESSAGE: messages = [], _VARIATION: variations = [] } = file
  for (const message of messages) if (!repeatsFreeze(file, message)) lines.push(alertText(message))
  if (variations.length > 0) {
    const differing = variations.map((variation) => lowerFirst(words(variation._Type)))
    lines.push(`The file differs from the order: ${differing.join(', ')}.`)
  }
  for (const error of file.CREDIT_ERROR_MESSAGE ?? []) {
    const isAlert = (text: string) => messages.some((message) => message._Text.includes(text))
    for (const text of error._Text) if (!isAlert(text)) lines.push(`${error._Code}: ${text}`)
  }
  return lines
}

type Alert = NonNullable<CreditFileValue['_ALERT_MESSAGE']>[number]

function alertText(alert: Alert): string {
  const { _CategoryType, _CategoryTypeOtherDescription: other } = alert
  const text = alert._Text.join(' ')
  // The first line of the box already states that there is no file.
  if (other === NO_FILE_CATEGORY) return text
  const category =
    other === undefined || ONE_WORD.test(other) ? words(other ?? _CategoryType) : other
  if (category !== '' && category !== 'Other') return joined(category, ': ', text)
  const source = alert._Type === undefined || alert._Type === 'Other' ? '' : words(alert._Type)
  const code = alert._Code === undefined ? '' : `code ${alert._Code}`
  return joined(joined(source, ', ', code), ': ', text)
}

/** Whether a message only repeats that the file is frozen. */
function repeatsFreeze({ _ResultStatusType: status }: CreditFileValue, message: Alert): boolean {
  return status === 'NoFileReturnedCreditFreeze' && message._CategoryType === 'CreditFileSuppressed'
}
