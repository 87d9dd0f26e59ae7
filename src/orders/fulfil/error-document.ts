/**
 * Writes the error document (interface section 7) for every error that a client can see. It repeats
 * the client's own identifiers and codes, and no personal data.
 */
import type { DocumentFormat } from '../../documents/codec/parse-document.ts'
import { write } from '../../documents/codec/write.ts'
import { DIALECTS, type Dialect } from '../../documents/dialects.ts'
import { ErrorResponse, type RequestDataEcho } from '../../documents/tables/error-response.ts'
import { CODES, descriptionOf, type OrderError } from '../../errors.ts'
import { formatTimestamp } from '../../time.ts'
import { DEFAULT_VERSION, type Versions } from '../intake/parse-request.ts'

/** The known parts of a rejected request. */
export interface RejectedRequest {
  /** The dialect of the request; `mismo` or JSON if it is unknown. */
  readonly dialect: Dialect
  readonly versions: Versions
  /**
   * `CREDIT_REQUEST_DATA` as sent, so that a client can match the error with its order. Undefined
   * if it could not be read.
   */
  readonly echo: RequestDataEcho | undefined
}

/**
 * Returns the known parts of a request of which only the format is known, because it could not be
 * read or was rejected before it was read.
 */
export function unknownRequest(format: DocumentFormat): RejectedRequest {
  return {
    dialect: format === 'json' ? DIALECTS.json : DIALECTS.mismo,
    versions: { group: DEFAULT_VERSION, request: DEFAULT_VERSION },
    echo: undefined,
  }
}

/**
 * Writes the error document of a rejection. If the service has a base path, the link to the error's
 * page begins with it.
 */
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
      ResponseDateTime: formatTimestamp(respondedAt),
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
