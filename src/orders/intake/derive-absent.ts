/** What `requirements: mismo` lets an order omit, because the rest of the order says it. */
import type { Operation } from './operation.ts'
import { productOfPath } from './products.ts'

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

/** The identifier of an only borrower for whom the order has none. */
const ONLY_BORROWER_ID = 'B1'

/** Sets what is absent from a document just read, where it can only be one thing. */
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

function deriveBorrowerId(data: RequestData, borrowers: readonly Identified[]): void {
  const [borrower] = borrowers
  if (borrower === undefined || borrowers.length > 1) return
  borrower.BorrowerID ??= data.BorrowerID?.trim() || ONLY_BORROWER_ID
  data.BorrowerID ??= borrower.BorrowerID
}
