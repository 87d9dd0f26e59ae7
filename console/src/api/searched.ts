/** What lists are searched for: a name, perhaps, so it is never in the URL. Signing out clears it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'

/** The search term of a list, and what sets it. It stays while other pages are open. */
export function useSearched(
  list: 'orders' | 'reports',
): readonly [text: string, search: (text: string) => void] {
  const queries = useQueryClient()
  const queryKey = ['searched', list]
  const { data } = useQuery<string>({ queryKey, queryFn: () => '', enabled: false })
  return [data ?? '', (text) => queries.setQueryData(queryKey, text)]
}
