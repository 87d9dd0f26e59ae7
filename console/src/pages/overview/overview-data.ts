/** What the overview shows, as the API returns it. */
import type { ApiResponse } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { activeFaults, type InjectedFault } from '../../components/injected-faults.ts'

/** The figures of a period. */
export type Figures = ApiResponse<'GET /overview'>

/** The faults that orders can still meet; outside of a sandbox there are none. */
export function useInjectedFaults(): readonly InjectedFault[] {
  const { sandbox } = useSession()
  const injected = useApiQuery('faults', 'GET /sandbox/faults', {}, { enabled: sandbox })
  return injected.data === undefined ? [] : activeFaults(injected.data)
}
