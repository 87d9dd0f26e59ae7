/** Changes through the API. Each change is followed by a refetch of every query. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

/**
 * Returns a mutation that changes the service. `onDone` receives the response. `onFailed` is for
 * actions without a place of their own for errors.
 */
export function useApiMutation<A, T>(
  mutate: (argument: A) => Promise<T>,
  onDone?: (response: T) => void,
  onFailed?: (error: Error) => void,
) {
  const queries = useQueryClient()
  const latest = useLatest(mutate)
  return useMutation({
    mutationFn: latest,
    onSuccess: (response) => {
      void queries.invalidateQueries()
      onDone?.(response)
    },
    ...(onFailed && { onError: onFailed }),
    // Responses may contain one-time secrets, so they are not cached.
    gcTime: 0,
  })
}

/**
 * Returns a function that calls the one of the last rendering. The library takes a new function only
 * after the next frame. Before that, Enter would send a form without the last character typed.
 */
export function useLatest<A, T>(mutate: (argument: A) => T): (argument: A) => T {
  const latest = useRef(mutate)
  latest.current = mutate
  return useCallback((argument: A) => latest.current(argument), [])
}
