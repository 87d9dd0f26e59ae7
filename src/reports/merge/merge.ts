/**
 * Merging: the files of up to three bureaus for one or two borrowers become one report. Every item
 * of every file is reflected; matched accounts are blended, inquiries never are.
 */
import type { CreditFile } from '../../bureaus/bureau.ts'
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { CreditResponse } from '../../documents/tables/response.ts'
import type { Comment } from '../../documents/tables/tradelines.ts'
import { fileValue, idOf, isDelivered } from '../credit-files.ts'
import { listInquiries } from '../inquiries.ts'
import { mergeAccounts, numberLines, type Scope } from '../lines.ts'
import type { MergedData } from '../report.ts'
import { makeDirectory, referralsTo } from './directory.ts'
import { candidatesOf } from './match.ts'
import { mergeRecords, numberRecords } from './records.ts'
import { reportKeys } from './report-keys.ts'
import { scoreValue } from './scores.ts'
import { summarise } from './summary.ts'

/** What a bureau answered for one borrower; a bureau that failed answered with the failure. */
export type PulledFile = CreditFile

/** How reports are merged here: the fields of matched accounts are combined over the bureaus. */
export const MERGE_TYPE: CreditResponse['CreditReportMergeType'] = 'Blend'

/** The files of a report and what it is to hold. */
export interface MergeInput {
  readonly reportId: string
  readonly responseId: string
  /** In the order in which they are printed. */
  readonly borrowers: readonly {
    readonly borrowerId: string
    readonly pulls: readonly PulledFile[]
  }[]
  readonly scope: Scope
  /** Whether the report shows scores. */
  readonly scores: boolean
  /** YYYY-MM-DD. */
  readonly mergedOn: string
}

/** A file with its place in the report. */
interface PlacedFile {
  readonly file: CreditFile
  readonly fileId: string
  readonly borrower: number
  readonly borrowerId: string
  readonly bureau: number
}

/** Merges credit files. The same files in any order give the same report. */
export function mergeFiles(input: MergeInput): MergedData {
  const all = input.scope === 'all'
  const placed = placeFiles(input)
  const lines = mergeAccounts(
    placed.flatMap((place) => candidatesOf(place.file, place)),
    input.borrowers.map(({ borrowerId }) => borrowerId),
    input.scope,
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
    summaries: summarise({ ...input, lines, publicRecords, inquiries }),
    keys: reportKeys({
      responseId: input.responseId,
      scores,
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
  return placed
    .map(({ file, borrower, borrowerId }) => scoreValue(file, { borrower, borrowerId, reportId }))
    .filter((score) => score !== undefined)
}

const BLENDED =
  'Accounts of several bureaus with the same number, month of opening and type are shown as one: with the latest balance and the worst payment history that any of them reports. Inquiries are shown for each bureau.'
const MORTGAGES_ONLY =
  'This report lists accounts that real estate secures, and no other accounts, public records or inquiries.'

/** How the report came about, so that its readers can judge it. */
function remarks(scope: Scope): Comment[] {
  const texts = scope === 'all' ? [BLENDED] : [BLENDED, MORTGAGES_ONLY]
  return texts.map((text) => ({ _SourceType: 'CreditBureau', _Type: 'Instruction', _Text: [text] }))
}
