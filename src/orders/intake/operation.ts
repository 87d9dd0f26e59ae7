/** The four operations as values: path, documents, allowed actions. */
import type { ACTION_TYPES } from '../../documents/tables/enumerations.ts'
import { RequestGroup, RequestGroupPaymentOptional } from '../../documents/tables/request.ts'
import {
  CreditReportResponse,
  MortgageOnlyResponse,
  RefreshResponse,
} from '../../documents/tables/response.ts'
import type { OperationName } from './products.ts'

/** What an order asks to be done. */
export type Action = (typeof ACTION_TYPES)[number]

/** An operation of the interface (section 1). */
export interface Operation {
  readonly name: OperationName
  readonly path: `/${OperationName}`
  /** One sentence for the API description. */
  readonly summary: string
  readonly actions: readonly Action[]
  readonly request: typeof RequestGroup | typeof RequestGroupPaymentOptional
  readonly response:
    | typeof CreditReportResponse
    | typeof MortgageOnlyResponse
    | typeof RefreshResponse
}

export const OPERATIONS: Readonly<Record<OperationName, Operation>> = {
  credit_report: {
    name: 'credit_report',
    path: '/credit_report',
    summary: 'Order a credit report.',
    actions: ['Submit', 'ForceNew', 'Reissue', 'Upgrade', 'Unmerge'],
    request: RequestGroupPaymentOptional,
    response: CreditReportResponse,
  },
  pre_qualification: {
    name: 'pre_qualification',
    path: '/pre_qualification',
    summary: 'Order a pre-qualification credit report, which leaves no hard inquiry.',
    actions: ['Submit', 'ForceNew', 'Reissue', 'Upgrade'],
    request: RequestGroupPaymentOptional,
    response: CreditReportResponse,
  },
  mortgage_only: {
    name: 'mortgage_only',
    path: '/mortgage_only',
    summary: 'Order a mortgage-only credit report, with or without scores.',
    actions: ['Submit', 'ForceNew', 'Reissue', 'Upgrade'],
    request: RequestGroup,
    response: MortgageOnlyResponse,
  },
  refresh_report: {
    name: 'refresh_report',
    path: '/refresh_report',
    summary: 'Request a refresh of a report: what has changed since.',
    actions: ['Submit', 'Reissue'],
    request: RequestGroup,
    response: RefreshResponse,
  },
}
