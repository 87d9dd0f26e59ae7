/** One verdict on the identity of each borrower, with the findings of each bureau. */
import { isSameFamilyName, isSameName, nameKey } from '../../documents/names.ts'
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
import { hasUnclassifiedAlert, OFAC } from './alert-category.ts'

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
  const isComplete = report.borrowers.every((borrower) => isScreened(report, borrower))
  return section('Identity', [
    ...report.borrowers.map((borrower) => verdict(report, borrower)),
    {
      kind: 'table',
      columns: COLUMNS,
      rows: report.borrowers.flatMap((each) => rows(report, each)),
      leads: !isComplete,
    },
    ...(isComplete ? [] : [NOT_SCREENED]),
  ])
}

/** Whether a vendor checked the borrower. The result is then an alert or a remark of the file. */
function isScreened({ files }: Report, { BorrowerID: id }: BorrowerValue): boolean {
  return files.some(
    (file) =>
      file.BorrowerID === id &&
      (file._ALERT_MESSAGE?.some((alert) => alert._CategoryTypeOtherDescription === OFAC) ||
        file.CREDIT_COMMENT?.some((comment) => comment._TypeOtherDescription === OFAC)),
  )
}

const NOT_SCREENED = paragraph(
  'OFAC: this report does not screen the borrowers against the lists of the Office of Foreign Assets Control.',
  { tone: 'muted', size: 'small' },
)

/** Returns the file of a borrower at each bureau; undefined if it was not requested. */
export function filesOf(report: Report, { BorrowerID: id }: BorrowerValue) {
  return BUREAUS.map((bureau) => [bureau, fileOf(report, id, bureau)] as const)
}

/** Whether a bureau returned a file, and not only the reason for none. */
export function isDelivered(file: CreditFileValue | undefined): file is CreditFileValue {
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

// The checks: what the file of a bureau says for or against the borrower.

/** The finding of a bureau on one check; `alert` if it speaks against the borrower. */
interface Finding {
  readonly text: string
  readonly alert: boolean
  /** Whether the file has no evidence on this check, neither against the borrower nor for them. */
  readonly assumed: boolean
}

const assumedFinding = (text: string): Finding => ({ text, alert: false, assumed: true })
const statedFinding = (text: string): Finding => ({ text, alert: false, assumed: false })
const adverseFinding = (text: string): Finding => ({ text, alert: true, assumed: false })

const hasAlert = (file: CreditFileValue, category: string) =>
  (file._ALERT_MESSAGE ?? []).some(({ _CategoryType }) => _CategoryType === category)

const hasVariation = (file: CreditFileValue, type: string) =>
  (file._VARIATION ?? []).some(({ _Type }) => _Type === type)

/** Returns the bureau's message about the number. Many bureaus send none if the number matches. */
function numberMessage(file: CreditFileValue): string {
  const message = (file.CREDIT_COMMENT ?? []).find(
    ({ _TypeOtherDescription }) => _TypeOtherDescription === 'SSNMessage',
  )
  return message?._Text?.join(' ') ?? ''
}

function numberFinding(file: CreditFileValue, borrower: BorrowerValue): Finding {
  const message = numberMessage(file)
  const differs = hasVariation(file, 'DifferentSSN') || hasAlert(file, 'SSNVerification')
  if (differs || /not match/i.test(message)) return adverseFinding(message || 'differs')
  const [onFile, asked] = [file._BORROWER._SSN, borrower._SSN].map((one) => one.replace(/\D/g, ''))
  // A vendor can mask part of the number.
  if (onFile?.length === 9 && onFile !== asked) return adverseFinding('differs')
  return message === '' ? assumedFinding('no discrepancy') : statedFinding(message)
}

function deathFinding(file: CreditFileValue): Finding {
  return hasAlert(file, 'DeathClaim')
    ? adverseFinding('reported as deceased')
    : assumedFinding('not reported')
}

const NAME_VARIATIONS = ['DifferentName', 'DifferentLastName', 'DifferentGeneration']

/**
 * Many vendors report no variations. A name that is not the same can then be a short form, so it is
 * neither a match nor a difference.
 */
function nameFinding(file: CreditFileValue, borrower: BorrowerValue): Finding {
  if (NAME_VARIATIONS.some((type) => hasVariation(file, type))) return adverseFinding('differs')
  const { _BORROWER: person } = file
  const names = [person, ...(person._ALIAS ?? [])]
  const matches = names.some(
    ({ _FirstName: first = '', _LastName: last = '' }) =>
      isSameName(first, borrower._FirstName) &&
      isSameFamilyName(last, borrower._LastName, borrower._NameSuffix),
  )
  return assumedFinding(matches ? 'matches' : 'no discrepancy')
}

/** Dates of different precision agree if one begins with the other. */
function birthDateFinding(file: CreditFileValue, borrower: BorrowerValue): Finding {
  const [onFile, asked] = [file._BORROWER._BirthDate, borrower._BirthDate ?? '']
  const agree = onFile.startsWith(asked) || asked.startsWith(onFile)
  if (!agree || hasVariation(file, 'DifferentBirthDate')) return adverseFinding('differs')
  return assumedFinding(onFile === '' ? 'not on file' : 'no discrepancy')
}

/** A bureau has to report only a substantial difference, so another address is no finding. */
function addressFinding(file: CreditFileValue, borrower: BorrowerValue): Finding {
  if (hasAlert(file, 'FACTAAddressDiscrepancy')) return adverseFinding('differs substantially')
  if (hasVariation(file, 'DifferentAddress')) return adverseFinding('differs')
  const { _RESIDENCE: homes = [], _UnparsedAddress: unparsed = [] } = file._BORROWER
  if (homes.length + unparsed.length === 0) return assumedFinding('not on file')
  const { _StreetAddress: street, _PostalCode: code } = borrower._RESIDENCE
  const [asked, zip] = [nameKey(street), zipOf(code)]
  const matches =
    homes.some(
      (home) => nameKey(home._StreetAddress) === asked && zipOf(home._PostalCode) === zip,
    ) || unparsed.map(nameKey).some((home) => home.startsWith(asked) && home.includes(zip))
  return assumedFinding(matches ? 'matches' : 'no discrepancy')
}

/** Returns a ZIP without its extension, which is not always present. */
function zipOf(code: string): string {
  return code.slice(0, 5)
}

interface Check {
  readonly name: string
  readonly check: (file: CreditFileValue, borrower: BorrowerValue) => Finding
}

/** The checks, in the order in which the page lists them. */
const CHECKS: readonly Check[] = [
  { name: 'Number (SSN or ITIN)', check: numberFinding },
  { name: 'Deceased', check: deathFinding },
  { name: 'Name', check: nameFinding },
  { name: 'Birth date', check: birthDateFinding },
  { name: 'Address', check: addressFinding },
]
