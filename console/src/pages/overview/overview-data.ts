/** What the overview shows, as the API returns it. */
import type { ApiResponse } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { activeFaults, type InjectedFault } from '../../components/injected-faults.ts'

/** The figures of a period. */
export type Figures = ApiResponse<'GET /overview'>

/** The address of the orders that a figure counts: those of the period and the account, filtered. */
export type OrdersPath = (filter: Readonly<Record<string, string>>) => string

/** How many of the failed orders met an injected fault or a magic street; of many, of the newest. */
export function injectedOf(codes: Figures['codes']): number {
  return codes.reduce((sum, { injected }) => sum + injected, 0)
}

/** What a figure says of injected faults and magic streets. */
export const injectedText = (count: number) => `${count} by injected fault or magic street`

/** The faults that orders can still meet; outside of a sandbox there are none. */
export function useInjectedFaults(): readonly InjectedFault[] {
  const { sandbox } = useSession()
  const injected = useApiQuery('faults', 'GET /sandbox/faults', {}, { enabled: sandbox })
  return injected.data === undefined ? [] : activeFaults(injected.data)
}
