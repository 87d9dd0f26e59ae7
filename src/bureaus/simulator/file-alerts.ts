/** Alerts and messages of a file (FCRA 605A, 605(h)). The codes are our own. */
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type { AlertValue } from '../../documents/tables/response.ts'
import type { Comment } from '../../documents/tables/tradelines.ts'
import type { FileStatus } from '../bureau.ts'
import type { Moment } from './calendar.ts'
import type { Life } from './life.ts'
import type { AlertKind } from './story.ts'
import { wholeText } from './whole-text.ts'

interface AlertRow {
  readonly category: NonNullable<AlertValue['_CategoryType']>
  readonly adverse: boolean
  readonly code: string
  readonly text: string
  /** The statement that the consumer adds. */
  readonly statement?: string
}

// biome-ignore format: a table
const ALERTS: Readonly<Record<AlertKind, AlertRow>> = {
  fraudInitial: {
    category: 'FACTAFraudVictimInitial', adverse: true, code: 'FI',
    text: 'INITIAL FRAUD ALERT: VERIFY THE IDENTITY OF THE CONSUMER BEFORE EXTENDING CREDIT.',
    statement: 'I MAY BE A VICTIM OF FRAUD. CALL ME AT (207) 555-0142 BEFORE OPENING AN ACCOUNT IN MY NAME.',
  },
  fraudExtended: {
    category: 'FACTAFraudVictimExtended', adverse: true, code: 'FE',
    text: 'EXTENDED FRAUD ALERT: CONTACT THE CONSUMER AS STATED BEFORE EXTENDING CREDIT.',
    statement: 'MY IDENTITY WAS USED BY SOMEONE ELSE. CALL ME AT (207) 555-0187 BEFORE EXTENDING CREDIT.',
  },
  activeDuty: {
    category: 'FACTAActiveDuty', adverse: true, code: 'AD',
    text: 'ACTIVE DUTY ALERT: THE CONSUMER SERVES AWAY FROM HOME. VERIFY IDENTITY BEFORE EXTENDING CREDIT.',
  },
  deceased: {
    category: 'DeathClaim', adverse: true, code: 'DC',
    text: 'THE SOCIAL SECURITY NUMBER IS REPORTED AS THAT OF A DECEASED PERSON.',
  },
  ssnOfAnother: {
    category: 'SSNVerification', adverse: true, code: 'SO',
    text: 'THE SOCIAL SECURITY NUMBER IS ASSOCIATED WITH ANOTHER NAME.',
  },
  ssnOnFileDiffers: {
    category: 'SSNVerification', adverse: true, code: 'SD',
    text: 'THE SOCIAL SECURITY NUMBER OF THE REQUEST DIFFERS FROM THE ONE ON FILE.',
  },
  addressDiffers: {
    category: 'FACTAAddressDiscrepancy', adverse: false, code: 'AX',
    text: 'THE ADDRESS OF THE REQUEST DIFFERS SUBSTANTIALLY FROM THE ADDRESSES ON FILE.',
  },
}

/** The months for which alerts stay on file (FCRA 605A). A report of a death does not end. */
export const ALERT_MONTHS = { fraudInitial: 12, fraudExtended: 84, activeDuty: 12 } as const

const PRODUCTS = {
  Equifax: 'EquifaxSAFESCAN',
  Experian: 'ExperianFraudShield',
  TransUnion: 'TransUnionHAWKAlert',
} as const satisfies Record<BureauName, AlertValue['_Type']>

/** Returns the kinds of alerts on a bureau's file at a moment. */
export function alertKindsOf(
  life: Life,
  bureau: BureauName,
  moment: Moment,
  requestAlerts: readonly AlertKind[],
): readonly AlertKind[] {
  const planned = life.story.alerts.filter(
    ({ from, until, bureaus }) =>
      from <= moment.month &&
      moment.month <= (until ?? Infinity) &&
      (bureaus === undefined || bureaus.includes(bureau)),
  )
  return [...planned.map(({ kind }) => kind), ...requestAlerts]
}

/** Returns an alert as the bureau writes it. */
export function alertOf(kind: AlertKind, bureau: BureauName): AlertValue {
  const { category, adverse, code, text } = ALERTS[kind]
  return {
    _AdverseIndicator: adverse,
    _CategoryType: category,
    _Code: code,
    _Type: PRODUCTS[bureau],
    _Text: [text],
  }
}

/**
 * Reports whether a number is a taxpayer number (ITIN) and not a social security number. The tax
 * office assigns ITINs in areas 9xx with these groups. Area 900 is excluded, because personas and
 * examples have numbers in it.
 */
function isTaxpayerNumber(ssn: string): boolean {
  return TAXPAYER_NUMBER.test(ssn)
}
const TAXPAYER_NUMBER = /^9(?!00)\d\d(?:5\d|6[0-5]|7\d|8[0-8]|9[0-2]|9[4-9])/

/** Returns the result of comparing the number with the file and with the ranges in use. */
function numberMessage(ssn: string, kinds: readonly AlertKind[]): string {
  const isMismatch = kinds.some((kind) => ALERTS[kind].category === 'SSNVerification')
  if (isTaxpayerNumber(ssn)) {
    return isMismatch ? 'ITIN does not match' : 'ITIN matches; not a social security number'
  }
  return isMismatch ? 'SSN does not match' : 'SSN matches'
}

/** Returns the remarks of consumer and bureau about the whole file. */
export function fileCommentsOf(
  kinds: readonly AlertKind[],
  bureau: BureauName,
  ssn: string,
): readonly Comment[] {
  const comments: Comment[] = [
    {
      _SourceType: bureau,
      _Type: 'Other',
      _TypeOtherDescription: 'SSNMessage',
      _Text: [numberMessage(ssn, kinds)],
    },
  ]
  for (const kind of kinds) {
    const { statement } = ALERTS[kind]
    if (statement === undefined) continue
    comments.push({ _SourceType: 'Borrower', _Type: 'ConsumerStatement', _Text: [statement] })
  }
  return comments
}

/** Returns the reason for a missing file in words. */
export function messageOf(status: FileStatus, bureau: BureauName): string | undefined {
  return status === 'FileReturned' ? undefined : wholeText(bureau, ': ', reasonOf(status), '.')
}

function reasonOf(status: FileStatus): string {
  switch (status) {
    case 'NoFileReturnedCreditFreeze':
      return 'the consumer has frozen the file; no report is available'
    case 'NoFileReturnedBorrowerIsAMinor':
      return 'the consumer is a minor; no report is available'
    case 'NoFileReturnedThinFile':
      return 'too little is on file for a report'
    case 'NoFileReturnedNoHit':
      return 'no file was found for this consumer'
    default:
      return 'no report is available'
  }
}
