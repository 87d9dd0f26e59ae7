/** The borrowers of a request as lists of orders show them: masked before they are stored. */
import { masked } from '../../documents/privacy/describe.ts'
import type { ListedBorrower } from '../../store/records/order-entry.ts'

interface Parsed {
  readonly REQUEST?: {
    readonly REQUEST_DATA?: {
      readonly CREDIT_REQUEST?: {
        readonly LOAN_APPLICATION?: {
          readonly BORROWER?: readonly Readonly<Record<string, string | undefined>>[]
        }
      }
    }
  }
}

/** The borrowers of what was parsed, as far as it was, by the masks of the tables. */
export function listedBorrowers(parsed: unknown): readonly ListedBorrower[] {
  const request = (parsed as Parsed | undefined)?.REQUEST?.REQUEST_DATA?.CREDIT_REQUEST
  return (request?.LOAN_APPLICATION?.BORROWER ?? []).map((borrower) => ({
    name: ['_FirstName', '_LastName']
      .map((name) => (borrower[name] ? masked(name, borrower[name]) : ''))
      .join(' ')
      .trim(),
    ssn: borrower._SSN ? masked('_SSN', borrower._SSN) : '',
  }))
}
