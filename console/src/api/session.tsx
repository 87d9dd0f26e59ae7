/** Who is signed in, for the whole page. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect } from 'react'
import { type Answer, type Body, call, keepCsrfToken, Refused, whenSessionEnds } from './call.ts'

/** The session of the page. */
export type Session = Answer<'GET /session'>

const Signed = createContext<Session | undefined>(undefined)

/** Gives the pages below it the session. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <Signed value={session}>{children}</Signed>
}

/** The session of a page that is only shown to those who are signed in. */
export function useSession(): Session {
  const session = use(Signed)
  if (session === undefined) throw new TypeError('shown without a session')
  return session
}

const KEY = ['session']

/** Asks who is signed in: `null` where nobody is. */
export function useSignedIn() {
  const queries = useQueryClient()
  useEffect(() => {
    whenSessionEnds(() => {
      if (queries.getQueryData<Session | null>(KEY)) endOf(queries)
    })
  }, [queries])
  return useQuery({ queryKey: KEY, queryFn: read, staleTime: Number.POSITIVE_INFINITY })
}

async function read(): Promise<Session | null> {
  try {
    const session = await call('GET /session')
    keepCsrfToken(session.csrfToken)
    return session
  } catch (error) {
    if (error instanceof Refused && error.status === 401) return null
    throw error
  }
}

/** What the browser did not keep, so that the session was lost at once. */
export class CookieLost extends Error {}

/** Signs in, and makes sure that the browser kept the session. */
export function useSignIn() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: Body<'POST /session'>) => {
      await call('POST /session', { body })
      const session = await read()
      if (session === null) throw new CookieLost()
      return session
    },
    onSuccess: (session) => queries.setQueryData(KEY, session),
  })
}

/** Signs out; nothing that was seen stays in the page. */
export function useSignOut() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /session'),
    onSettled: () => endOf(queries),
  })
}

function endOf(queries: ReturnType<typeof useQueryClient>): void {
  keepCsrfToken('')
  queries.setQueryData(KEY, null)
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY[0] })
  queries.getMutationCache().clear()
}
