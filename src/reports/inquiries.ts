/** The inquiries of a report: one for each inquiry of each bureau, never merged. */
import type { FileInquiry } from '../bureaus/bureau.ts'
import type { BureauName } from '../documents/tables/enumerations.ts'
import type { Inquiry } from '../documents/tables/tradelines.ts'
import { compareText } from './comparing.ts'
import type { Directory } from './merge/directory.ts'
import { repository } from './merge/provenance.ts'

/** An inquiry as it stands on one file of one borrower. */
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
