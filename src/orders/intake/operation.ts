/** The four operations as values: their paths, documents and allowed actions. */
import { RequestGroup, RequestGroupPaymentOptional } from '../../documents/tables/request.ts'
import {
  CreditReportResponse,
  MortgageOnlyResponse,
  RefreshResponse,
} from '../../documents/tables/response.ts'
import { ACTIONS, type Action, type OperationName } from './products.ts'

/** An operation of the interface (section 1). */
export interface Operation {
  readonly name: OperationName
  readonly path: `/${OperationName}`
  /** One sentence for the API description. */
  readonly summary: string
  /** A longer description, shown below the summary. */
  readonly description: string
  readonly actions: readonly Action[]
  /**
   * The document type of requests. Payment is required where the interface lists it (section 2.1):
   * at `/mortgage_only` and `/refresh_report`.
   */
  readonly request: typeof RequestGroup | typeof RequestGroupPaymentOptional
  /**
   * The document type of responses (section 2.2): shape M for `/mortgage_only`, R for
   * `/refresh_report`.
   */
  readonly response:
    | typeof CreditReportResponse
    | typeof MortgageOnlyResponse
    | typeof RefreshResponse
}

/**
 * The four operations (interface section 1) with their allowed actions. The HTTP routes, the API
 * description and the client package are generated from this table.
 */
export const OPERATIONS: Readonly<Record<OperationName, Operation>> = {
  credit_report: {
    name: 'credit_report',
    path: '/credit_report',
    summary: 'Order a credit report.',
    description:
      'Requests a file of each borrower from each bureau with a hard inquiry, merges the files, and returns the report with its printed page. Submit returns the recent report of the same borrowers, if the account has one, without a charge.',
    actions: ACTIONS.credit_report,
    request: RequestGroupPaymentOptional,
    response: CreditReportResponse,
  },
  pre_qualification: {
    name: 'pre_qualification',
    path: '/pre_qualification',
    summary: 'Order a pre-qualification credit report, which leaves no hard inquiry.',
    description:
      'Requests the files with soft inquiries, which other lenders do not see, and returns a merged report. It is not valid for underwriting.',
    actions: ACTIONS.pre_qualification,
    request: RequestGroupPaymentOptional,
    response: CreditReportResponse,
  },
  mortgage_only: {
    name: 'mortgage_only',
    path: '/mortgage_only',
    summary: 'Order a mortgage-only credit report, with or without scores.',
    description:
      'Requests the files and returns only the mortgages in them. A streamline report leaves hard inquiries, a soft check does not.',
    actions: ACTIONS.mortgage_only,
    request: RequestGroup,
    response: MortgageOnlyResponse,
  },
  refresh_report: {
    name: 'refresh_report',
    path: '/refresh_report',
    summary: 'Refresh a report: list what has changed since.',
    description:
      'Requests the files of an earlier report again, with soft inquiries, and returns what has changed since.',
    actions: ACTIONS.refresh_report,
    request: RequestGroup,
    response: RefreshResponse,
  },
}
