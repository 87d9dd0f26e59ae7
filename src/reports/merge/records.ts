/** The public records of a report. Each is listed once, even if several bureaus report it. */
import type { FileInquiry, FilePublicRecord } from '../../bureaus/bureau.ts'
import { nameKey } from '../../documents/names.ts'
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type { Inquiry, PublicRecord } from '../../documents/tables/tradelines.ts'
import { compareText } from '../comparing.ts'
import { pairUp } from '../pairing.ts'
import type { Directory } from './directory.ts'
import { firstKnown, repositories, repository, uniteComments } from './provenance.ts'

/** A public record in one file of one borrower. */
export interface RecordCandidate {
  readonly borrowerId: string
  /** Position of the bureau in `BUREAUS`. */
  readonly bureau: number
  readonly source: BureauName
  readonly fileId: string
  readonly record: FilePublicRecord
}

/**
 * Merges the public records of one borrower. Records of different bureaus are the same if docket,
 * filing date and type agree, regardless of how the court is spelled, or if their source had merged
 * them. A record that names both borrowers is listed for each, because it is on the files of each.
 */
export function mergeRecords(candidates: readonly RecordCandidate[]): PublicRecordDraft[] {
  const keyed = candidates.map((candidate) => ({ candidate, key: recordKey(candidate.record) }))
  return pairUp(
    keyed,
    {
      sourceOf: ({ candidate }) => candidate.bureau,
      kindOf: ({ key = '' }) => key,
      mergedPlaceOf: ({ candidate }) => candidate.record.mergedPlace,
    },
    (a, b) => (a.key !== undefined && a.key === b.key ? 'same' : 'different'),
  ).map((group) => blendRecord(group.map(({ candidate }) => candidate)))
}

/** A public record before it has its position and identifier. */
export type PublicRecordDraft = Omit<PublicRecord, 'CreditPublicRecordID'>

/** Sorts public records by filing date, latest first, and numbers them. */
export function numberRecords(drafts: readonly PublicRecordDraft[]): PublicRecord[] {
  return drafts
    .map((draft) => ({ draft, text: JSON.stringify(draft) }))
    .sort(
      (a, b) =>
        compareText(b.draft._FiledDate, a.draft._FiledDate) ||
        compareText(a.draft._Type, b.draft._Type) ||
        compareText(a.text, b.text),
    )
    .map(({ draft }, position) => ({ CreditPublicRecordID: `Record${position + 1}`, ...draft }))
}

function recordKey(record: FilePublicRecord): string | undefined {
  const { _DocketIdentifier: docket, _FiledDate: filed, _Type: type } = record
  // Without docket and date, records cannot be recognized as the same, so each is listed.
  if (!nameKey(docket) || !filed) return undefined
  // One bureau's voluntary chapter 7 is another bureau's chapter 7.
  const kind = type.replace(/(?:Inv|V)oluntary$/, '')
  return `${nameKey(docket)}|${kind}|${filed}`
}

function blendRecord(group: readonly RecordCandidate[]): PublicRecordDraft {
  const inOrder = group.toSorted((a, b) => a.bureau - b.bureau)
  const [first] = inOrder
  if (first === undefined) throw new Error('no public record to blend')
  const latestFirst = inOrder.map(({ record }) => record).toSorted(latestReport)
  const disposed = latestFirst.find((one) => one._DispositionType !== undefined)
  // A record that was vacated or is not satisfied was not paid, even if a bureau has a payment.
  const agreeing = latestFirst.filter(
    ({ _DispositionType: own }) => own === undefined || own === disposed?._DispositionType,
  )
  return {
    BorrowerID: first.borrowerId,
    CreditFileID: first.fileId,
    _AccountOwnershipType: firstKnown(latestFirst, '_AccountOwnershipType'),
    _AttorneyName: firstKnown(latestFirst, '_AttorneyName'),
    _BankruptcyAssetsAmount: firstKnown(latestFirst, '_BankruptcyAssetsAmount'),
    _BankruptcyLiabilitiesAmount: firstKnown(latestFirst, '_BankruptcyLiabilitiesAmount'),
    _BankruptcyType: firstKnown(latestFirst, '_BankruptcyType'),
    _ConsumerDisputeIndicator: latestFirst.some((one) => one._ConsumerDisputeIndicator),
    _CourtName: fullestCourt(inOrder),
    _DerogatoryDataIndicator: latestFirst.some((one) => one._DerogatoryDataIndicator),
    _DispositionDate: disposed?._DispositionDate,
    _DispositionType: disposed?._DispositionType,
    _DocketIdentifier: firstKnown(latestFirst, '_DocketIdentifier'),
    _FiledDate: firstKnown(latestFirst, '_FiledDate'),
    _LegalObligationAmount: firstKnown(latestFirst, '_LegalObligationAmount'),
    _PaidDate: firstKnown(agreeing, '_PaidDate'),
    _PlaintiffName: firstKnown(latestFirst, '_PlaintiffName'),
    _ReportedDate: firstKnown(latestFirst, '_ReportedDate'),
    _Type: first.record._Type,
    CREDIT_COMMENT: uniteComments(inOrder.map(({ record }) => record.CREDIT_COMMENT)),
    CREDIT_REPOSITORY: repositories(
      inOrder.map(({ source, record }) => repository(source, record.subscriberCode)),
    ),
  }
}

/** Returns the longest spelling, because bureaus abbreviate the names of courts. */
function fullestCourt(group: readonly RecordCandidate[]): string | undefined {
  const names = group.map(({ record }) => record._CourtName ?? '')
  return names.toSorted((a, b) => b.length - a.length)[0] || undefined
}

/**
 * Compares by date of report, latest first, as for accounts, then by date of disposition, which is
 * later than the filing.
 */
function latestReport(a: FilePublicRecord, b: FilePublicRecord): number {
  return (
    compareText(b._ReportedDate, a._ReportedDate) ||
    compareText(b._DispositionDate, a._DispositionDate)
  )
}

// The inquiries of a report: every inquiry of every bureau, never merged.

/** An inquiry in one file of one borrower. */
export interface InquiryCandidate {
  readonly borrowerId: string
  readonly source: BureauName
  readonly fileId: string
  readonly inquiry: FileInquiry
}

/** Sorts inquiries by date, latest first, and numbers them. */
export function listInquiries(
  candidates: readonly InquiryCandidate[],
  directory: Directory,
): Inquiry[] {
  return candidates
    .toSorted(
      (a, b) =>
        compareText(b.inquiry._Date, a.inquiry._Date) ||
        compareText(a.inquiry._Name, b.inquiry._Name) ||
        compareText(a.fileId, b.fileId) ||
        compareText(JSON.stringify(a.inquiry), JSON.stringify(b.inquiry)),
    )
    .map(({ borrowerId, source, fileId, inquiry: { subscriberCode, ...inquiry } }, position) => ({
      CreditInquiryID: `Inquiry${position + 1}`,
      BorrowerID: borrowerId,
      CreditFileID: fileId,
      CreditTradeReferenceID: directory.idOf(source, subscriberCode),
      ...inquiry,
      CREDIT_REPOSITORY: [repository(source, subscriberCode)],
    }))
}
