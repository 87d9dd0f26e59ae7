/** The commands of the palette for a session: actions, pages, and searches for the typed text. */
import { useLocation } from 'wouter'
import { useSearched } from '../api/searched.ts'
import { useSession, useSignOut } from '../api/session.tsx'
import { useApiQuery } from '../api/use-api-query.ts'
import { useRemoveAllFaults } from '../components/fault-removal.ts'
import type { IconName } from '../components/icons.tsx'
import { activeFaults } from '../components/injected-faults.ts'
import { messageOf } from '../components/layout.tsx'
import { useFirstOrder, useOrderNow } from '../components/order-now.ts'
import { useToast } from '../components/toast.tsx'
import { type Command, type CommandGroup, matches } from './command.ts'
import { useEntityGroups } from './entity-commands.ts'
import { pagesFor } from './navigation.ts'
import { openShellDialog, singleKeysOn } from './shortcut-settings.ts'
import { useTheme } from './theme.ts'

/** Matches the ID of an order or a report, also within a copied URL. */
const IDENTIFIER = /\b([OR])(?=[A-Z]*\d)[0-9A-Z]{8,}\b/i

/** Returns the commands for a text, an ID first and searches last; all commands without a text. */
export function useCommandGroups(text: string): readonly CommandGroup[] {
  const [, go] = useLocation()
  const searches = useSearches(text)
  const entities = useEntityGroups(text)
  const actions: CommandGroup = ['Actions', useActions()]
  const pages: CommandGroup = ['Pages', usePages()]
  const settings: CommandGroup = ['Settings', useSettings()]
  if (text === '') return [actions, pages, settings]
  const found = ([title, members]: CommandGroup): CommandGroup => [
    title,
    members.filter((each) => matches(each, text)),
  ]
  const [id, letter] = IDENTIFIER.exec(text.toUpperCase()) ?? []
  const list = letter === 'O' ? 'orders' : 'reports'
  const opening: Command = {
    name: `Open ${letter === 'O' ? 'order' : 'report'} ${id}`,
    icon: list,
    run: () => go(`/${list}/${id}`),
  }
  const beginning = ([, members]: CommandGroup) =>
    Number(members.some(({ name }) => name.toLowerCase().startsWith(text.toLowerCase())))
  const groups: readonly CommandGroup[] = [
    ['Identifier', id === undefined ? [] : [opening]],
    // The group with a command whose name starts with the text comes first: `sandbox` is a page,
    // and also a word that matches actions.
    ...[actions, pages].map(found).sort((one, other) => beginning(other) - beginning(one)),
    ...entities,
    found(settings),
    ['Search', searches],
  ]
  return groups.filter(([, members]) => members.length > 0)
}

function useSearches(text: string): readonly Command[] {
  const [, go] = useLocation()
  const [, searchOrders] = useSearched('orders')
  const [, searchReports] = useSearched('reports')
  const searching = (list: string, search: (text: string) => void): Command => ({
    name: `Search ${list} for “${text}”`,
    icon: 'search',
    run: () => {
      search(text)
      go(`/${list}`)
    },
  })
  return [searching('orders', searchOrders), searching('reports', searchReports)]
}

/** Returns the commands that perform an action, if the role permits it. */
function useActions(): readonly Command[] {
  const { operator, sandbox } = useSession()
  const [, go] = useLocation()
  const toast = useToast()
  const mayOrder = operator.role !== 'auditor'
  const mayControl = sandbox && operator.role === 'operator'
  const { xml } = useFirstOrder(sandbox && mayOrder)
  const order = useOrderNow(
    async () => xml ?? '',
    (error) => toast(messageOf(error), 'bad'),
  )
  const faults = useApiQuery('faults', 'GET /sandbox/faults', {}, { enabled: mayControl })
  const reset = useRemoveAllFaults()
  const to = (name: string, icon: IconName, path: string, also: string): Command => {
    return { name, icon, also, run: () => go(path) }
  }
  const orderFirst = {
    name: 'Order now: Avery Sandford',
    // Typing a name must find the persona first, so that an order is not placed by mistake.
    called: 'Order now',
    icon: 'reports',
    also: 'place test report borrower persona',
    run: () => order.mutate(),
  } as const
  const resetFaults = {
    name: 'Remove all injected faults',
    icon: 'refresh',
    also: 'reset clear normal',
    run: () => reset.mutate(undefined),
  } as const
  const isBroken = faults.data !== undefined && activeFaults(faults.data).length > 0
  const offered: readonly (readonly [isOffered: boolean, command: Command])[] = [
    [mayOrder, to('Place an order', 'desk', '/order-desk', 'new report')],
    [xml !== undefined, orderFirst],
    [
      operator.role === 'operator',
      to('New account', 'accounts', '/accounts?new=account', 'create add client lender'),
    ],
    [mayControl, to('New custom person', 'plus', '/sandbox?view=people&person=', 'create add')],
    [mayControl, to('Inject a fault', 'warning', '/sandbox?view=faults', 'sandbox bureau error')],
    [mayControl && isBroken, resetFaults],
    [mayControl, to('Advance the clock', 'clock', '/sandbox?view=clock', 'sandbox time date')],
    [mayControl, to('Reset the sandbox', 'back', '/sandbox?view=world', 'snapshot restore')],
  ]
  return offered.flatMap(([isOffered, command]) => (isOffered ? [command] : []))
}

function usePages(): readonly Command[] {
  const session = useSession()
  const [, go] = useLocation()
  const hasKeys = singleKeysOn()
  const inner = [
    ['Orders: failed', '/orders?state=failed', 'orders'],
    ['Orders: rejected', '/orders?state=rejected', 'orders'],
    ...(session.sandbox
      ? ([
          ['Sandbox: personas', '/sandbox?view=personas', 'sandbox'],
          ['Sandbox: custom people', '/sandbox?view=people', 'people'],
          ['Sandbox: fault injection', '/sandbox?view=faults', 'warning'],
          ['Sandbox: clock', '/sandbox?view=clock', 'clock'],
          ['Sandbox: snapshots and reset', '/sandbox?view=world', 'back'],
        ] as const)
      : []),
    ['Compare two orders', '/compare/orders', 'orders'],
    ['Compare two reports', '/compare/reports', 'reports'],
    ['API reference: error codes', '/api-reference?view=errors', 'api'],
    ['API reference: document fields', '/api-reference?view=fields', 'api'],
  ] as const
  return [
    ...pagesFor(session).map(({ name, path, icon, key }): Command => {
      return { name, icon, run: () => go(path), ...(hasKeys && { keys: ['g', key] }) }
    }),
    ...inner.map(([name, path, icon]): Command => ({ name, icon, run: () => go(path) })),
  ]
}

function useSettings(): readonly Command[] {
  const [theme, setTheme] = useTheme()
  const signOut = useSignOut(useToast())
  const themes = [
    ['light', 'Theme: light', 'light'],
    ['dark', 'Theme: dark', 'dark'],
    ['system', 'Theme: system', 'light'],
  ] as const
  return [
    ...themes
      .filter(([key]) => key !== theme)
      .map(([key, name, icon]): Command => {
        return { name, icon, also: 'switch mode color', run: () => setTheme(key) }
      }),
    { name: 'Print this page', icon: 'reports', run: () => setTimeout(() => window.print()) },
    {
      name: 'Keyboard shortcuts',
      icon: 'info',
      also: 'help keys',
      run: () => openShellDialog('help'),
      ...(singleKeysOn() && { keys: ['?'] }),
    },
    { name: 'Change password', icon: 'key', run: () => openShellDialog('password') },
    { name: 'Second factor', icon: 'key', run: () => openShellDialog('secondFactor') },
    { name: 'Sign out', icon: 'out', also: 'log out', run: () => signOut.mutate() },
  ]
}
