/** Removes injected faults, by buttons that have no place of their own for the outcome. */
import { call } from '../api/call.ts'
import { useApiMutation } from '../api/use-api-mutation.ts'
import { messageOf } from './layout.tsx'
import { useToast } from './toast.tsx'

/** Returns the removal of all injected faults. */
export function useRemoveAllFaults() {
  return useFaultRemoval(() => call('DELETE /sandbox/faults'), 'All injected faults are removed.')
}

/** Returns the removal of some faults. A message says that it is done, or why it failed. */
export function useFaultRemoval(remove: () => Promise<unknown>, doneText: string) {
  const toast = useToast()
  return useApiMutation(
    remove,
    () => toast(doneText),
    (error) => toast(messageOf(error), 'bad'),
  )
}
