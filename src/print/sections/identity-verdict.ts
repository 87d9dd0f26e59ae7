/** One verdict on the identity of each borrower, with the findings of each bureau. */
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { BorrowerValue, CreditFileValue } from '../../documents/tables/response.ts'
import { bureauCode, noFileReason } from '../../documents/wording.ts'
import { borrowerLetters, fileOf, type Report } from '../../reports/report.ts'
import {
  type Column,
  cell,
  paragraph,
  type Row,
  row,
  type Section,
  section,
  type Tone,
} from '../page.ts'
import { hasUnclassifiedAlert } from './alert-category.ts'
import { CHECKS, type Finding, numberMessage } from './identity-checks.ts'

/**
 * Returns the name of a borrower's number: ITIN if a bureau reports a taxpayer identification
 * number, else SSN.
 */
export function numberName({ files }: Report, borrowerId: string): string {
  const isTaxpayers = files.some(
    (file) => file.BorrowerID === borrowerId && /\bITIN\b/.test(numberMessage(file)),
  )
  return isTaxpayers ? 'ITIN' : 'SSN'
}

const COLUMNS: readonly Column[] = [
  { titles: ['Applicant'], share: 50, align: 'left' },
  { titles: ['Check'], share: 110, align: 'left', lead: true },
  ...BUREAUS.map((bureau) => ({ titles: [bureau], share: 130, align: 'left' }) as const),
]

/** Returns the verdict and the table of checks for each borrower. */
export function identityVerdict(report: Report): Section {
  return section('Identity', [
    ...report.borrowers.map((borrower) => verdict(report, borrower)),
    {
      kind: 'table',
      columns: COLUMNS,
      rows: report.borrowers.flatMap((each) => rows(report, each)),
    },
    NOT_SCREENED,
  ])
}

const NOT_SCREENED = paragraph(
  'OFAC: this report does not screen the borrowers against the lists of the Office of Foreign Assets Control.',
  { tone: 'muted', size: 'small' },
)

function filesOf(report: Report, { BorrowerID: id }: BorrowerValue) {
  return BUREAUS.map((bureau) => [bureau, fileOf(report, id, bureau)] as const)
}

function isDelivered(file: CreditFileValue | undefined): file is CreditFileValue {
  return file !== undefined && noFileReason(file) === ''
}

function verdict(report: Report, borrower: BorrowerValue) {
  const files = filesOf(report, borrower).filter(([, file]) => isDelivered(file))
  const failedChecks = CHECKS.filter(({ check }) =>
    files.some(([, file]) => check(file as CreditFileValue, borrower).alert),
  ).map(({ name }) => name.toLowerCase().replace('ssn or itin', 'SSN or ITIN'))
  const name = `${borrower._UnparsedName} (${borrowerLetters(report, borrower.BorrowerID)})`
  if (files.length === 0) return paragraph(`${name}: not verified, no file was delivered.`, STRONG)
  if (failedChecks.length > 0)
    return paragraph(`${name}: verify ${failedChecks.join(', ')}.`, ALERT)
  const unclear = files.filter(([, file]) => hasUnclassifiedAlert(file as CreditFileValue))
  if (unclear.length > 0) {
    return paragraph(
      `${name}: an alert at ${codesOf(unclear)} states no category; see Alerts.`,
      ALERT,
    )
  }
  return paragraph(`${name}: no discrepancy at ${codesOf(files)}.`, STRONG)
}

function codesOf(files: readonly (readonly [BureauName, unknown])[]): string {
  return files.map(([bureau]) => bureauCode(bureau)).join(' ')
}

const STRONG = { tone: 'strong' as Tone }
const ALERT = { tone: 'alert' as Tone }

function rows(report: Report, borrower: BorrowerValue): Row[] {
  const files = filesOf(report, borrower)
  const letters = borrowerLetters(report, borrower.BorrowerID)
  return CHECKS.map(({ name, check }) =>
    row([
      cell(letters),
      cell(name),
      ...files.map(([bureau, file]) =>
        findingCell(report, bureau, file, (delivered) => check(delivered, borrower)),
      ),
    ]),
  )
}

function findingCell(
  report: Report,
  bureau: BureauName,
  file: CreditFileValue | undefined,
  check: (file: CreditFileValue) => Finding,
) {
  if (!report.requested.includes(bureau) && file === undefined)
    return cell('not requested', 'muted')
  if (!isDelivered(file)) return cell('no file', 'muted')
  const { text, alert, assumed } = check(file)
  // An alert without a category can be about any of the checks, so nothing can be assumed.
  if (assumed && hasUnclassifiedAlert(file)) return cell('see Alerts', 'strong')
  return cell(text, alert ? 'alert' : 'plain')
}
