/** What `requirements: mismo` lets an order omit, because the rest of the order says it. */
import type { Operation } from './operation.ts'
import { productOfPath } from './products.ts'

/**
 * As much of a request document as is read here; each level may be missing in a partial document.
 */
interface Absent {
  readonly REQUEST?: {
    readonly REQUEST_DATA?: {
      readonly CREDIT_REQUEST?: {
        readonly CREDIT_REQUEST_DATA?: RequestData
        readonly LOAN_APPLICATION?: { readonly BORROWER?: readonly Identified[] }
      }
    }
  }
}

interface Identified {
  BorrowerID?: string | undefined
}

interface RequestData extends Identified {
  CreditReportType?: string | undefined
  CreditReportTypeOtherDescription?: string | undefined
}

/**
 * The identifier of an only borrower for whom the order has none. Responses refer to the borrower
 * by it, so it cannot be empty.
 */
const ONLY_BORROWER_ID = 'B1'

/**
 * Sets what is absent from a document just read, where it can only be one thing. It changes the
 * document in place, before the rules run, so that they see what is meant and not what was sent.
 */
export function deriveAbsent(operation: Operation, document: Absent): void {
  const request = document.REQUEST?.REQUEST_DATA?.CREDIT_REQUEST
  const data = request?.CREDIT_REQUEST_DATA
  if (data === undefined) return
  deriveBorrowerId(data, request?.LOAN_APPLICATION?.BORROWER ?? [])
  const only = productOfPath(operation.name)
  data.CreditReportType ??= only.type
  if (data.CreditReportType === only.type && only.typeOther !== '') {
    data.CreditReportTypeOtherDescription ??= only.typeOther
  }
}

// With two borrowers it would be a guess which identifier is whose; a rule asks for both then.
function deriveBorrowerId(data: RequestData, borrowers: readonly Identified[]): void {
  const [borrower] = borrowers
  if (borrower === undefined || borrowers.length > 1) return
  borrower.BorrowerID ??= data.BorrowerID?.trim() || ONLY_BORROWER_ID
  data.BorrowerID ??= borrower.BorrowerID
}
