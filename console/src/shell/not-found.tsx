/** The page for an unknown address. */
import { Link, useLocation } from 'wouter'
import { useSession } from '../api/session.tsx'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icons.tsx'
import { Heading, Panel } from '../components/layout.tsx'
import { pagesFor } from './navigation.ts'
import { openShellDialog } from './shortcut-settings.ts'

/** Names the unknown address, and offers a search and links to all pages. */
export function NotFound() {
  const session = useSession()
  const [path] = useLocation()
  return (
    <>
      <Heading title="Page not found">
        <p className="wrap">
          No page has the address <code>{path}</code>. Check the address, search, or open one of
          these pages.
        </p>
      </Heading>
      <p>
        <Button kind="primary" icon="search" onClick={() => openShellDialog('palette')}>
          Search orders and reports
        </Button>
      </p>
      <Panel title="Pages">
        <ul className="page-list">
          {pagesFor(session).map(({ path: to, name, icon }) => (
            <li key={to}>
              <Link href={to} className="nav-link">
                <Icon name={icon} />
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  )
}
