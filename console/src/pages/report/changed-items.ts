/**
 * The changes between two reports, grouped by account and inquiry. All amounts and bureaus of an
 * account belong to one item.
 */
import { isSameCompany } from '../../../../src/documents/names.ts'
import { dateText } from '../../format.ts'
import { isOwnInquirer, type Report } from './report-data.ts'

/** A difference, as listed by a refresh or a comparison. */
export type Difference = NonNullable<Report['refresh']>['differences'][number]

/** An account, public record, inquiry or file with all its changes. */
export interface ChangedItem {
  readonly key: string
  readonly what: string
  readonly account: string | undefined
  readonly borrowerIds: readonly string[]
  readonly bureaus: readonly string[]
  /** The newest date of the changes. */
  readonly since: string
  readonly changes: readonly Difference[]
}

/**
 * The changes between two reports. The lender's own inquiries are listed separately, because they
 * are no change of the borrower.
 */
export interface Changes {
  readonly items: readonly ChangedItem[]
  readonly own: readonly ChangedItem[]
}

/**
 * Groups the differences by item. Items are sorted by the order of their kinds and, within a kind,
 * by amount, largest first.
 */
export function changesOf(
  differences: readonly Difference[],
  reports: readonly Pick<Report, 'preparedFor'>[],
): Changes {
  const kinds = [...new Set(differences.map(({ kind }) => kind))]
  const alike = byBureaus(differences)
  const asked = sameInquiries(
    alike.filter(({ kind }) => kind === 'newInquiry'),
    ({ what, since, to, ...each }) => ({ ...each, name: what, date: since, types: [to] }),
  )
  const groups = [...byAccount(alike.filter(({ kind }) => kind !== 'newInquiry')), ...asked]
  const rank = ({ changes }: ChangedItem) => kinds.indexOf(changes[0]?.kind ?? '')
  const items = groups
    .map(itemOf)
    .sort((one, other) => rank(one) - rank(other) || sizeOf(other) - sizeOf(one))
  const isOwn = ({ what, changes }: ChangedItem) =>
    changes[0]?.kind === 'newInquiry' && isOwnInquirer(what, reports)
  return { items: items.filter((item) => !isOwn(item)), own: items.filter(isOwn) }
}

/**
 * Returns a text such as `Lighthouse Home Loans, Nov 23, 2026 and Jan 7, 2027`. `note` adds a
 * remark to a day.
 */
export function ownText(own: Changes['own'], note: (day: string) => string = () => ''): string {
  const byName = Map.groupBy(own, ({ what }) => what)
  return Array.from(byName, ([what, inquiries]) => {
    const days = [...new Set(inquiries.map(({ since }) => since))]
    return `${what}, ${days.map((day) => dateText(day) + note(day)).join(' and ')}`
  }).join('; ')
}

function itemOf(changes: readonly Difference[], index: number): ChangedItem {
  const names = changes.map(({ what }) => what)
  return {
    key: `${index}`,
    what: longest(names),
    account: changes[0]?.account,
    borrowerIds: changes[0]?.borrowerIds ?? [],
    bureaus: [...new Set(changes.flatMap(({ bureaus }) => bureaus))],
    since:
      changes
        .map(({ since = '' }) => since)
        .toSorted()
        .at(-1) ?? '',
    // An inquiry that several bureaus list under different names is still one inquiry.
    changes: changes[0]?.kind === 'newInquiry' ? changes.slice(0, 1) : changes,
  }
}

/** Returns the largest increase of an amount. */
function sizeOf({ changes }: ChangedItem): number {
  return Math.max(...changes.map(({ from = 0, to }) => Number(to) - Number(from) || 0))
}

/**
 * Merges differences that several bureaus report identically. A difference that one bureau reports
 * twice counts as two.
 */
function byBureaus(differences: readonly Difference[]): readonly Difference[] {
  const seen = new Map<string, number>()
  const alike = Map.groupBy(differences, ({ bureaus, ...what }) => {
    const text = JSON.stringify(what)
    const times = (seen.get(text + bureaus) ?? 0) + 1
    seen.set(text + bureaus, times)
    return `${times} ${text}`
  })
  return Array.from(alike.values(), (same) => ({
    ...same[0],
    bureaus: [...new Set(same.flatMap(({ bureaus }) => bureaus))],
  })) as readonly Difference[]
}

/**
 * Groups the differences by account or record. A difference without account number and ownership is
 * an item of its own.
 */
function byAccount(differences: readonly Difference[]): readonly (readonly Difference[])[] {
  const grouped = Map.groupBy(differences, (each, index) => {
    const { what, account, ownership, borrowerIds, bureaus } = each
    return account === undefined && ownership === undefined
      ? index
      : [what, account, ownership, borrowerIds, bureaus].join('|')
  })
  return [...grouped.values()].flatMap(accountsApart)
}

/**
 * Splits a group that must describe several accounts. Masked numbers do not distinguish two
 * accounts of a creditor, but an account has each kind of change only once. A group is therefore
 * split by date, and if that is not enough, into single differences.
 */
function accountsApart(same: readonly Difference[]): readonly (readonly Difference[])[] {
  if (!isRepeated(same)) return [same]
  const byDay = [...Map.groupBy(same, ({ since }) => since).values()]
  return byDay.flatMap((day) => (isRepeated(day) ? day.map((each) => [each]) : [day]))
}

/**
 * Returns whether a kind of change occurs more than once. Late payments in different months are
 * different changes.
 */
function isRepeated(differences: readonly Difference[]): boolean {
  const once = differences.map(({ kind, since }) =>
    kind === 'newLatePayment' ? `${kind} ${since}` : kind,
  )
  return new Set(once).size < once.length
}

interface Inquiry {
  readonly name: string
  readonly date: string | undefined
  readonly borrowerIds: readonly string[]
  readonly bureaus: readonly string[]
  /** The type of credit, as the bureau reports it. */
  readonly types: readonly (string | number | undefined)[]
}

/**
 * Groups the entries by inquiry. A company that requests a borrower's files from several bureaus on
 * one day has an entry at each bureau. Two entries at one bureau are two inquiries.
 */
function sameInquiries<T>(
  entries: readonly T[],
  read: (entry: T) => Inquiry,
): readonly (readonly T[])[] {
  const inquiries: T[][] = []
  for (const entry of entries) {
    const same = inquiries.find((others) =>
      others.every((other) => isSameInquiry(read(entry), read(other))),
    )
    if (same === undefined) inquiries.push([entry])
    else same.push(entry)
  }
  return inquiries
}

/** Returns the inquiries of a report, each with all bureaus that list it. */
export function inquiriesOf({ inquiries }: Pick<Report, 'inquiries'>): Report['inquiries'] {
  const merged = sameInquiries(inquiries, ({ businessType, loanType, ...each }) => ({
    ...each,
    types: [businessType, loanType],
  }))
  return merged.map((entries) => ({
    ...Object.assign({}, ...entries),
    name: longest(entries.map(({ name }) => name)),
    bureaus: entries.flatMap(({ bureaus }) => bureaus),
  }))
}

function isSameInquiry(one: Inquiry, other: Inquiry): boolean {
  return (
    one.date === other.date &&
    one.borrowerIds.join() === other.borrowerIds.join() &&
    !one.bureaus.some((bureau) => other.bureaus.includes(bureau)) &&
    one.types.every((type, index) => isCompatible(type, other.types[index])) &&
    isSameCompany(one.name, other.name)
  )
}

/**
 * Returns whether two values can describe the same inquiry. A bureau may omit a value that another
 * bureau states.
 */
function isCompatible(one: string | number | undefined, other: typeof one): boolean {
  return one === undefined || other === undefined || one === other
}

/** Returns the longest name, because bureaus truncate names. */
function longest(names: readonly string[]): string {
  return names.reduce((found, name) => (name.length > found.length ? name : found), '')
}
