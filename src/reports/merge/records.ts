/** The public records of a report: one for each record, whichever bureaus report it. */
import type { FileInquiry, FilePublicRecord } from '../../bureaus/bureau.ts'
import { nameKey } from '../../documents/names.ts'
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type { Inquiry, PublicRecord } from '../../documents/tables/tradelines.ts'
import { compareText } from '../comparing.ts'
import { pairUp } from '../pairing.ts'
import type { Directory } from './directory.ts'
import { compareMerged } from './match.ts'
import { firstKnown, repositories, repository, uniteComments } from './provenance.ts'

/** A public record of one file of one borrower. */
export interface RecordCandidate {
  readonly borrowerId: string
  /** Position of the bureau in `BUREAUS`. */
  readonly bureau: number
  readonly source: BureauName
  readonly fileId: string
  readonly record: FilePublicRecord
}

/**
 * Merges the public records of one borrower: those of different bureaus are one where docket, filing
 * date and kind agree, however each spells the court, or where their source had merged them. A
 * record that names both borrowers is listed for each, since it is on the files of each.
 */
export function mergeRecords(candidates: readonly RecordCandidate[]): PublicRecordDraft[] {
  const keyed = candidates.map((candidate) => ({ candidate, key: recordKey(candidate.record) }))
  return pairUp(
    keyed,
    ({ candidate }) => candidate.bureau,
    (a, b) =>
      compareMerged(a.candidate.record, b.candidate.record) ??
      (a.key !== undefined && a.key === b.key ? 'same' : 'different'),
  ).map((group) => blendRecord(group.map(({ candidate }) => candidate)))
}

/** A public record before it has its place and identifier. */
export type PublicRecordDraft = Omit<PublicRecord, 'CreditPublicRecordID'>

/** Latest filing first, with identifiers. */
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
  // Without docket and date, two records cannot be shown to be one, and both are listed.
  if (!nameKey(docket) || !filed) return undefined
  // A voluntary chapter 7 of one bureau is a chapter 7 of another.
  const kind = type.replace(/(?:Inv|V)oluntary$/, '')
  return `${nameKey(docket)}|${kind}|${filed}`
}

function blendRecord(group: readonly RecordCandidate[]): PublicRecordDraft {
  const inOrder = group.toSorted((a, b) => a.bureau - b.bureau)
  const [first] = inOrder
  if (first === undefined) throw new Error('a public record needs a report')
  const latestFirst = inOrder.map(({ record }) => record).toSorted(latestReport)
  const disposed = latestFirst.find((one) => one._DispositionType !== undefined)
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
    _PaidDate: firstKnown(latestFirst, '_PaidDate'),
    _PlaintiffName: firstKnown(latestFirst, '_PlaintiffName'),
    _ReportedDate: firstKnown(latestFirst, '_ReportedDate'),
    _Type: first.record._Type,
    CREDIT_COMMENT: uniteComments(inOrder.map(({ record }) => record.CREDIT_COMMENT)),
    CREDIT_REPOSITORY: repositories(
      inOrder.map(({ source, record }) => repository(source, record.subscriberCode)),
    ),
  }
}

/** The longest spelling: bureaus abbreviate courts. */
function fullestCourt(group: readonly RecordCandidate[]): string | undefined {
  const names = group.map(({ record }) => record._CourtName ?? '')
  return names.toSorted((a, b) => b.length - a.length)[0] || undefined
}

/** The latest first, as for accounts: a disposition is newer than the filing. */
function latestReport(a: FilePublicRecord, b: FilePublicRecord): number {
  return (
    compareText(b._ReportedDate, a._ReportedDate) ||
    compareText(b._DispositionDate, a._DispositionDate)
  )
}

// The inquiries of a report: one for each inquiry of each bureau, never merged.

/** An inquiry of one file of one borrower. */
export interface InquiryCandidate {
  readonly borrowerId: string
  readonly source: BureauName
  readonly fileId: string
  readonly inquiry: FileInquiry
}

/** Latest first, with identifiers. */
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
