/** The pages of the navigation, and which sessions may use them. */
import type { useSession } from '../api/session.tsx'
import type { IconName } from '../components/icons.tsx'

/** A page of the navigation. */
export interface NavigationItem {
  readonly path: string
  readonly name: string
  readonly icon: IconName
  /** The key that opens the page after `g`. */
  readonly key: string
  /** Returns whether a session may use the page; absent if every session may. */
  readonly allowed?: (session: ReturnType<typeof useSession>) => boolean
}

/** The groups of the navigation. */
const NAVIGATION: readonly (readonly [title: string, items: readonly NavigationItem[]])[] = [
  [
    'Work',
    [
      { path: '/overview', name: 'Overview', icon: 'overview', key: 'v' },
      { path: '/orders', name: 'Orders', icon: 'orders', key: 'o' },
      { path: '/reports', name: 'Reports', icon: 'reports', key: 'r' },
      {
        path: '/order-desk',
        name: 'Order desk',
        icon: 'desk',
        key: 'd',
        allowed: ({ operator }) => operator.role !== 'auditor',
      },
      {
        path: '/sandbox',
        name: 'Sandbox',
        icon: 'sandbox',
        key: 's',
        allowed: ({ sandbox }) => sandbox,
      },
    ],
  ],
  [
    'Administration',
    [
      { path: '/accounts', name: 'Accounts', icon: 'accounts', key: 'a' },
      {
        path: '/operators',
        name: 'Users',
        icon: 'people',
        key: 'p',
        allowed: ({ operator }) => operator.role !== 'integrator',
      },
      {
        path: '/audit',
        name: 'Audit trail',
        icon: 'audit',
        key: 't',
        allowed: ({ operator }) => operator.role !== 'integrator',
      },
    ],
  ],
  ['Reference', [{ path: '/api-reference', name: 'API reference', icon: 'api', key: 'e' }]],
]

/** Returns the groups with the pages that a session may use. */
export function navigationFor(session: ReturnType<typeof useSession>): typeof NAVIGATION {
  return NAVIGATION.map(([title, items]) => [
    title,
    items
      .filter(({ allowed }) => allowed?.(session) ?? true)
      .map((item) => (item.path === '/accounts' ? accountsFor(session, item) : item)),
  ])
}

/** Returns the item for the accounts. An integrator gets their only account instead. */
function accountsFor(
  { operator: { account } }: ReturnType<typeof useSession>,
  item: NavigationItem,
): NavigationItem {
  if (account === undefined) return item
  return { ...item, path: `/accounts/${account}`, name: `Account ${account}` }
}

/** Returns the pages that a session may use. */
export function pagesFor(session: ReturnType<typeof useSession>): readonly NavigationItem[] {
  return navigationFor(session).flatMap(([, items]) => items)
}
