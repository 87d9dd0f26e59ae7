/** Which page is shown where. A page's code is fetched when it is first opened. */
import { lazy, Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { useLive } from './api/live.ts'
import { SessionProvider, useSignedIn } from './api/session.tsx'
import { Frame } from './frame.tsx'
import { Empty, Failed, Heading, Waiting } from './parts/layout.tsx'
import { SignIn } from './sign-in.tsx'

const Overview = lazy(async () => ({ default: (await import('./pages/overview.tsx')).Overview }))
const Orders = lazy(async () => ({ default: (await import('./pages/orders.tsx')).Orders }))
const Order = lazy(async () => ({ default: (await import('./pages/order.tsx')).Order }))
const Reports = lazy(async () => ({ default: (await import('./pages/reports.tsx')).Reports }))
const Report = lazy(async () => ({ default: (await import('./pages/report.tsx')).Report }))
const Desk = lazy(async () => ({ default: (await import('./pages/desk.tsx')).Desk }))
const Sandbox = lazy(async () => ({ default: (await import('./pages/sandbox.tsx')).Sandbox }))
const Accounts = lazy(async () => ({ default: (await import('./pages/accounts.tsx')).Accounts }))
const Account = lazy(async () => ({ default: (await import('./pages/account.tsx')).Account }))
const Operators = lazy(async () => ({ default: (await import('./pages/operators.tsx')).Operators }))
const Audit = lazy(async () => ({ default: (await import('./pages/audit.tsx')).Audit }))
const Interface = lazy(async () => ({ default: (await import('./pages/interface.tsx')).Interface }))

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

function Pages() {
  return (
    <Switch>
      <Route path="/">
        <Redirect to="/overview" replace />
      </Route>
      <Route path="/orders" component={Orders} />
      <Route path="/orders/:id">{({ id }) => <Order key={id} id={id} />}</Route>
      <Route path="/reports" component={Reports} />
      <Route path="/reports/:id">{({ id }) => <Report key={id} id={id} />}</Route>
      <Route path="/desk" component={Desk} />
      <Route path="/overview" component={Overview} />
      <Route path="/sandbox" component={Sandbox} />
      <Route path="/accounts" component={Accounts} />
      <Route path="/accounts/:name">{({ name }) => <Account key={name} name={name} />}</Route>
      <Route path="/operators" component={Operators} />
      <Route path="/audit" component={Audit} />
      <Route path="/interface" component={Interface} />
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
