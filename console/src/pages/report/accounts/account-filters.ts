/**
 * The filters of accounts. The tiles, the options above the table and the table itself use them for
 * their counts.
 */
import type { Report } from '../report-data.ts'

type Account = Report['accounts'][number]

interface AccountFilter {
  /** The value in the URL. */
  readonly key: string
  readonly choice: string
  /** The heading above the matching accounts. */
  readonly title: string
  readonly holds: (account: Account) => boolean
}

/** Returns whether an account was ever paid late. */
export function isLate({ late }: Account): boolean {
  return late !== undefined && late.days30 + late.days60 + late.days90 > 0
}

/** The filters, in the order of the options. */
export const FILTERS: readonly AccountFilter[] = [
  {
    key: 'open',
    choice: 'Open',
    title: 'Open accounts',
    holds: ({ status }) => status === 'Open',
  },
  {
    key: 'closed',
    choice: 'Closed',
    title: 'Closed accounts',
    holds: ({ status }) => status !== 'Open',
  },
  {
    key: 'mortgages',
    choice: 'Mortgages',
    title: 'Mortgages',
    holds: ({ type, loanType = '' }) => /Mortgage|HomeEquity|RealEstate/.test(type + loanType),
  },
  { key: 'late', choice: 'Late', title: 'Accounts with late payments', holds: isLate },
  {
    key: 'past-due',
    choice: 'Past due',
    title: 'Accounts past due',
    holds: ({ pastDue = 0 }) => pastDue > 0,
  },
  {
    key: 'derogatory',
    choice: 'Derogatory',
    title: 'Derogatory accounts',
    holds: ({ derogatory }) => derogatory,
  },
  {
    key: 'collections',
    choice: 'Collections',
    title: 'Collections',
    holds: ({ loanType = '', rating }) => /Collection/.test(`${loanType} ${rating?.type}`),
  },
]

/** The groups without a filter. Each account is in the first group that it matches. */
const GROUPS = ['collections', 'mortgages', 'derogatory', 'open', 'closed']

/** The accounts below a heading. */
interface AccountGroup {
  readonly title: string
  readonly accounts: readonly Account[]
}

/**
 * Returns the accounts that match a filter. Without a filter, returns all accounts in groups, most
 * serious first.
 */
export function groupsOf(accounts: readonly Account[], key: string | null): AccountGroup[] {
  const filter = FILTERS.find((each) => each.key === key)
  if (filter !== undefined) return [groupOf(filter, accounts, accounts)]
  let left = accounts
  return GROUPS.flatMap((name) => {
    const group = FILTERS.find((each) => each.key === name)
    const from = left
    if (group === undefined) return []
    left = from.filter((account) => !group.holds(account))
    return from.length === left.length ? [] : [groupOf(group, from, accounts)]
  })
}

/**
 * Returns a group of accounts. If another group has already taken some of the matching accounts,
 * the title starts with "Other".
 */
function groupOf(
  { title, holds }: AccountFilter,
  from: readonly Account[],
  all: readonly Account[],
): AccountGroup {
  const found = from.filter(holds)
  const isPart = found.length < all.filter(holds).length
  return {
    title: `${isPart ? `Other ${title.toLowerCase()}` : title} (${found.length})`,
    accounts: found,
  }
}
