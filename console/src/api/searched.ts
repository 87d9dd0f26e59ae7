/**
 * Search terms of lists. They can be names, so they are not in the URL. Signing out clears them.
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
