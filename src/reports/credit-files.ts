/** The credit files of a report: one for each borrower and requested bureau, delivered or not. */
import type { CreditFile } from '../bureaus/bureau.ts'
import { NO_FILE_CATEGORY, NO_FILE_REASONS } from '../bureaus/without-file.ts'
import type { BureauName } from '../documents/tables/enumerations.ts'
import type {
  AlertValue,
  CreditFileValue,
  FileBorrowerValue,
} from '../documents/tables/response.ts'
import { bureauCode } from '../documents/wording.ts'

/**
 * Returns the identifier of a borrower's file at a bureau, or of the score computed from it. The
 * identifier contains the position of the borrower, because XML identifiers do not allow every text
 * that clients choose, and the code of the bureau, because dialects change the bureau's name.
 */
export function idOf(kind: 'File' | 'Score', borrower: number, bureau: BureauName): string {
  return `${kind}${borrower + 1}-${bureauCode(bureau)}`
}

/**
 * Reports whether the bureau returned a file. A thin file or a freeze is a response without a file.
 */
export function isDelivered(file: CreditFile): boolean {
  return file.status === 'FileReturned'
}

/**
 * The person in a file that was not delivered. All fields are empty, because shape M requires them.
 */
const EMPTY_PERSON: FileBorrowerValue = {
  _BirthDate: '',
  _FirstName: '',
  _LastName: '',
  _MiddleName: '',
  _SSN: '',
  _UnparsedName: '',
  _UnparsedEmployment: '',
}

/** Returns a borrower's file at one bureau, as the report shows it. */
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
    _ALERT_MESSAGE:
      reason === undefined ? file.alerts : [...file.alerts, missingFileAlert(file, reason)],
    _BORROWER: file.person ?? EMPTY_PERSON,
    _OWNING_BUREAU: file.owningBureau,
    _VARIATION: file.variations.map((_Type) => ({ _Type })),
    CREDIT_COMMENT: file.comments,
    CREDIT_ERROR_MESSAGE:
      reason === undefined ? [] : [{ _Code: 'ERR', _SourceType: file.bureau, _Text: [reason] }],
  }
}

// Shape M has no error message in a file, so the reason is also an alert.
function missingFileAlert({ status }: CreditFile, reason: string): AlertValue {
  return status === 'NoFileReturnedCreditFreeze'
    ? { _CategoryType: 'CreditFileSuppressed', _Text: [reason] }
    : { _CategoryType: 'Other', _CategoryTypeOtherDescription: NO_FILE_CATEGORY, _Text: [reason] }
}
