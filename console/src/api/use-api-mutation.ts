/** Changes through the API; afterwards every query is refetched. */
import { useMutation, useQueryClient } from '@tanstack/react-query'

/** A change to the service. `onDone` receives the response. */
export function useApiMutation<A, T>(
  mutate: (argument: A) => Promise<T>,
  onDone?: (response: T) => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: mutate,
    onSuccess: (response) => {
      void queries.invalidateQueries()
      onDone?.(response)
    },
    // Responses may hold one-time secrets, so nothing caches them.
    gcTime: 0,
  })
}
