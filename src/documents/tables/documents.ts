/** The documents of the interface by name, for schemas, reference and checks. */
import type { Element } from '../element.ts'
import { ErrorResponse } from './error-response.ts'
import { RequestGroup, RequestGroupPaymentOptional } from './request.ts'
import { CreditReportResponse, MortgageOnlyResponse, RefreshResponse } from './response.ts'

/** A document of the interface. */
export interface DocumentRow {
  /** The title of the document in the schemas and the reference. */
  readonly title: string
  readonly element: Element
  /** The paths that accept or return it. */
  readonly paths: readonly string[]
}

const REPORT_PATHS = ['/credit_report', '/pre_qualification']
const ALL_PATHS = [...REPORT_PATHS, '/mortgage_only', '/refresh_report']

/** Every document, by the name of its schema file. */
export const DOCUMENTS = {
  request: {
    title: 'Request of a mortgage-only or refresh report',
    element: RequestGroup,
    paths: ['/mortgage_only', '/refresh_report'],
  },
  'request-payment-optional': {
    title: 'Request of a credit report or pre-qualification',
    element: RequestGroupPaymentOptional,
    paths: REPORT_PATHS,
  },
  'credit-report-response': {
    title: 'Response of a credit report or pre-qualification',
    element: CreditReportResponse,
    paths: REPORT_PATHS,
  },
  'mortgage-only-response': {
    title: 'Response of a mortgage-only report',
    element: MortgageOnlyResponse,
    paths: ['/mortgage_only'],
  },
  'refresh-response': {
    title: 'Response of a refresh report',
    element: RefreshResponse,
    paths: ['/refresh_report'],
  },
  'error-response': {
    title: 'Response to a rejected or failed order',
    element: ErrorResponse,
    paths: ALL_PATHS,
  },
} as const satisfies Record<string, DocumentRow>

/** The name of a document, as in its schema file. */
export type DocumentName = keyof typeof DOCUMENTS

/** The names of all documents. */
export const DOCUMENT_NAMES = Object.keys(DOCUMENTS) as readonly DocumentName[]
