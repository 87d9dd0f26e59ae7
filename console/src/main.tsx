/** The entry point of the web console. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { ApiError } from './api/call.ts'
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
 * The maximum number of retries. Of all rejections by the API, only a 503 is retried, because any
 * other would be repeated.
 */
const RETRIES_MAX = 2

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) =>
        count < RETRIES_MAX && (!(error instanceof ApiError) || error.status === 503),
    },
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
