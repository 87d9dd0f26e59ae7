/**
 * Decides which accounts of different files are the same account, by account number, month of
 * opening and type. The rule is our own, because no public source describes an exact key. In doubt,
 * it leaves two lines.
 */
import type { CreditFile, FileAccount } from '../../bureaus/bureau.ts'
import { monthOf } from '../../documents/months.ts'
import { nameKey } from '../../documents/names.ts'
import type { BureauName } from '../../documents/tables/enumerations.ts'
import { type AccountNumber, compareAccountNumbers, readAccountNumber } from '../account-number.ts'
import { sortShort } from '../comparing.ts'
import { areTypesCompatible } from '../loan-types.ts'
import { blendOwnership, isShared } from '../ownership.ts'
import { type Likeness, pairUp, type Traits } from '../pairing.ts'

/** An account in one file of one borrower. */
export interface Candidate {
  /** Position of the borrower in the order. */
  readonly borrower: number
  /** Position of the bureau in `BUREAUS`. */
  readonly bureau: number
  readonly source: BureauName
  /** Identifier of the file in this report, to which the line refers. */
  readonly fileId: string
  /** As the bureau reports it. Merging does not change it. */
  readonly account: FileAccount
  /** Undefined if the account cannot match an account of another bureau. */
  readonly key: MatchKey | undefined
}

interface MatchKey {
  readonly number: AccountNumber
  /** Months since year 0. */
  readonly openedMonth: number
  /** Compared if digits of the account number are hidden. */
  readonly creditor: string
  readonly originalCreditor: string
}

/** Returns the accounts of a file with their match keys. */
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
 * Groups accounts into lines of the report: first across the bureaus of each borrower, then across
 * the borrowers if both are responsible for the account. Accounts without a key are lines of their
 * own. Two stages are necessary, because the files of both borrowers at one bureau each list a
 * joint account, and no group may hold two accounts of one source.
 */
export function groupAccounts(candidates: readonly Candidate[]): Candidate[][] {
  const keyed = candidates.filter(isComparable)
  const borrowers = borrowersOf(keyed)
  const lines = borrowers.flatMap((borrower) =>
    pairUp(
      keyed.filter((candidate) => candidate.borrower === borrower),
      ACCOUNT_TRAITS,
      compareAccounts,
    ),
  )
  const shared =
    borrowers.length < 2
      ? lines
      : pairUp(lines, LINE_TRAITS, compareLines).map((parts) => parts.flat())
  const unkeyed = candidates.filter((candidate) => !isComparable(candidate))
  return [...shared.map(inOrder), ...unkeyed.map((one) => [one])]
}

function isComparable({ key, account }: Candidate): boolean {
  return key !== undefined || account.mergedPlace !== undefined
}

/**
 * Sorts by bureau in the order of `BUREAUS`, then by borrower. The line refers to the file of the
 * first account.
 */
function inOrder(line: Candidate[]): Candidate[] {
  return sortShort(line, (a, b) => a.bureau - b.bureau || a.borrower - b.borrower)
}

function borrowersOf(candidates: readonly Candidate[]): number[] {
  return [...new Set(candidates.map((candidate) => candidate.borrower))]
}

function matchKey(account: FileAccount): MatchKey | undefined {
  const number = readAccountNumber(account._AccountIdentifier)
  const openedMonth = monthOf(account._AccountOpenedDate)
  if (number === undefined || openedMonth === undefined) return undefined
  // A pattern without a month cannot be combined with another.
  const pattern = account._PAYMENT_PATTERN
  if (pattern !== undefined && monthOf(pattern._StartDate) === undefined) return undefined
  return {
    number,
    openedMonth,
    creditor: creditorOf(account),
    originalCreditor: nameKey(account._OriginalCreditorName),
  }
}

const ACCOUNT_TRAITS: Traits<Candidate> = {
  sourceOf: ({ bureau }) => bureau,
  kindOf,
  mergedPlaceOf: ({ account }) => account.mergedPlace,
}

/** Returns everything that `compareAccounts` reads of an account, as one text. */
function kindOf({ key, account }: Candidate): string {
  if (key === undefined) return ''
  const { number, openedMonth, creditor, originalCreditor } = key
  const names = `${creditor}|${originalCreditor}`
  const types = `${account._AccountType}|${account.CreditLoanType ?? ''}`
  return `${number.head}|${number.tail}|${number.hidden}|${openedMonth}|${names}|${types}`
}

/** Returns how alike two accounts of different files are, if no source has merged both. */
function compareAccounts(a: Candidate, b: Candidate): Likeness {
  if (a.key === undefined || b.key === undefined) return 'different'
  if (!areOpeningsNear(a.key.openedMonth, b.key.openedMonth)) return 'different'
  if (!areTypesCompatible(a.account, b.account)) return 'different'
  if (!mayBeSameName(a.key.originalCreditor, b.key.originalCreditor)) return 'different'
  return compareNumbered(a.key, b.key)
}

/** Returns the name of an account's creditor, normalized for comparison. */
export function creditorOf(
  account: Pick<FileAccount, '_CREDITOR' | '_OriginalCreditorName'>,
): string {
  return nameKey(account._CREDITOR?._Name ?? account._OriginalCreditorName)
}

/** Reports whether two months can be the same opening, which bureaus can report a month apart. */
export function areOpeningsNear(month: number, other: number): boolean {
  return Math.abs(month - other) <= 1
}

/** Reports whether two names can be the same original creditor. Many accounts have none. */
export function mayBeSameName(a: string, b: string): boolean {
  return a === '' || b === '' || a === b
}

/** Returns how alike two account numbers are. */
export function compareNumbered(
  a: Pick<MatchKey, 'number' | 'creditor'>,
  b: Pick<MatchKey, 'number' | 'creditor'>,
): Likeness {
  const likeness = compareAccountNumbers(a.number, b.number)
  // Hidden digits need further evidence: the names of the creditors must begin alike.
  return likeness === 'likely' && !beginAlike(a.creditor, b.creditor) ? 'unclear' : likeness
}

function beginAlike(a: string, b: string): boolean {
  return a.length >= 3 && a.slice(0, 3) === b.slice(0, 3)
}

/** A source merges the accounts of one borrower, so its merge says nothing about two borrowers. */
const LINE_TRAITS: Traits<readonly Candidate[]> = {
  sourceOf: (line) => line[0]?.borrower ?? 0,
  kindOf: (line) => `${line.map(kindOf).join(';')};${ownershipOf(line)}`,
}

/** Returns how alike the lines of two borrowers are, if both can be responsible for one account. */
function compareLines(a: readonly Candidate[], b: readonly Candidate[]): Likeness {
  let best: Likeness = 'unclear'
  for (const one of a) {
    for (const other of b) {
      const likeness = compareAccounts(one, other)
      if (likeness === 'different') return 'different'
      if (likeness === 'same' || best === 'unclear') best = likeness
    }
  }
  return isShared(ownershipOf(a), ownershipOf(b)) ? best : 'different'
}

function ownershipOf(line: readonly Candidate[]) {
  return blendOwnership(line.map((candidate) => candidate.account._AccountOwnershipType))
}
