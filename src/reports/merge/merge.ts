/**
 * Merges the files of up to three bureaus for one or two borrowers into one report. Every item of
 * every file is represented in it. Matched accounts are blended; inquiries never are.
 */
import type { CreditFile } from '../../bureaus/bureau.ts'
import { monthOf } from '../../documents/months.ts'
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { CreditResponse } from '../../documents/tables/response.ts'
import type { Comment, Liability } from '../../documents/tables/tradelines.ts'
import { isOpen } from '../account-status.ts'
import { compareText } from '../comparing.ts'
import { fileValue, idOf, isDelivered } from '../credit-files.ts'
import { isMortgage } from '../loan-types.ts'
import type { MergedData } from '../report.ts'
import { blendLine, type Line } from './blend.ts'
import { type Directory, makeDirectory, referralsTo } from './directory.ts'
import { type Candidate, candidatesOf, groupAccounts } from './match.ts'
import { listInquiries, mergeRecords, numberRecords } from './records.ts'
import { reportKeys } from './report-keys.ts'
import { percentilesOf, rangesOf, scoreValues } from './scores.ts'
import { summarize } from './summary.ts'

// The accounts of a report: matched, blended, sorted and numbered.

/** The accounts that a report contains. */
type Scope = 'all' | 'mortgages'

/**
 * Returns the merged tradelines in the order of the report: open accounts by balance, open accounts
 * without a balance, then closed accounts by creditor.
 */
function mergeAccounts(
  candidates: readonly Candidate[],
  borrowerIds: readonly string[],
  { scope, mergedOn }: Pick<MergeInput, 'scope' | 'mergedOn'>,
): Line[] {
  const month = monthOf(mergedOn) ?? 0
  const lines = groupAccounts(candidates).map((group) => blendLine(group, borrowerIds, month))
  const wanted = scope === 'all' ? lines : lines.filter(({ liability }) => isMortgage(liability))
  return sortLines(wanted)
}

/** Numbers the lines in place, and returns their accounts. */
function numberLines(lines: readonly Line[], directory: Directory): Liability[] {
  return lines.map(({ liability, contributors }, position) => {
    liability.CreditLiabilityID = `Account${position + 1}`
    for (const { source, account } of contributors) {
      liability.CreditTradeReferenceID ??= directory.idOf(source, account.subscriberCode)
    }
    return liability
  })
}

/** A line with its sort keys, which are computed once and not for each comparison. */
interface SortableLine {
  readonly line: Line
  /** 0 open with a balance, 1 open without one, 2 closed. */
  readonly rank: number
  readonly balance: number
  readonly name: string
}

function sortLines(lines: readonly Line[]): Line[] {
  return lines
    .map(withSortKeys)
    .sort(compareLines)
    .map(({ line }) => line)
}

function withSortKeys(line: Line): SortableLine {
  const { liability } = line
  const open = isOpen(liability)
  const balance = open ? (liability._UnpaidBalanceAmount ?? 0) : 0
  const name = liability._CREDITOR?._Name ?? liability._OriginalCreditorName ?? ''
  return { line, rank: open ? (balance > 0 ? 0 : 1) : 2, balance, name: name.toUpperCase() }
}

function compareLines(a: SortableLine, b: SortableLine): number {
  return (
    a.rank - b.rank ||
    b.balance - a.balance ||
    compareText(a.name, b.name) ||
    compareText(a.line.liability._AccountIdentifier, b.line.liability._AccountIdentifier) ||
    // Any remaining difference decides, so that the order does not depend on the order of items in
    // the files.
    compareText(JSON.stringify(a.line), JSON.stringify(b.line))
  )
}

/** The response of a bureau for one borrower. For a pull that failed, it contains the failure. */
type PulledFile = CreditFile

/** The merge type of all reports: the fields of matched accounts are combined over the bureaus. */
export const MERGE_TYPE: CreditResponse['CreditReportMergeType'] = 'Blend'

/** The files of a report, and its identifiers, scope and date. */
export interface MergeInput {
  /** The number of the report, which scores repeat. */
  readonly reportId: string
  readonly responseId: string
  /** In the order in which the report prints them. */
  readonly borrowers: readonly {
    readonly borrowerId: string
    readonly pulls: readonly PulledFile[]
  }[]
  readonly scope: Scope
  /** Whether the report shows scores. Files can have scores even if it does not. */
  readonly scores: boolean
  /** YYYY-MM-DD. */
  readonly mergedOn: string
}

/** A file with its position in the report. */
interface PlacedFile {
  readonly file: CreditFile
  readonly fileId: string
  readonly borrower: number
  readonly borrowerId: string
  /** Position in `BUREAUS`, by which files are sorted. */
  readonly bureau: number
}

/**
 * Merges credit files. The same files in any order give the same report. The result depends only on
 * the input: not on a clock, a store or randomness.
 */
export function mergeFiles(input: MergeInput): MergedData {
  const all = input.scope === 'all'
  const placed = placeFiles(input)
  const lines = mergeAccounts(
    placed.flatMap((place) => candidatesOf(place.file, place)),
    input.borrowers.map(({ borrowerId }) => borrowerId),
    input,
  )
  const directory = makeDirectory(
    placed.map(({ file }) => file),
    all ? undefined : lines.flatMap(({ contributors }) => contributors),
  )
  const publicRecords = all ? recordsOf(placed, input) : []
  const inquiries = all
    ? listInquiries(
        placed.flatMap((place) =>
          place.file.inquiries.map((inquiry) => ({ ...place, source: place.file.bureau, inquiry })),
        ),
        directory,
      )
    : []
  // A mortgage-only report has no records and no inquiries, so its summary counts none.
  const scores = input.scores ? scoresOf(placed, input.reportId) : []
  const delivered = placed.filter(({ file }) => isDelivered(file))
  return {
    files: placed.map((place) =>
      fileValue(place.file, { ...place, scored: input.scores && place.file.score !== undefined }),
    ),
    liabilities: numberLines(lines, directory),
    publicRecords,
    inquiries,
    scores,
    tradeReferences: directory.entries,
    comments: remarks(input.scope),
    referrals: referralsTo(bureausOf(placed)),
    summaries: summarize({ ...input, lines, publicRecords, inquiries }),
    keys: reportKeys({
      responseId: input.responseId,
      scores,
      percentiles: input.scores ? placed.flatMap(({ file }) => percentilesOf(file)) : [],
      ranges: input.scores ? placed.flatMap(({ file }) => rangesOf(file)) : [],
      filesAsked: placed.length,
      filesDelivered: delivered.length,
    }),
    delivered: bureausOf(delivered),
  }
}

function placeFiles({ borrowers }: MergeInput): PlacedFile[] {
  return borrowers.flatMap(({ borrowerId, pulls }, borrower) =>
    pulls
      .map((file) => ({
        file,
        fileId: idOf('File', borrower, file.bureau),
        borrower,
        borrowerId,
        bureau: BUREAUS.indexOf(file.bureau),
      }))
      .sort((a, b) => a.bureau - b.bureau),
  )
}

/** Returns each bureau once, in the order of `BUREAUS`. */
function bureausOf(placed: readonly PlacedFile[]): BureauName[] {
  return BUREAUS.filter((bureau) => placed.some(({ file }) => file.bureau === bureau))
}

function recordsOf(placed: readonly PlacedFile[], { borrowers }: MergeInput) {
  return numberRecords(
    borrowers.flatMap((_, borrower) =>
      mergeRecords(
        placed
          .filter((place) => place.borrower === borrower)
          .flatMap(({ file, ...place }) =>
            file.publicRecords.map((record) => ({ ...place, source: file.bureau, record })),
          ),
      ),
    ),
  )
}

function scoresOf(placed: readonly PlacedFile[], reportId: string) {
  return placed.flatMap(({ file, borrower, borrowerId }) =>
    scoreValues(file, { borrower, borrowerId, reportId }),
  )
}

const BLENDED =
  'Accounts of several bureaus with the same number, month of opening and type are shown as one: with the latest balance and the worst payment history that any of them reports. Inquiries are shown for each bureau.'
const MORTGAGES_ONLY =
  'This report lists accounts that real estate secures, and no other accounts, public records or inquiries.'

/** Returns the remarks that tell readers how the report was merged. */
function remarks(scope: Scope): Comment[] {
  const texts = scope === 'all' ? [BLENDED] : [BLENDED, MORTGAGES_ONLY]
  return texts.map((text) => ({ _SourceType: 'CreditBureau', _Type: 'Instruction', _Text: [text] }))
}
