/** Changes: what is sent, and that everything seen is fetched again when it was done. */
import { useMutation, useQueryClient } from '@tanstack/react-query'

/** A change of the service; `done` is told what it answered. */
export function useChange<A, T>(change: (argument: A) => Promise<T>, done?: (answer: T) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      void queries.invalidateQueries()
      done?.(answer)
    },
    // Answers may hold secrets that are shown once: nothing keeps them.
    gcTime: 0,
  })
}
