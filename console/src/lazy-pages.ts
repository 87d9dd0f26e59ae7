/** The pages of the console. Code is fetched when a link is pointed at or a page is opened. */
import { type ComponentType, createElement, lazy, useState } from 'react'
import { BASE_PATH } from './base-path.ts'

/** The pages by path. A trailing slash marks the page of one item, such as `orders/O1`. */
export const PAGES = {
  overview: lazyPage(async () => (await import('./pages/overview/overview.tsx')).OverviewPage),
  orders: lazyPage(async () => (await import('./pages/orders/orders.tsx')).OrdersPage),
  'orders/': lazyPage(async () => (await import('./pages/order/order.tsx')).OrderPage),
  reports: lazyPage(async () => (await import('./pages/reports/reports.tsx')).ReportsPage),
  'reports/': lazyPage(async () => (await import('./pages/report/report.tsx')).ReportPage),
  'compare/': lazyPage(async () => (await import('./pages/compare/compare.tsx')).ComparePage),
  'order-desk': lazyPage(
    async () => (await import('./pages/order-desk/order-desk.tsx')).OrderDeskPage,
  ),
  sandbox: lazyPage(async () => (await import('./pages/sandbox/sandbox.tsx')).SandboxPage),
  accounts: lazyPage(async () => (await import('./pages/accounts/accounts.tsx')).AccountsPage),
  'accounts/': lazyPage(async () => (await import('./pages/account/account.tsx')).AccountPage),
  operators: lazyPage(async () => (await import('./pages/operators/operators.tsx')).OperatorsPage),
  audit: lazyPage(async () => (await import('./pages/audit/audit.tsx')).AuditPage),
  'api-reference': lazyPage(
    async () => (await import('./pages/api-reference/api-reference.tsx')).ApiReferencePage,
  ),
}

/** The sign-in page. Most visits do not need its code. */
export const SIGN_IN = lazyPage(async () => (await import('./shell/sign-in.tsx')).SignIn)

/** The page for operators who must set up a second factor. */
export const SECOND_FACTOR = lazyPage(
  async () => (await import('./shell/second-factor.tsx')).RequiredSecondFactor,
)

/** The error if the code of a page cannot be fetched: the service is stopped or was upgraded. */
export class PageCodeError extends Error {
  override readonly name = 'PageCodeError'
}

/**
 * Returns a page whose code is fetched on demand. If the code has already arrived, the component is
 * used directly, because `lazy` would still show its fallback for a third of a second.
 */
function lazyPage<P extends object>(load: () => Promise<ComponentType<P>>) {
  let ready: ComponentType<P> | undefined
  let code: Promise<{ default: ComponentType<P> }> | undefined
  const fetchCode = () => {
    code ??= load().then(
      (loaded) => {
        ready = loaded
        return { default: loaded }
      },
      (error) => {
        code = undefined
        throw new PageCodeError('The code of this page could not be loaded.', { cause: error })
      },
    )
    return code
  }
  const lazyComponent = () => lazy(fetchCode) as unknown as ComponentType<P>
  let LazyPage = lazyComponent()
  /** React caches the failed fetch. A new lazy component fetches the code again. */
  const forgetFailure = () => {
    LazyPage = lazyComponent()
  }
  function Page(properties: P) {
    // Switching to the loaded component later would remount the page and lose its state.
    const [{ Shown }] = useState(() => ({ Shown: ready ?? LazyPage }))
    return createElement(Shown, properties)
  }
  return { Page, fetchCode, forgetFailure }
}

/** Lets every page whose code could not be fetched try again. */
export function forgetPageFailures(): void {
  for (const { forgetFailure } of [...Object.values(PAGES), SIGN_IN, SECOND_FACTOR]) forgetFailure()
}

/** Prefetches the code of the page at an address. */
export function fetchPage(address: string): void {
  const [, section = '', item] = address.split('/')
  const key = item === undefined ? section || 'overview' : `${section}/`
  // A failure is ignored here, because opening the page fetches the code again and shows the error.
  if (Object.hasOwn(PAGES, key)) PAGES[key as keyof typeof PAGES].fetchCode().catch(() => {})
}

/** Prefetches the code of the first page while the session is being fetched. */
export function fetchFirstPage(): void {
  fetchPage(window.location.pathname.slice(`${BASE_PATH}/console`.length))
}
