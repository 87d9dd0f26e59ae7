/** The filters of accounts. The tiles, the choices above the table and the table count by them. */
import type { Report } from '../report-data.ts'

type Account = Report['accounts'][number]

interface AccountFilter {
  /** In the URL. */
  readonly key: string
  readonly choice: string
  /** The heading of the accounts. */
  readonly title: string
  readonly holds: (account: Account) => boolean
}

/** Whether an account was ever paid late. */
export function isLate({ late }: Account): boolean {
  return late !== undefined && late.days30 + late.days60 + late.days90 > 0
}

/** In the order of the choices. */
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

/** Without a filter, each account is below the first of these headings that it belongs to. */
const GROUPS = ['collections', 'mortgages', 'derogatory', 'open', 'closed']

/** Accounts below one heading. */
interface AccountGroup {
  readonly title: string
  readonly accounts: readonly Account[]
}

/** The accounts of a filter; without one, all of them in groups, the most serious first. */
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

/** Where some accounts of the filter are below another heading, the title says so. */
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
