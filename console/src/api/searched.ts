/** What orders are searched for: a name, perhaps, so it is never in the URL. Signing out clears it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'

const SEARCHED = ['searched']

/** The search term, and what sets it. It stays while other pages are open. */
export function useSearched(): readonly [text: string, search: (text: string) => void] {
  const queries = useQueryClient()
  const { data } = useQuery<string>({ queryKey: SEARCHED, queryFn: () => '', enabled: false })
  return [data ?? '', (text) => queries.setQueryData(SEARCHED, text)]
}
