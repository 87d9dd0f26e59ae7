/** The credit files of a report: one for each borrower and bureau asked, delivered or not. */
import type { CreditFile } from '../bureaus/bureau.ts'
import { NO_FILE_REASONS } from '../bureaus/without-file.ts'
import type { BureauName } from '../documents/tables/enumerations.ts'
import type {
  AlertValue,
  CreditFileValue,
  FileBorrowerValue,
} from '../documents/tables/response.ts'
import { bureauCode } from '../documents/wording.ts'

/**
 * The identifier of a borrower's file at a bureau, or of the score computed from it. It uses the
 * position of the borrower, since an
 * identifier of XML cannot hold every text that clients choose, and the code of the bureau, since
 * dialects change its name.
 */
export function idOf(kind: 'File' | 'Score', borrower: number, bureau: BureauName): string {
  return `${kind}${borrower + 1}-${bureauCode(bureau)}`
}

/** Whether the bureau gave the file. A thin file or a freeze is an answer, but no file. */
export function isDelivered(file: CreditFile): boolean {
  return file.status === 'FileReturned'
}

/**
 * The person of a file that was not delivered: all fields are required in shape M, so they are
 * empty.
 */
const NOBODY: FileBorrowerValue = {
  _BirthDate: '',
  _FirstName: '',
  _LastName: '',
  _MiddleName: '',
  _SSN: '',
  _UnparsedName: '',
  _UnparsedEmployment: '',
}

/** A borrower's file at one bureau, as the report shows it. */
export function fileValue(
  file: CreditFile,
  place: { readonly borrower: number; readonly borrowerId: string; readonly scored: boolean },
): CreditFileValue {
  const reason = isDelivered(file) ? undefined : file.message || NO_FILE_REASONS[file.status]
  return {
    CreditFileID: idOf('File', place.borrower, file.bureau),
    BorrowerID: place.borrowerId,
    CreditScoreID: place.scored ? idOf('Score', place.borrower, file.bureau) : undefined,
    CreditRepositorySourceType: file.bureau,
    _InfileDate: file.inFileDate || undefined,
    _ResultStatusType: file.status,
    _ALERT_MESSAGE: reason === undefined ? file.alerts : [...file.alerts, refusal(file, reason)],
    _BORROWER: file.person ?? NOBODY,
    _OWNING_BUREAU: file.owningBureau,
    _VARIATION: file.variations.map((_Type) => ({ _Type })),
    CREDIT_COMMENT: file.comments,
    CREDIT_ERROR_MESSAGE:
      reason === undefined ? [] : [{ _Code: 'ERR', _SourceType: file.bureau, _Text: [reason] }],
  }
}

// Shape M has no error message in a file, so the reason is an alert too.
function refusal({ status }: CreditFile, reason: string): AlertValue {
  return status === 'NoFileReturnedCreditFreeze'
    ? { _CategoryType: 'CreditFileSuppressed', _Text: [reason] }
    : { _CategoryType: 'Other', _CategoryTypeOtherDescription: 'NoFile', _Text: [reason] }
}
