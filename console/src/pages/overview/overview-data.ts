/** The data of the overview, as the API returns it. */
import type { ApiResponse } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { activeFaults, type InjectedFault } from '../../components/injected-faults.ts'

/** The figures of a period. */
export type Figures = ApiResponse<'GET /overview'>

/**
 * Returns the URL of the orders that a figure counts: those of the period and the account that
 * match a filter.
 */
export type OrdersPath = (filter: Readonly<Record<string, string>>) => string

/**
 * Returns how many failed orders met an injected fault or a magic street. If many orders failed,
 * only the newest are considered.
 */
export function injectedOf(codes: Figures['codes']): number {
  return codes.reduce((sum, { injected }) => sum + injected, 0)
}

/** Returns the note of a figure about injected faults and magic streets. */
export const injectedText = (count: number) => `${count} by injected fault or magic street`

/** Returns the faults that orders can still meet; none outside a sandbox. */
export function useInjectedFaults(): readonly InjectedFault[] {
  const { sandbox } = useSession()
  const injected = useApiQuery('faults', 'GET /sandbox/faults', {}, { enabled: sandbox })
  return injected.data === undefined ? [] : activeFaults(injected.data)
}
