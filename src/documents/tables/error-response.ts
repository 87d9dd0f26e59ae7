/** The error document: the response to every rejected or failed order and to every HTTP error. */
import { element, maybe, one, optional, required, type Value } from '../element.ts'
import { emptyableText, enumeration, flag, text } from '../kinds.ts'
import { ACTION_TYPES, REPORT_TYPES, REQUEST_TYPES } from './enumerations.ts'
import { ErrorMessage } from './response.ts'

const origin = 'ours'

// biome-ignore format: a table
const RepositoriesEcho = element({
  name: 'CREDIT_REPOSITORY_INCLUDED', origin,
  doc: 'The requested bureaus.',
  fields: {
    _EquifaxIndicator:    optional(flag, 'Whether the first bureau was requested.'),
    _ExperianIndicator:   optional(flag, 'Whether the second bureau was requested.'),
    _TransUnionIndicator: optional(flag, 'Whether the third bureau was requested.'),
  },
})

// biome-ignore format: a table
const RequestDataEcho = element({
  name: 'CREDIT_REQUEST_DATA', origin,
  doc: 'The order as far as it could be parsed, without its invalid fields.',
  fields: {
    CreditRequestID:                  optional(emptyableText(80), "The client's identifier of the order."),
    BorrowerID:                       optional(text(161), 'The borrowers.'),
    CreditReportIdentifier:           optional(emptyableText(80), 'The ID of the existing report in the order.'),
    CreditReportRequestActionType:    optional(enumeration(ACTION_TYPES), 'The requested action.'),
    CreditReportType:                 optional(enumeration(REPORT_TYPES), 'The requested report type.'),
    CreditReportTypeOtherDescription: optional(text(80), 'The report type if it is Other.'),
    CreditRequestType:                optional(enumeration(REQUEST_TYPES), 'Individual or Joint.'),
  },
  children: { CREDIT_REPOSITORY_INCLUDED: maybe(RepositoriesEcho) },
})

// biome-ignore format: a table
const ErrorCreditResponse = element({
  name: 'CREDIT_RESPONSE', origin,
  doc: 'The response of a rejected or failed order.',
  fields: {
    MISMOVersionID:   required(text(20), 'Version of the credit documents.'),
    CreditReportType: required(enumeration(['Error'] as const), 'Error.'),
  },
  children: {
    CREDIT_REQUEST_DATA:  maybe(RequestDataEcho),
    CREDIT_ERROR_MESSAGE: one(ErrorMessage),
  },
})

// biome-ignore format: a table
const Status = element({
  name: 'STATUS', origin,
  doc: 'The outcome in one line.',
  fields: {
    _Condition:   required(enumeration(['Error'] as const), 'Error.'),
    _Code:        required(text(10), 'Code of the error, listed in docs/errors.md.'),
    _Description: required(text(1000), 'What the code means.'),
  },
})

/** The error document of all operations and HTTP errors. */
export const ErrorResponse = element({
  name: 'RESPONSE_GROUP',
  origin,
  doc: 'The response to a rejected or failed order.',
  fields: { MISMOVersionID: required(text(20), 'Version of the documents.') },
  children: {
    RESPONSE: one(
      element({
        name: 'RESPONSE',
        origin,
        doc: 'The response to one request.',
        fields: { ResponseDateTime: required(text(40), 'When the service sent the response.') },
        children: {
          RESPONSE_DATA: one(
            element({
              name: 'RESPONSE_DATA',
              origin,
              doc: 'Envelope of the error.',
              children: { CREDIT_RESPONSE: one(ErrorCreditResponse) },
            }),
          ),
          STATUS: one(Status),
        },
      }),
    ),
  },
})

/** The response to a rejected or failed order. */
export type ErrorDocument = Value<typeof ErrorResponse>
/** The part of the order that an error document repeats. */
export type RequestDataEcho = Value<typeof RequestDataEcho>
