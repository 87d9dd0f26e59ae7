/** The error document: what every refused order and every HTTP fault is answered with. */
import { element, maybe, one, optional, required, type Value } from '../element.ts'
import { emptyableText, enumeration, flag, text } from '../kinds.ts'
import { ACTION_TYPES, REPORT_TYPES, REQUEST_TYPES } from './enumerations.ts'
import { ErrorMessage } from './response.ts'

const origin = 'ours'

// biome-ignore format: a table
const RepositoriesEcho = element({
  name: 'CREDIT_REPOSITORY_INCLUDED', origin,
  doc: 'The bureaus that were asked for.',
  fields: {
    _EquifaxIndicator:    optional(flag, 'Whether the first bureau was asked for.'),
    _ExperianIndicator:   optional(flag, 'Whether the second bureau was asked for.'),
    _TransUnionIndicator: optional(flag, 'Whether the third bureau was asked for.'),
  },
})

// biome-ignore format: a table
const RequestDataEcho = element({
  name: 'CREDIT_REQUEST_DATA', origin,
  doc: 'What was understood of the order; fields at fault are left out.',
  fields: {
    CreditRequestID:                  optional(emptyableText(80), "The client's identifier of the order."),
    BorrowerID:                       optional(text(161), 'The borrowers.'),
    CreditReportIdentifier:           optional(emptyableText(80), 'The existing report that was asked about.'),
    CreditReportRequestActionType:    optional(enumeration(ACTION_TYPES), 'What was asked for.'),
    CreditReportType:                 optional(enumeration(REPORT_TYPES), 'Type that was asked for.'),
    CreditReportTypeOtherDescription: optional(text(80), 'The type where it is Other.'),
    CreditRequestType:                optional(enumeration(REQUEST_TYPES), 'Individual or Joint.'),
  },
  children: { CREDIT_REPOSITORY_INCLUDED: maybe(RepositoriesEcho) },
})

// biome-ignore format: a table
const ErrorCreditResponse = element({
  name: 'CREDIT_RESPONSE', origin,
  doc: 'The answer of an order that was refused.',
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
    _Description: required(text(), 'What the code means.'),
  },
})

/** The error document of all operations and HTTP faults. */
export const ErrorResponse = element({
  name: 'RESPONSE_GROUP',
  origin,
  doc: 'The answer to an order that was refused.',
  fields: { MISMOVersionID: required(text(20), 'Version of the documents.') },
  children: {
    RESPONSE: one(
      element({
        name: 'RESPONSE',
        origin,
        doc: 'The answer to one request.',
        fields: { ResponseDateTime: required(text(40), 'When the service answered.') },
        children: {
          RESPONSE_DATA: one(
            element({
              name: 'RESPONSE_DATA',
              origin,
              doc: 'Envelope of the refusal.',
              children: { CREDIT_RESPONSE: one(ErrorCreditResponse) },
            }),
          ),
          STATUS: one(Status),
        },
      }),
    ),
  },
})

export type ErrorDocument = Value<typeof ErrorResponse>
/** What an error document echoes of the order. */
export type RequestDataEcho = Value<typeof RequestDataEcho>
