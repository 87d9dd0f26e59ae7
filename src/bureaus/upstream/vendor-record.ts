/**
 * Converts a public record of a vendor's report to that of a bureau's file. What our document has no
 * field for, and values that the standard does not list, become a remark of the record.
 */
import { DISPOSITION_TYPES, PUBLIC_RECORD_TYPES } from '../../documents/tables/enumerations.ts'
import type { PublicRecord } from '../../documents/tables/tradelines.ts'
import type { UpstreamPublicRecord } from './answer-record.ts'
import { remarkOf, withTexts } from './vendor-account.ts'

type Record = Omit<
  PublicRecord,
  'CreditPublicRecordID' | 'BorrowerID' | 'CreditFileID' | 'CREDIT_REPOSITORY'
>

/** Returns a public record as that of a bureau's file. */
export function recordOf(sent: UpstreamPublicRecord): Record {
  const {
    CreditPublicRecordID,
    BorrowerID,
    CreditFileID,
    CREDIT_REPOSITORY,
    _Type: type,
    _TypeOtherDescription: typeWords,
    _DispositionType: disposition,
    _DispositionTypeOtherDescription: dispositionWords,
    _DefendantName: defendant,
    _BankruptcyExemptAmount: exempt,
    _BankruptcyRepaymentPercent: repaid,
    _SettledDate: settled,
    ...record
  } = sent
  const listedType = typeOf(type) ?? typeOf(typeWords)
  const listedDisposition = DISPOSITION_TYPES.find((one) => one === disposition)
  const facts: readonly (readonly [label: string, value: string | number | undefined])[] = [
    ['type', typeWords ?? (listedType === undefined ? type : undefined)],
    [
      'disposition',
      dispositionWords ?? (listedDisposition === undefined ? disposition : undefined),
    ],
    ['defendant', defendant],
    ['exempt amount', exempt],
    ['repayment percent', repaid],
    ['settled', settled],
  ]
  const text = facts
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([label, value]) => `${label} ${value}`)
    .join(' · ')
  return {
    ...record,
    _Type: listedType ?? (type === undefined ? 'Unknown' : 'Other'),
    _DispositionType: listedDisposition ?? (disposition === undefined ? undefined : 'Other'),
    CREDIT_COMMENT: [
      ...withTexts(record.CREDIT_COMMENT ?? []),
      ...(text === '' ? [] : [remarkOf(`Of the source: ${text}.`)]),
    ],
  }
}

const BANKRUPTCY = /\bchapter ?(7|11|12|13)(?!\d)/i

/** Returns a type of the standard, also for a bankruptcy in other words. */
function typeOf(text: string | undefined): PublicRecord['_Type'] | undefined {
  if (text === undefined) return undefined
  const listed = PUBLIC_RECORD_TYPES.find((one) => one === text && one !== 'Other')
  if (listed !== undefined) return listed
  const [, chapter] = BANKRUPTCY.exec(text) ?? []
  return PUBLIC_RECORD_TYPES.find((one) => one === `BankruptcyChapter${chapter}`)
}
