/**
 * The search terms of lists. A term can be a name, so it is not in the URL, and signing out clears
 * it.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'

/**
 * Returns the search term of a list and a function that sets it. The term is preserved while other
 * pages are open.
 */
export function useSearched(
  list: 'orders' | 'reports',
): readonly [text: string, search: (text: string) => void] {
  const queries = useQueryClient()
  const queryKey = ['searched', list]
  const { data } = useQuery<string>({ queryKey, queryFn: () => '', enabled: false })
  return [data ?? '', (text) => queries.setQueryData(queryKey, text)]
}
