/** The accounts of two reports, each with its changed and its unchanged fields. */
import { words } from '../../../../src/documents/wording.ts'
import type { ApiResponse } from '../../api/call.ts'
import { dateText, dollarsText } from '../../format.ts'
import { type Report, shownNumber } from '../report/report-data.ts'
import { type Account, type AccountField, fieldsOf } from './account-fields.ts'
import { isSameBorrower } from './people.ts'

type Pairing = ApiResponse<'GET /reports/:id/compare/:other'>

/** An account of one report or of both reports. */
export interface ComparedAccount {
  readonly key: string
  /**
   * How the account differs. `elsewhere`: its owner is in only one report. `delivered`: a bureau
   * that delivered to only one report also reports it. `reported`: only fields that change with
   * every update from the creditor differ.
   */
  readonly kind: 'changed' | 'added' | 'removed' | 'elsewhere' | 'delivered' | 'reported' | 'same'
  /** The owner of the account, or the bureaus whose delivery explains the difference. */
  readonly note: string
  readonly creditor: string
  /** The type of the account, and its number. */
  readonly what: string
  readonly changed: readonly AccountField[]
  /** Fields that differ but say nothing about the account by themselves. */
  readonly reported: readonly AccountField[]
  readonly unchanged: readonly AccountField[]
}

/** Returns the accounts of both reports, paired by the service. */
export function comparedAccounts(
  reports: readonly [Report, Report],
  { accounts, earlierId }: Pick<Pairing, 'accounts' | 'earlierId'>,
): readonly ComparedAccount[] {
  const isFirstEarlier = reports[0].summary.id === earlierId
  const delivered = reports[0].delivered.filter((each) => reports[1].delivered.includes(each))
  const sideOf = ({ accounts: listed }: Report, ids: readonly string[]) =>
    ids.flatMap((id) => listed.find((account) => account.id === id) ?? [])
  const compared = accounts.flatMap(({ earlier, later }) => {
    const one = sideOf(reports[0], isFirstEarlier ? earlier : later)
    const other = sideOf(reports[1], isFirstEarlier ? later : earlier)
    return comparedAccount(reports, one, other, delivered) ?? []
  })
  const rank = ({ kind }: ComparedAccount) => ORDER.indexOf(kind)
  return distinguished(compared).sort(
    (one, other) => rank(one) - rank(other) || Number(owesMore(other)) - Number(owesMore(one)),
  )
}

/** An account with the details that distinguish it from another of the same name. */
type NamedAccount = ComparedAccount & { readonly origin: string }

/** Adds the opening date and the limit to accounts that have the same creditor and type. */
function distinguished(accounts: readonly NamedAccount[]): ComparedAccount[] {
  const nameOf = ({ creditor, what }: ComparedAccount) => `${creditor}, ${what}`
  const named = Map.groupBy(accounts, nameOf)
  return accounts.map(({ origin, ...account }) => {
    const isSingle = named.get(nameOf(account))?.length === 1
    const what = [account.what, origin].filter(Boolean).join(' · ')
    return isSingle ? account : { ...account, what }
  })
}

/** Returns a text such as `opened Apr 2011, limit $22,500`. */
function originText({ opened, limit, highCredit }: Account): string {
  const amount = limit ?? highCredit
  return [
    opened && `opened ${dateText(opened.slice(0, 'yyyy-mm'.length))}`,
    amount !== undefined &&
      `${limit === undefined ? 'high credit' : 'limit'} ${dollarsText(amount)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Returns whether an amount that is owed or paid has risen. */
export function owesMore({ kind, changed }: Pick<ComparedAccount, 'kind' | 'changed'>): boolean {
  return (
    kind === 'changed' && changed.some(({ isDebt, change }) => isDebt && change.startsWith('+'))
  )
}

/** The display order of accounts, starting with the kinds that readers look for first. */
const ORDER: readonly ComparedAccount['kind'][] = [
  'added',
  'removed',
  'changed',
  'elsewhere',
  'delivered',
  'reported',
  'same',
]

/**
 * Compares one account. If a side has several tradelines, they describe the same account, which the
 * merge could not recognize as shared by the bureaus.
 */
function comparedAccount(
  reports: readonly [Report, Report],
  ones: readonly Account[],
  others: readonly Account[],
  delivered: readonly string[],
): NamedAccount | undefined {
  const [one, other] = [ones[0], others[0]]
  const named = other ?? one
  if (named === undefined) return undefined
  const head = {
    key: `${one?.id}-${other?.id}`,
    creditor: named.creditor,
    what: [words(named.loanType ?? named.type), shownNumber(named.number)]
      .filter(Boolean)
      .join(' · '),
    origin: originText(named),
  }
  if (one === undefined || other === undefined) {
    const [report, another] = one === undefined ? [reports[1], reports[0]] : reports
    const kind = one === undefined ? 'added' : 'removed'
    const changed = [statusField(one, other)]
    return {
      ...head,
      ...oneSided(kind, named, report, another),
      changed,
      reported: [],
      unchanged: [],
    }
  }
  const lines = { title: 'Lines', one: `${ones.length}`, other: `${others.length}` }
  const fields = [
    ...fieldsOf(one, other, delivered),
    ...(ones.length * others.length > 1 ? [{ ...lines, change: '', routine: false }] : []),
  ]
  const differing = fields.filter((field) => field.one !== field.other)
  const kind = kindOf(differing)
  // If the account itself has changed, an additional bureau is only noted beside its name.
  const isAside = ({ routine, delivery }: AccountField) =>
    routine || (kind.kind === 'changed' && delivery !== undefined)
  return {
    ...head,
    ...kind,
    changed: differing.filter((field) => !isAside(field)),
    reported: differing.filter(isAside),
    unchanged: fields.filter((field) => field.one === field.other && field.one !== ''),
  }
}

/** Classifies an account that is in both reports, by the fields that differ. */
function kindOf(differing: readonly AccountField[]): Pick<ComparedAccount, 'kind' | 'note'> {
  const changed = differing.filter(({ routine }) => !routine)
  const note = changed.find(({ delivery }) => delivery !== undefined)?.delivery
  if (changed.some(({ delivery }) => delivery === undefined))
    return { kind: 'changed', note: note ?? '' }
  if (note !== undefined) return { kind: 'delivered', note }
  return { kind: differing.length > 0 ? 'reported' : 'same', note: '' }
}

/**
 * Explains why only one report has an account: its owner, or the bureaus that report it, may be
 * only in that report.
 */
function oneSided(
  kind: 'added' | 'removed',
  account: Account,
  report: Report,
  another: Report,
): Pick<ComparedAccount, 'kind' | 'note'> {
  const elsewhere = onlyOfText(report, account, another)
  if (elsewhere !== '') return { kind: 'elsewhere', note: elsewhere }
  const isOfBureau = !account.bureaus.some((bureau) => another.delivered.includes(bureau))
  return { kind, note: isOfBureau ? `${kind}, ${account.bureaus.join(' and ')} only` : '' }
}

/** Returns `R. O. only` if the other report covers none of the account's borrowers. */
function onlyOfText(report: Report, { borrowerIds }: Account, { borrowers }: Report): string {
  const owners = report.borrowers.filter(({ id }) => borrowerIds.includes(id))
  if (owners.length === 0 || isSameBorrower(owners, borrowers)) return ''
  return `${owners.map(({ name }) => name).join(' and ')} only`
}

/** Returns the status row of an account that only one report has. */
function statusField(one: Account | undefined, other: Account | undefined): AccountField {
  const textOf = (account: Account | undefined) =>
    account === undefined
      ? ''
      : [
          words(account.status),
          account.balance === undefined ? '' : `balance ${dollarsText(account.balance)}`,
          (account.pastDue ?? 0) > 0 ? `${dollarsText(account.pastDue)} past due` : '',
          words(account.rating?.type).toLowerCase(),
        ]
          .filter((part) => part !== '')
          .join(', ')
  return { title: 'Status', one: textOf(one), other: textOf(other), change: '', routine: false }
}
