/** The command palette: pages, actions, identifiers and searches, by typing. */
import { type KeyboardEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { useSearched } from '../api/searched.ts'
import { useSession, useSignOut } from '../api/session.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Icon, type IconName } from '../components/icons.tsx'
import { pagesFor } from './navigation.ts'
import { openShellDialog } from './shortcut-settings.ts'
import { useTheme } from './theme.ts'

interface Command {
  readonly name: string
  readonly icon: IconName
  readonly run: () => void
}

/** A dialog that finds a command. What is typed is not in the URL: it can be a name. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const commands = useCommands(text.trim())
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    onClose()
    command.run()
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChosen((chosen + step + commands.length) % Math.max(1, commands.length))
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      run(commands[chosen])
    }
  }
  return (
    <Dialog title="Command palette" className="palette" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label="Page, action, identifier or search"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={commands.length === 0 ? undefined : `${id}-${chosen}`}
        autoComplete="off"
        spellCheck={false}
        placeholder="Page, action, order ID, report ID, or name"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setChosen(0)
        }}
        onKeyDown={onKey}
      />
      <div role="listbox" id={`${id}-list`} aria-label="Commands" className="palette-list">
        {commands.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input, which has the focus
          <div
            key={command.name}
            role="option"
            id={`${id}-${index}`}
            aria-selected={index === chosen}
            tabIndex={-1}
            ref={(element) => {
              if (index === chosen) element?.scrollIntoView({ block: 'nearest' })
            }}
            onClick={() => run(command)}
          >
            <Icon name={command.icon} />
            {command.name}
          </div>
        ))}
      </div>
    </Dialog>
  )
}

/** Identifiers of orders and reports, as they are copied from elsewhere. */
const IDENTIFIER = /^([OR])[0-9A-Z]{8,}$/i

function useCommands(text: string): readonly Command[] {
  const [, go] = useLocation()
  const [, searchOrders] = useSearched('orders')
  const [, searchReports] = useSearched('reports')
  const all = [...usePages(), ...useActions()]
  const words = text.toLowerCase().split(/\s+/)
  const matching = all.filter(({ name }) =>
    words.every((word) => name.toLowerCase().includes(word)),
  )
  if (text === '') return matching
  const kind = IDENTIFIER.exec(text)?.[1]?.toUpperCase()
  if (kind !== undefined) {
    const [path, name, icon] =
      kind === 'O'
        ? (['orders', 'order', 'orders'] as const)
        : (['reports', 'report', 'reports'] as const)
    const id = text.toUpperCase()
    return [{ name: `Open ${name} ${id}`, icon, run: () => go(`/${path}/${id}`) }]
  }
  const searching = (list: string, search: (text: string) => void): Command => ({
    name: `Search ${list} for “${text}”`,
    icon: 'search',
    run: () => {
      search(text)
      go(`/${list}`)
    },
  })
  return [...matching, searching('orders', searchOrders), searching('reports', searchReports)]
}

function usePages(): readonly Command[] {
  const session = useSession()
  const [, go] = useLocation()
  const inner = [
    ['Orders: failed', '/orders?state=failed', 'orders'],
    ['Orders: rejected', '/orders?state=rejected', 'orders'],
    ...(session.sandbox
      ? ([
          ['Sandbox: fault injection', '/sandbox?view=faults', 'sandbox'],
          ['Sandbox: clock', '/sandbox?view=clock', 'clock'],
        ] as const)
      : []),
    ['Compare two orders', '/compare/orders', 'orders'],
    ['Compare two reports', '/compare/reports', 'reports'],
    ['API reference: error codes', '/api-reference?view=errors', 'api'],
    ['API reference: document fields', '/api-reference?view=fields', 'api'],
  ] as const
  const pages = pagesFor(session).map(({ name, path, icon }) => [name, path, icon] as const)
  return [...pages, ...inner].map(([name, path, icon]) => ({ name, icon, run: () => go(path) }))
}

function useActions(): readonly Command[] {
  const [, setTheme] = useTheme()
  const signOut = useSignOut()
  return [
    { name: 'Theme: light', icon: 'light', run: () => setTheme('light') },
    { name: 'Theme: dark', icon: 'dark', run: () => setTheme('dark') },
    { name: 'Theme: as the system', icon: 'light', run: () => setTheme('system') },
    { name: 'Print this page', icon: 'reports', run: () => setTimeout(() => window.print()) },
    { name: 'Keyboard shortcuts', icon: 'info', run: () => openShellDialog('help') },
    { name: 'Change password', icon: 'key', run: () => openShellDialog('password') },
    { name: 'Second factor', icon: 'key', run: () => openShellDialog('secondFactor') },
    { name: 'Sign out', icon: 'out', run: () => signOut.mutate() },
  ]
}
