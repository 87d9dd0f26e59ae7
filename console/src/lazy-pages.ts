/** The pages of the console. The code of each is fetched when it is first asked for, or is about to be. */
import { type ComponentType, createElement, lazy, useState } from 'react'
import { BASE_PATH } from './base-path.ts'

/** The pages, by the place that they are at; of one in a list, with a slash behind. */
export const PAGES = {
  overview: later(async () => (await import('./pages/overview/overview.tsx')).OverviewPage),
  orders: later(async () => (await import('./pages/orders/orders.tsx')).OrdersPage),
  'orders/': later(async () => (await import('./pages/order/order.tsx')).OrderPage),
  reports: later(async () => (await import('./pages/reports/reports.tsx')).ReportsPage),
  'reports/': later(async () => (await import('./pages/report/report.tsx')).ReportPage),
  desk: later(async () => (await import('./pages/order-desk/order-desk.tsx')).OrderDeskPage),
  sandbox: later(async () => (await import('./pages/sandbox/sandbox.tsx')).SandboxPage),
  accounts: later(async () => (await import('./pages/accounts/accounts.tsx')).AccountsPage),
  'accounts/': later(async () => (await import('./pages/account/account.tsx')).AccountPage),
  operators: later(async () => (await import('./pages/operators/operators.tsx')).OperatorsPage),
  audit: later(async () => (await import('./pages/audit/audit.tsx')).AuditPage),
  interface: later(
    async () => (await import('./pages/api-reference/api-reference.tsx')).ApiReferencePage,
  ),
}

/**
 * A page whose code may be there already. React would have to wait even then, show that it does, and
 * show nothing else for a third of a second.
 */
function later<P extends object>(load: () => Promise<ComponentType<P>>) {
  let ready: ComponentType<P> | undefined
  let code: Promise<{ default: ComponentType<P> }> | undefined
  const fetched = () => {
    code ??= load().then(
      (loaded) => {
        ready = loaded
        return { default: loaded }
      },
      (error) => {
        code = undefined
        throw error
      },
    )
    return code
  }
  const Later = lazy(fetched) as unknown as ComponentType<P>
  function Page(properties: P) {
    // What was begun with is kept: another component would begin anew.
    const [{ Shown }] = useState(() => ({ Shown: ready ?? Later }))
    return createElement(Shown, properties)
  }
  return { Page, fetched }
}

/** Fetches the code of the page at an address before it is shown. */
export function fetchPage(address: string): void {
  const [, place = '', one] = address.split('/')
  const key = one === undefined ? place || 'overview' : `${place}/`
  // Where it fails now, it is fetched again when it is shown, and then told.
  if (Object.hasOwn(PAGES, key)) PAGES[key as keyof typeof PAGES].fetched().catch(() => {})
}

/** Fetches the code of the first page, while it is still being asked who is signed in. */
export function fetchFirstPage(): void {
  fetchPage(window.location.pathname.slice(`${BASE_PATH}/console`.length))
}
