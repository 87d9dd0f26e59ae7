/**
 * Files without content, for a source that returned none or an order that waited without result.
 */
import type { BureauName } from '../documents/tables/enumerations.ts'
import { truncated } from '../documents/wording.ts'
import type { CreditFile, FileStatus } from './bureau.ts'
import { BUREAU_OFFICES } from './offices.ts'

/**
 * The longest message. A text of a response has at most 4,000 characters, and the error document of
 * an order without any file adds the borrower and the status. A vendor can give many reasons.
 */
const MESSAGE_LENGTH_MAX = 3_800

/**
 * Returns the file of a bureau that returned none. All lists are empty, so that merging needs no
 * special case.
 */
export function withoutFile(
  bureau: BureauName,
  status: FileStatus,
  message: string | undefined,
): CreditFile {
  return {
    bureau,
    status,
    message: message && truncated(message, MESSAGE_LENGTH_MAX),
    owningBureau: BUREAU_OFFICES[bureau],
    alerts: [],
    variations: [],
    comments: [],
    accounts: [],
    publicRecords: [],
    inquiries: [],
    creditors: [],
  }
}

/** The category of the alert with the reason why there is no file. */
export const NO_FILE_CATEGORY = 'NoFile'

/** The reasons for a missing file, for sources that give none themselves. */
export const NO_FILE_REASONS: Readonly<Record<FileStatus, string>> = {
  FileReturned: '',
  NoFileReturnedCreditFreeze: 'The consumer has frozen the file; no file was returned.',
  NoFileReturnedBorrowerIsAMinor: 'The person is a minor; no file was returned.',
  NoFileReturnedNoHit: 'No file was found for the person.',
  NoFileReturnedThinFile: 'The file contains too little data.',
  NoFileReturnedFraudulentRequestData: 'The bureau considers the data of the order fraudulent.',
  NoFileReturnedBadAccessCode: 'The bureau did not accept the access code.',
  NoFileReturnedInadequateRequestData: 'The data of the order do not identify a person.',
  NoFileReturnedError: 'The bureau could not respond.',
  Other: 'No file was returned.',
}
