/** The entry point of the web console. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { isRetried } from './api/api-error.ts'
import { App } from './app.tsx'
import { BASE_PATH } from './base-path.ts'
import { ToastProvider } from './components/toast.tsx'
import { fetchFirstPage } from './lazy-pages.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/shell.css'
import './styles/layout.css'
import './styles/controls.css'
import './styles/table.css'
import './styles/list.css'
import './styles/code.css'
import './styles/overlay.css'
import './styles/bureaus.css'
import './styles/chart.css'
import './styles/print.css'
import { ConsoleBoundary } from './shell/page-boundary.tsx'
import { applyTheme } from './shell/theme.ts'

applyTheme()
fetchFirstPage()

/**
 * Requests are also sent while the browser reports no network: a service on the same machine needs
 * none.
 */
const networkMode = 'always'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode,
      staleTime: 5_000,
      retry: isRetried,
    },
    mutations: { networkMode },
  },
})

const root = document.getElementById('root')
if (root === null) throw new TypeError('the page has no root element')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Router base={`${BASE_PATH}/console`}>
        <ToastProvider>
          <ConsoleBoundary>
            <App />
          </ConsoleBoundary>
        </ToastProvider>
      </Router>
    </QueryClientProvider>
  </StrictMode>,
)
