/** Changes through the API. Each change is followed by a refetch of every query. */
import { useMutation, useQueryClient } from '@tanstack/react-query'

/** Returns a mutation that changes the service. `onDone` receives the response. */
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
    // Responses may contain one-time secrets, so they are not cached.
    gcTime: 0,
  })
}
