/** The error document, for every fault that a client can see. */

import type { DocumentFormat } from '../../documents/codec/parse-document.ts'
import { write } from '../../documents/codec/write.ts'
import { DIALECTS, type Dialect } from '../../documents/dialects.ts'
import { ErrorResponse, type RequestDataEcho } from '../../documents/tables/error-response.ts'
import { CODES, descriptionOf, type OrderError } from '../../errors.ts'
import { moment } from '../../time.ts'
import { DEFAULT_VERSION, type Versions } from '../intake/parse-request.ts'

/** What is known of the request that is refused; nothing, where it could not be read. */
export interface RejectedRequest {
  readonly dialect: Dialect
  readonly versions: Versions
  readonly echo: RequestDataEcho | undefined
}

/** A request of which nothing but its format is known. */
export function unknownRequest(format: DocumentFormat): RejectedRequest {
  return {
    dialect: format === 'json' ? DIALECTS.json : DIALECTS.mismo,
    versions: { group: DEFAULT_VERSION, request: DEFAULT_VERSION },
    echo: undefined,
  }
}

/** The error document of a refusal, of a service below a base path. */
export function writeErrorDocument(
  error: OrderError,
  respondedAt: Date,
  basePath: string,
  { dialect, versions, echo }: RejectedRequest = unknownRequest('xml'),
): string {
  const { code, text } = CODES[error.reason]
  const document = {
    MISMOVersionID: versions.group,
    RESPONSE: {
      ResponseDateTime: moment(respondedAt),
      RESPONSE_DATA: {
        CREDIT_RESPONSE: {
          MISMOVersionID: versions.request,
          CreditReportType: 'Error',
          CREDIT_REQUEST_DATA: echo,
          CREDIT_ERROR_MESSAGE: {
            _Code: code,
            _SourceType: 'CreditBureau',
            _Text: error.texts.length > 0 ? error.texts : [text],
          },
        },
      },
      STATUS: {
        _Condition: 'Error',
        _Code: code,
        _Description: descriptionOf(error.reason, basePath),
      },
    },
  } as const
  return write(ErrorResponse, document, dialect)
}
