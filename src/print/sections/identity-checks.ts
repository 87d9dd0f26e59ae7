/** The checks of a borrower's identity: what the file of a bureau says for or against the borrower. */
import { isSameFamilyName, isSameName, nameKey } from '../../documents/names.ts'
import type { BorrowerValue, CreditFileValue } from '../../documents/tables/response.ts'

/** The finding of a bureau on one check; `alert` if it speaks against the borrower. */
export interface Finding {
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
export function numberMessage(file: CreditFileValue): string {
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
export const CHECKS: readonly Check[] = [
  { name: 'Number (SSN or ITIN)', check: numberFinding },
  { name: 'Deceased', check: deathFinding },
  { name: 'Name', check: nameFinding },
  { name: 'Birth date', check: birthDateFinding },
  { name: 'Address', check: addressFinding },
]
