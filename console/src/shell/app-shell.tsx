/** The shell around every page: navigation, the signed-in operator, and the theme. */
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useSession, useSignOut } from '../api/session.tsx'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Segments } from '../components/field.tsx'
import { Icon, Logo } from '../components/icons.tsx'
import { Badge } from '../components/layout.tsx'
import { useToast } from '../components/toast.tsx'
import { fetchPage } from '../lazy-pages.ts'
import { useFocusKeeper } from './focus-keeper.ts'
import { navigationFor } from './navigation.ts'
import { openShellDialog, type ShellDialogName } from './shortcut-settings.ts'
import { PaletteButton, Shortcuts } from './shortcuts.tsx'
import { useTheme } from './theme.ts'

/** The media query for screens whose navigation is behind a button, as in shell.css. */
const NARROW = '(max-width: 60rem)'

/** The navigation on the left, or behind a button on narrow screens, and the page beside it. */
export function AppShell({ children }: { readonly children: ReactNode }) {
  const [location] = useLocation()
  const [drawer, setDrawer] = useState(false)
  useFocusKeeper()
  // Opening another page closes the drawer, which would cover the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the location changes
  useEffect(() => setDrawer(false), [location])
  // The drawer also closes when the window becomes wide and shows the navigation beside the page.
  useEffect(() => {
    const narrow = matchMedia(NARROW)
    const close = () => setDrawer(false)
    narrow.addEventListener('change', close)
    return () => narrow.removeEventListener('change', close)
  }, [])
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
        <Button kind="plain" icon="search" onClick={() => openShellDialog('palette')}>
          <span className="hidden">Go to…</span>
        </Button>
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
        {navigationFor(session).map(([title, items]) => (
          <div key={title} className="nav-group">
            <p className="nav-title">{title}</p>
            {items.map(({ path, name, icon }) => (
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

/** Returns whether a page belongs to a navigation item, as comparisons belong to their lists. */
function isWithin(location: string, path: string): boolean {
  return `${location.replace(/^\/compare/, '')}/`.startsWith(`${path}/`)
}

function SidebarFooter() {
  const { operator, sandbox, version } = useSession()
  const signOut = useSignOut(useToast())
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
      <div className="rail-user">
        <p className="wrap">
          <span className="strong">{operator.name}</span>
          <span className="muted under">{operator.role}</span>
        </p>
        <Button kind="small" icon="out" busy={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out
        </Button>
      </div>
      <p className="row">
        <FootLink dialog="password">Change password</FootLink>
        <FootLink dialog="secondFactor">Second factor</FootLink>
      </p>
      <p className="muted">
        Trimerge {version}
        <span className="for-keyboards">
          {' '}
          ·{' '}
          <FootLink dialog="help" shortcut="?">
            Shortcuts
          </FootLink>
        </span>
      </p>
    </div>
  )
}

interface FootLinkProps {
  readonly dialog: ShellDialogName
  readonly shortcut?: string
  readonly children: string
}

function FootLink({ dialog, shortcut, children }: FootLinkProps) {
  return (
    <button
      type="button"
      className="link"
      aria-keyshortcuts={shortcut}
      onClick={() => openShellDialog(dialog)}
    >
      {children}
    </button>
  )
}
