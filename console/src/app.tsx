/** The routes of the console. */
import { Suspense, useState } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { useLiveUpdates } from './api/live-updates.ts'
import { SessionProvider, useSessionQuery } from './api/session.tsx'
import { Loading, LoadState } from './components/layout.tsx'
import { setSandboxYear } from './format.ts'
import { PAGES, SECOND_FACTOR, SIGN_IN } from './lazy-pages.ts'
import { AppShell } from './shell/app-shell.tsx'
import { ConnectionBar } from './shell/connection-bar.tsx'
import { NotFound } from './shell/not-found.tsx'
import { PageBoundary } from './shell/page-boundary.tsx'
import { SandboxBars } from './shell/sandbox-bar.tsx'

/** The whole console: the sign-in page, or the app shell with a page inside. */
export function App() {
  const session = useSessionQuery()
  const [year, setYear] = useState<number>()
  // The year is set before the pages are rendered, because dates of this year omit the year.
  setSandboxYear(year)
  if (session.data === undefined) {
    const state = <LoadState query={session} what="Loading the console" />
    return session.isPending ? state : <main className="main">{state}</main>
  }
  if (session.data === null) return <WithoutNavigation page={SIGN_IN} />
  if (session.data.secondFactor === 'required') return <WithoutNavigation page={SECOND_FACTOR} />
  return (
    <SessionProvider session={session.data}>
      <LiveUpdates />
      <AppShell>
        <ConnectionBar />
        <SandboxBars onYear={setYear} />
        <PageBoundary>
          <Suspense fallback={<Loading what="Loading the page" />}>
            <Pages />
          </Suspense>
        </PageBoundary>
      </AppShell>
    </SessionProvider>
  )
}

/** A page without the navigation of the app shell. */
function WithoutNavigation({ page }: { readonly page: typeof SIGN_IN }) {
  return (
    <PageBoundary>
      <Suspense fallback={<Loading what="Loading the page" />}>
        <page.Page />
      </Suspense>
    </PageBoundary>
  )
}

/** Listens for events while the operator is signed in. */
function LiveUpdates() {
  useLiveUpdates()
  return null
}

const { 'orders/': order, 'reports/': report, 'compare/': compare, 'accounts/': account } = PAGES

function Pages() {
  return (
    <Switch>
      <Route path="/">
        <Redirect to="/overview" replace />
      </Route>
      <Route path="/orders" component={PAGES.orders.Page} />
      <Route path="/orders/:id">{({ id }) => <order.Page key={id} id={id} />}</Route>
      <Route path="/reports" component={PAGES.reports.Page} />
      <Route path="/reports/:id">{({ id }) => <report.Page key={id} id={id} />}</Route>
      <Route path="/compare/:kind">{({ kind }) => <compare.Page key={kind} id={kind} />}</Route>
      <Route path="/order-desk" component={PAGES['order-desk'].Page} />
      <Route path="/overview" component={PAGES.overview.Page} />
      <Route path="/sandbox" component={PAGES.sandbox.Page} />
      <Route path="/accounts" component={PAGES.accounts.Page} />
      <Route path="/accounts/:name">{({ name }) => <account.Page key={name} name={name} />}</Route>
      <Route path="/operators" component={PAGES.operators.Page} />
      <Route path="/audit" component={PAGES.audit.Page} />
      <Route path="/api-reference" component={PAGES['api-reference'].Page} />
      <Route>
        <NotFound />
      </Route>
    </Switch>
  )
}
