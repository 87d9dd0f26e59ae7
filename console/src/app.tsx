/** Which page is shown where. A page's code is fetched when it is first opened. */
import { Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { useLive } from './api/live-updates.ts'
import { SessionProvider, useSignedIn } from './api/session.tsx'
import { Empty, Failed, Heading, Waiting } from './components/layout.tsx'
import { PAGES } from './lazy-pages.ts'
import { Frame } from './shell/app-shell.tsx'
import { SignIn } from './shell/sign-in.tsx'

/** The whole console: the sign-in page, or the frame with a page in it. */
export function App() {
  const signedIn = useSignedIn()
  if (signedIn.isPending) return <Waiting what="Opening the console" />
  if (signedIn.isError) {
    return (
      <main className="main">
        <Failed error={signedIn.error} again={() => void signedIn.refetch()} />
      </main>
    )
  }
  if (signedIn.data === null) return <SignIn />
  return (
    <SessionProvider session={signedIn.data}>
      <Live />
      <Frame>
        <Suspense fallback={<Waiting what="Opening" />}>
          <Pages />
        </Suspense>
      </Frame>
    </SessionProvider>
  )
}

/** Listens for as long as somebody is signed in. */
function Live() {
  useLive()
  return null
}

const { 'orders/': order, 'reports/': report, 'accounts/': account } = PAGES

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
      <Route path="/desk" component={PAGES.desk.Page} />
      <Route path="/overview" component={PAGES.overview.Page} />
      <Route path="/sandbox" component={PAGES.sandbox.Page} />
      <Route path="/accounts" component={PAGES.accounts.Page} />
      <Route path="/accounts/:name">{({ name }) => <account.Page key={name} name={name} />}</Route>
      <Route path="/operators" component={PAGES.operators.Page} />
      <Route path="/audit" component={PAGES.audit.Page} />
      <Route path="/interface" component={PAGES.interface.Page} />
      <Route>
        <NoSuchPage />
      </Route>
    </Switch>
  )
}

function NoSuchPage() {
  return (
    <>
      <Heading title="No such page" />
      <Empty title="Nothing is kept here.">
        <p>The address may be mistyped. The places of the console are in the list beside.</p>
      </Empty>
    </>
  )
}
