/** What changed between two reports, by account and inquiry: bureaus and amounts of one are one item. */
import { isSameCompany } from '../../../../src/documents/names.ts'
import { dateText } from '../../format.ts'
import { isOwnInquirer, type Report } from './report-data.ts'

/** A difference, as a refresh and a comparison list it. */
export type Difference = NonNullable<Report['refresh']>['differences'][number]

/** An account, a record, an inquiry or a file with everything that changed of it. */
export interface ChangedItem {
  readonly key: string
  readonly what: string
  readonly account: string | undefined
  readonly borrowerIds: readonly string[]
  readonly bureaus: readonly string[]
  /** The newest date of a change. */
  readonly since: string
  readonly changes: readonly Difference[]
}

/** The changes of two reports, and the lender's own inquiries, which are no change of the borrower. */
export interface Changes {
  readonly items: readonly ChangedItem[]
  readonly own: readonly ChangedItem[]
}

/** The changes by item: in the order of their kinds, and the largest amounts of a kind first. */
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

/** `Lighthouse Home Loans, Nov 23, 2026 and Jan 7, 2027`; `note` says more of a day. */
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
    // What several bureaus call by several names is still one inquiry.
    changes: changes[0]?.kind === 'newInquiry' ? changes.slice(0, 1) : changes,
  }
}

/** The largest amount by which something rose. */
function sizeOf({ changes }: ChangedItem): number {
  return Math.max(...changes.map(({ from = 0, to }) => Number(to) - Number(from) || 0))
}

/** What several bureaus report alike is one difference; what one bureau reports twice is two. */
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

/** The differences of each account or record; what has no number is an item of its own. */
function byAccount(differences: readonly Difference[]): readonly (readonly Difference[])[] {
  const grouped = Map.groupBy(differences, (each, index) => {
    const { what, account, ownership, borrowerIds, bureaus } = each
    return account === undefined && ownership === undefined
      ? index
      : [what, account, ownership, borrowerIds, bureaus].join('|')
  })
  return [...grouped.values()].flatMap(accountsApart)
}

/** Masked numbers do not tell two accounts of a creditor apart: what one has only once does. */
function accountsApart(same: readonly Difference[]): readonly (readonly Difference[])[] {
  if (!isRepeated(same)) return [same]
  const byDay = [...Map.groupBy(same, ({ since }) => since).values()]
  return byDay.flatMap((day) => (isRepeated(day) ? day.map((each) => [each]) : [day]))
}

/** Each month that was paid late is a difference. */
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
  /** For what credit, as the bureau has it. */
  readonly types: readonly (string | number | undefined)[]
}

/**
 * The entries of each inquiry: a company that asks several bureaus for a borrower's files on one day
 * has an entry at each. Two entries of one bureau are two inquiries.
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

/** The inquiries of a report, each with all bureaus that list it. */
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

/** A bureau may leave open what another one says. */
function isCompatible(one: string | number | undefined, other: typeof one): boolean {
  return one === undefined || other === undefined || one === other
}

/** The full name among those that bureaus cut off. */
function longest(names: readonly string[]): string {
  return names.reduce((found, name) => (name.length > found.length ? name : found), '')
}
