/** The signed-in operator's session, available to every page. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect } from 'react'
import { plural } from '../format.ts'
import { ApiError } from './api-error.ts'
import {
  type ApiBody,
  type ApiResponse,
  call,
  setCsrfToken,
  setSessionExpiredHandler,
  setSessionRenewal,
} from './call.ts'
import { forgetOnSignOut } from './sign-out.ts'

/** The session of the signed-in operator. */
export type Session = ApiResponse<'GET /session'>

const SessionContext = createContext<Session | undefined>(undefined)

/** Provides the session to the pages inside. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>
}

/** Returns the session. Only pages behind the sign-in may call this. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (session === undefined) throw new TypeError('useSession outside of SessionProvider')
  return session
}

const KEY = ['session']

/** Fetches the session; `null` means that no operator is signed in. */
export function useSessionQuery() {
  const queries = useQueryClient()
  useEffect(() => {
    setSessionExpiredHandler((lastCallAt) => {
      const session = queries.getQueryData<Session | null>(KEY)
      if (session) endSession(queries, endOf(session, lastCallAt))
    })
    setSessionRenewal(() => renewSession(queries))
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

/**
 * Fetches the session that another window of this browser has started, and returns whether it
 * belongs to the operator of this page. The page of another operator must not act for this one.
 */
async function renewSession(queries: ReturnType<typeof useQueryClient>): Promise<boolean> {
  const before = queries.getQueryData<Session | null>(KEY)
  const now = await fetchSession()
  const isSame = now !== null && now.operator.name === before?.operator.name
  if (isSame) queries.setQueryData(KEY, now)
  else if (now !== null) endSession(queries, OTHER_OPERATOR_TEXT)
  return isSame
}

const OTHER_OPERATOR_TEXT =
  'You were signed out because another user signed in, in another window of this browser.'

/** Why the last session of this page ended; undefined if the operator signed out. */
let ended: string | undefined

/** Returns the sign-in page's message about how the previous session ended. */
export const sessionEndText = () => ended

const MINUTE_MS = 60_000

/** Returns a message that explains why the service no longer accepts a session. */
function endOf({ expiresAt, idleTimeoutMs }: Session, lastCallAt: number): string {
  const now = Date.now()
  if (now >= Date.parse(expiresAt)) {
    return 'You were signed out because the session reached its maximum length.'
  }
  if (now - lastCallAt >= idleTimeoutMs) {
    const minutes = Math.round(idleTimeoutMs / MINUTE_MS)
    return `You were signed out after ${plural(minutes, 'minute')} without activity.`
  }
  return 'You were signed out because the session was ended, for example after a password change.'
}

/** The error thrown if the browser did not store the session cookie. */
export class CookieRejectedError extends Error {}

/** Signs the operator in, then checks that the browser stored the session cookie. */
export function useSignIn() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: ApiBody<'POST /session'>) => {
      await call('POST /session', { body })
      const session = await fetchSession()
      if (session === null) throw new CookieRejectedError()
      return session
    },
    onSuccess: (session) => {
      ended = undefined
      queries.setQueryData(KEY, session)
    },
  })
}

/**
 * Signs the operator out and clears all fetched data from the page. If that fails, the session
 * continues, and so does the page: a reload would show it again. An error that ended the session has
 * its text on the sign-in page.
 */
export function useSignOut(toast: (text: string, tone: 'bad') => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /session'),
    onSuccess: () => endSession(queries, undefined),
    onError: ({ message }) => {
      if (queries.getQueryData(KEY)) toast(`You are still signed in. ${message}`, 'bad')
    },
  })
}

function endSession(queries: ReturnType<typeof useQueryClient>, why: string | undefined): void {
  ended = why
  setCsrfToken('')
  queries.setQueryData(KEY, null)
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] })
  queries.getMutationCache().clear()
  forgetOnSignOut()
}
