/** What is around every page: the places of the console, who is signed in, and the theme. */
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { call } from '../api/call.ts'
import { useSession, useSignOut } from '../api/session.tsx'
import { Button } from '../components/button.tsx'
import { Dialog, FormDialog } from '../components/dialog.tsx'
import { Segments, TextField } from '../components/field.tsx'
import { Icon, type IconName, Mark } from '../components/icons.tsx'
import { Badge } from '../components/layout.tsx'
import { useTell } from '../components/toast.tsx'
import { fetchPage } from '../lazy-pages.ts'
import { useTheme } from './theme.ts'

interface Place {
  readonly path: string
  readonly name: string
  readonly icon: IconName
  /** Whether it is there for this session. */
  readonly shown?: (session: ReturnType<typeof useSession>) => boolean
}

const PLACES: readonly (readonly [title: string, places: readonly Place[]])[] = [
  [
    'Work',
    [
      { path: '/overview', name: 'Overview', icon: 'overview' },
      { path: '/orders', name: 'Orders', icon: 'orders' },
      { path: '/reports', name: 'Reports', icon: 'reports' },
      {
        path: '/desk',
        name: 'Order desk',
        icon: 'desk',
        shown: ({ operator }) => operator.role !== 'auditor',
      },
      {
        path: '/sandbox',
        name: 'Sandbox',
        icon: 'sandbox',
        shown: ({ sandbox }) => sandbox,
      },
    ],
  ],
  [
    'Administration',
    [
      { path: '/accounts', name: 'Accounts', icon: 'accounts' },
      {
        path: '/operators',
        name: 'Operators',
        icon: 'people',
        shown: ({ operator }) => operator.role !== 'integrator',
      },
      {
        path: '/audit',
        name: 'Audit',
        icon: 'audit',
        shown: ({ operator }) => operator.role !== 'integrator',
      },
    ],
  ],
  ['Reference', [{ path: '/interface', name: 'Interface', icon: 'api' }]],
]

/** The frame of every page. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const [location] = useLocation()
  const [drawer, setDrawer] = useState(false)
  // A page that was chosen in the drawer is to be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of place is what counts
  useEffect(() => setDrawer(false), [location])
  return (
    <>
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <header className="topbar">
        <Button kind="plain" icon="menu" onClick={() => setDrawer(true)}>
          Menu
        </Button>
        <Home />
      </header>
      {drawer && (
        <Dialog title="Places" className="drawer" onClose={() => setDrawer(false)}>
          <div className="rail">
            <Rail />
          </div>
        </Dialog>
      )}
      <div className="frame">
        <header className="side">
          <div className="rail">
            <Rail />
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
      <Mark />
      Trimerge
    </Link>
  )
}

function Rail() {
  const session = useSession()
  const [location] = useLocation()
  return (
    <>
      <Home />
      <nav aria-label="Places" className="stack">
        {PLACES.map(([title, places]) => (
          <div key={title} className="places">
            <p className="places-title">{title}</p>
            {places
              .filter(({ shown }) => shown?.(session) ?? true)
              .map(({ path, name, icon }) => (
                <Link
                  key={path}
                  href={path}
                  className="place"
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
      <Foot />
    </>
  )
}

function isWithin(location: string, path: string): boolean {
  return location === path || location.startsWith(`${path}/`)
}

function Foot() {
  const { operator, sandbox, version } = useSession()
  const signOut = useSignOut()
  const [changing, setChanging] = useState(false)
  const [theme, choose] = useTheme()
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
        onChoice={choose}
      />
      <p className="wrap">
        <span className="strong">{operator.name}</span>{' '}
        <span className="muted">
          {operator.account === undefined
            ? operator.role
            : `${operator.role} of ${operator.account}`}
        </span>
      </p>
      <div className="row">
        <Button kind="small" icon="out" busy={signOut.isPending} onClick={() => signOut.mutate()}>
          Sign out
        </Button>
        <Button kind="plain small" onClick={() => setChanging(true)}>
          Password
        </Button>
      </div>
      <p className="muted">Version {version}</p>
      {changing && <ChangePassword onClose={() => setChanging(false)} />}
    </div>
  )
}

/** Held by the API as well; told here before it is tried. */
const LENGTH_MIN = 15

/** Asks for the old password and a new one. */
function ChangePassword({ onClose }: { readonly onClose: () => void }) {
  const tell = useTell()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useMutation({
    mutationFn: () => call('POST /session/password', { body: { current, next } }),
    onSuccess: () => {
      tell('The password is changed. All other sessions have ended.')
      onClose()
    },
  })
  const tooShort = next !== '' && next.length < LENGTH_MIN
  return (
    <FormDialog
      title="Change your password"
      action="Change the password"
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
        hint={`At least ${LENGTH_MIN} characters; a sentence is fine.`}
        fault={tooShort ? `${LENGTH_MIN - next.length} characters to go.` : undefined}
        value={next}
        onText={setNext}
      />
    </FormDialog>
  )
}
