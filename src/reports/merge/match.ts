/**
 * Which accounts of different files are the same account. Key: account number, month of opening and
 * type (domain rule: a public description of an exact key does not exist; this one is ours, and
 * leaves two lines where there is doubt).
 */
import type { CreditFile, FileAccount } from '../../bureaus/bureau.ts'
import { monthOf } from '../../documents/months.ts'
import { nameKey } from '../../documents/names.ts'
import type { BureauName } from '../../documents/tables/enumerations.ts'
import { type AccountNumber, compareAccountNumbers, readAccountNumber } from '../account-number.ts'
import { areTypesCompatible } from '../loan-types.ts'
import { blendOwnership, isShared } from '../ownership.ts'
import { type Likeness, pairUp } from '../pairing.ts'

/** An account of one file of one borrower. */
export interface Candidate {
  /** Position of the borrower in the order. */
  readonly borrower: number
  /** Position of the bureau in `BUREAUS`. */
  readonly bureau: number
  readonly source: BureauName
  /** Identifier of the file in this report, which the line refers to. */
  readonly fileId: string
  /** As the bureau reports it; merging changes no candidate. */
  readonly account: FileAccount
  /** Undefined where the account can be no other bureau's account. */
  readonly key: MatchKey | undefined
}

interface MatchKey {
  readonly number: AccountNumber
  /** Since year 0. */
  readonly openedMonth: number
  /** Compared where digits are hidden. */
  readonly creditor: string
  readonly originalCreditor: string
}

/** The accounts of a file, with what they are matched by. */
export function candidatesOf(
  file: CreditFile,
  { borrower, bureau, fileId }: Pick<Candidate, 'borrower' | 'bureau' | 'fileId'>,
): Candidate[] {
  return file.accounts.map((account) => ({
    borrower,
    bureau,
    fileId,
    source: file.bureau,
    account,
    key: matchKey(account),
  }))
}

/**
 * Groups accounts into lines of the report: first over the bureaus of each borrower, then over the
 * borrowers where both are bound to the account. Accounts without a key stay alone. Two stages,
 * because one bureau's files of two borrowers list a joint account twice, and no group may hold two
 * of one source.
 */
export function groupAccounts(candidates: readonly Candidate[]): Candidate[][] {
  const keyed = candidates.filter(isComparable)
  const lines = borrowersOf(keyed).flatMap((borrower) =>
    pairUp(
      keyed.filter((candidate) => candidate.borrower === borrower),
      (candidate) => candidate.bureau,
      compareAccounts,
    ),
  )
  const shared = pairUp(lines, (line) => line[0]?.borrower ?? 0, compareLines)
  const alone = candidates.filter((candidate) => !isComparable(candidate))
  return [...shared.map((parts) => inOrder(parts.flat())), ...alone.map((one) => [one])]
}

function isComparable({ key, account }: Candidate): boolean {
  return key !== undefined || account.mergedPlace !== undefined
}

/** By bureau in the order of `BUREAUS`, then by borrower: the first gives the line its file. */
function inOrder(line: Candidate[]): Candidate[] {
  return line.sort((a, b) => a.bureau - b.bureau || a.borrower - b.borrower)
}

function borrowersOf(candidates: readonly Candidate[]): number[] {
  return [...new Set(candidates.map((candidate) => candidate.borrower))]
}

function matchKey(account: FileAccount): MatchKey | undefined {
  const number = readAccountNumber(account._AccountIdentifier)
  const openedMonth = monthOf(account._AccountOpenedDate)
  if (number === undefined || openedMonth === undefined) return undefined
  // A history that cannot be placed in time cannot be laid beside another.
  const pattern = account._PAYMENT_PATTERN
  if (pattern !== undefined && monthOf(pattern._StartDate) === undefined) return undefined
  return {
    number,
    openedMonth,
    creditor: creditorOf(account),
    originalCreditor: nameKey(account._OriginalCreditorName),
  }
}

/** How surely two accounts of different files are one. */
function compareAccounts(a: Candidate, b: Candidate): Likeness {
  const merged = compareMerged(a.account, b.account)
  if (merged !== undefined) return merged
  if (a.key === undefined || b.key === undefined) return 'different'
  if (!areOpeningsNear(a.key.openedMonth, b.key.openedMonth)) return 'different'
  if (!areTypesCompatible(a.account, b.account)) return 'different'
  if (!mayBeEqual(a.key.originalCreditor, b.key.originalCreditor)) return 'different'
  return compareNumbered(a.key, b.key)
}

/**
 * How alike two items are by the merge of their source: a vendor that delivers several bureaus has
 * merged them already, so its lines decide, within one of its reports.
 */
export function compareMerged(
  { mergedPlace: one }: Pick<FileAccount, 'mergedPlace'>,
  { mergedPlace: other }: Pick<FileAccount, 'mergedPlace'>,
): Likeness | undefined {
  if (one === undefined || other === undefined || one.merge !== other.merge) return undefined
  return one.line === other.line ? 'same' : 'different'
}

/** The name of whom an account is with, as names are compared. */
export function creditorOf(
  account: Pick<FileAccount, '_CREDITOR' | '_OriginalCreditorName'>,
): string {
  return nameKey(account._CREDITOR?._Name ?? account._OriginalCreditorName)
}

/** Bureaus state one opening in neighbouring months. */
export function areOpeningsNear(month: number, other: number): boolean {
  return Math.abs(month - other) <= 1
}

/** Whether two names may be of one original creditor; many accounts name none. */
export function mayBeEqual(a: string, b: string): boolean {
  return a === '' || b === '' || a === b
}

/** How surely two numbers are of one account. */
export function compareNumbered(
  a: Pick<MatchKey, 'number' | 'creditor'>,
  b: Pick<MatchKey, 'number' | 'creditor'>,
): Likeness {
  const likeness = compareAccountNumbers(a.number, b.number)
  // What is hidden must be made up for: then the creditors' names have to begin alike as well.
  return likeness === 'likely' && !beginAlike(a.creditor, b.creditor) ? 'unclear' : likeness
}

function beginAlike(a: string, b: string): boolean {
  return a.length >= 3 && a.slice(0, 3) === b.slice(0, 3)
}

/** How surely the lines of two borrowers are one account that both are bound to. */
function compareLines(a: readonly Candidate[], b: readonly Candidate[]): Likeness {
  let surest: Likeness = 'unclear'
  for (const one of a) {
    for (const other of b) {
      const likeness = compareAccounts(one, other)
      if (likeness === 'different') return 'different'
      if (likeness === 'same' || surest === 'unclear') surest = likeness
    }
  }
  return isShared(ownershipOf(a), ownershipOf(b)) ? surest : 'different'
}

function ownershipOf(line: readonly Candidate[]) {
  return blendOwnership(line.map((candidate) => candidate.account._AccountOwnershipType))
}
