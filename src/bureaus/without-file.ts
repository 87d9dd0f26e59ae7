/** The answer of a bureau that gave no file, whoever says so: a source, or the order that waited. */
import type { BureauName } from '../documents/tables/enumerations.ts'
import type { CreditFile, FileStatus } from './bureau.ts'
import { BUREAU_OFFICES } from './offices.ts'

/** What stands in a report where a bureau gave no file, and why. */
export function withoutFile(
  bureau: BureauName,
  status: FileStatus,
  message: string | undefined,
): CreditFile {
  return {
    bureau,
    status,
    message,
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
