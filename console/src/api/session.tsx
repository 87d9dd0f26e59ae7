/** The signed-in operator, available to every page. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect } from 'react'
import {
  type ApiBody,
  ApiError,
  type ApiResponse,
  call,
  setCsrfToken,
  setSessionExpiredHandler,
} from './call.ts'
import { forgetOnSignOut } from './sign-out.ts'

/** The session of the page. */
export type Session = ApiResponse<'GET /session'>

const SessionContext = createContext<Session | undefined>(undefined)

/** Provides the session to the pages inside. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>
}

/** The session. Only pages behind the sign-in may use it. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (session === undefined) throw new TypeError('useSession outside of SessionProvider')
  return session
}

const KEY = ['session']

/** Fetches the session; `null` means that the browser is not signed in. */
export function useSessionQuery() {
  const queries = useQueryClient()
  useEffect(() => {
    setSessionExpiredHandler(() => {
      if (queries.getQueryData<Session | null>(KEY)) clearSession(queries)
    })
  }, [queries])
  return useQuery({ queryKey: KEY, queryFn: fetchSession, staleTime: Number.POSITIVE_INFINITY })
}

async function fetchSession(): Promise<Session | null> {
  try {
    const session = await call('GET /session')
    setCsrfToken(session.csrfToken)
    return session
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/** The browser did not store the session cookie. */
export class CookieRejectedError extends Error {}

/** Signs in, then checks that the browser stored the session cookie. */
export function useSignIn() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: ApiBody<'POST /session'>) => {
      await call('POST /session', { body })
      const session = await fetchSession()
      if (session === null) throw new CookieRejectedError()
      return session
    },
    onSuccess: (session) => queries.setQueryData(KEY, session),
  })
}

/** Signs out and clears all fetched data from the page. */
export function useSignOut() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /session'),
    onSettled: () => clearSession(queries),
  })
}

function clearSession(queries: ReturnType<typeof useQueryClient>): void {
  setCsrfToken('')
  queries.setQueryData(KEY, null)
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] })
  queries.getMutationCache().clear()
  forgetOnSignOut()
}
