/** The shell around every page: navigation, the signed-in operator, and the theme. */
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { call } from '../api/call.ts'
import { useSession, useSignOut } from '../api/session.tsx'
import { Button } from '../components/button.tsx'
import { Dialog, FormDialog } from '../components/dialog.tsx'
import { Segments, TextField } from '../components/field.tsx'
import { Icon, Logo } from '../components/icons.tsx'
import { Badge } from '../components/layout.tsx'
import { useToast } from '../components/toast.tsx'
import { plural } from '../format.ts'
import { fetchPage } from '../lazy-pages.ts'
import { NAVIGATION } from './navigation.ts'
import { SecondFactorDialog } from './second-factor.tsx'
import { openShellDialog } from './shortcut-settings.ts'
import { PaletteButton, Shortcuts } from './shortcuts.tsx'
import { useTheme } from './theme.ts'

/** The navigation on the left, or behind a button on narrow screens, and the page beside it. */
export function AppShell({ children }: { readonly children: ReactNode }) {
  const [location] = useLocation()
  const [drawer, setDrawer] = useState(false)
  // Choosing a page closes the drawer that covers it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the location changes
  useEffect(() => setDrawer(false), [location])
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="topbar">
        <Button kind="plain" icon="menu" onClick={() => setDrawer(true)}>
          Menu
        </Button>
        <Home />
      </header>
      {drawer && (
        <Dialog title="Navigation" className="drawer" onClose={() => setDrawer(false)}>
          <div className="rail">
            <Sidebar />
          </div>
        </Dialog>
      )}
      <Shortcuts />
      <div className="app-shell">
        <header className="side">
          <div className="rail">
            <Sidebar />
          </div>
        </header>
        <main id="main" className="main" tabIndex={-1}>
          {children}
        </main>
      </div>
    </>
  )
}

function Home() {
  return (
    <Link href="/overview" className="mark">
      <Logo />
      Trimerge
    </Link>
  )
}

function Sidebar() {
  const session = useSession()
  const [location] = useLocation()
  return (
    <>
      <Home />
      <PaletteButton />
      <nav aria-label="Navigation" className="stack">
        {NAVIGATION.map(([title, items]) => (
          <div key={title} className="nav-group">
            <p className="nav-title">{title}</p>
            {items
              .filter(({ allowed }) => allowed?.(session) ?? true)
              .map(({ path, name, icon }) => (
                <Link
                  key={path}
                  href={path}
                  className="nav-link"
                  onPointerEnter={() => fetchPage(path)}
                  onFocus={() => fetchPage(path)}
                  aria-current={isWithin(location, path) ? 'page' : undefined}
                >
                  <Icon name={icon} />
                  {name}
                </Link>
              ))}
          </div>
        ))}
      </nav>
      <SidebarFooter />
    </>
  )
}

function isWithin(location: string, path: string): boolean {
  return location === path || location.startsWith(`${path}/`)
}

function SidebarFooter() {
  const { operator, sandbox, version } = useSession()
  const signOut = useSignOut()
  const [changing, setChanging] = useState(false)
  const [factor, setFactor] = useState(false)
  const [theme, setTheme] = useTheme()
  return (
    <div className="rail-foot">
      {sandbox && (
        <p>
          <Badge tone="warn">Simulated bureaus</Badge>
        </p>
      )}
      <Segments
        label="Theme"
        value={theme}
        choices={[
          ['system', 'Auto'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ]}
        onChoice={setTheme}
      />
      <p className="wrap">
        <span className="strong">{operator.name}</span>{' '}
        <span className="muted">
          {operator.account === undefined
            ? operator.role
            : `${operator.role}, account ${operator.account}`}
        </span>
      </p>
      <div className="row">
        <Button kind="small" icon="out" busy={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out
        </Button>
        <Button kind="small" onClick={() => setChanging(true)}>
          Change password
        </Button>
        <Button kind="small" onClick={() => setFactor(true)}>
          Second factor
        </Button>
      </div>
      <p className="muted">
        Version {version} ·{' '}
        <button
          type="button"
          className="link"
          aria-keyshortcuts="?"
          onClick={() => openShellDialog('help')}
        >
          Shortcuts
        </button>
      </p>
      {changing && <ChangePassword onClose={() => setChanging(false)} />}
      {factor && <SecondFactorDialog onClose={() => setFactor(false)} />}
    </div>
  )
}

/** The API enforces this too; checking here shows the error before the form is sent. */
const PASSWORD_LENGTH_MIN = 15

/** Asks for the current password and a new one. */
function ChangePassword({ onClose }: { readonly onClose: () => void }) {
  const toast = useToast()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useMutation({
    mutationFn: () => call('POST /session/password', { body: { current, next } }),
    onSuccess: () => {
      toast('Password changed. All your other sessions were signed out.')
      onClose()
    },
  })
  const tooShort = next !== '' && next.length < PASSWORD_LENGTH_MIN
  return (
    <FormDialog
      title="Change your password"
      action="Change password"
      busy={change.isPending}
      error={change.error}
      onSubmit={() => !tooShort && change.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        value={current}
        onText={setCurrent}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        hint={`At least ${PASSWORD_LENGTH_MIN} characters. A sentence works well.`}
        error={
          tooShort
            ? `${plural(PASSWORD_LENGTH_MIN - next.length, 'more character')} required.`
            : undefined
        }
        value={next}
        onText={setNext}
      />
    </FormDialog>
  )
}
