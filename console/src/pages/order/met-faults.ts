/** The injected faults that made an order fail, and whether they would do so again. */
import type { ApiResponse } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { activeFaults, faultText } from '../../components/injected-faults.ts'

type Detail = ApiResponse<'GET /orders/:id'>

interface MetFaults {
  /** A fault of the sandbox, active or removed by now, or a magic street; undefined without any. */
  readonly cause: 'active' | 'removed' | 'street' | undefined
  /** IDs of the faults that are still injected. */
  readonly activeIds: readonly string[]
  /** Those faults in words. */
  readonly activeTexts: readonly string[]
  /** The word of a magic street. */
  readonly magicWord: string | undefined
}

/** The faults of an order that failed; those of a completed one did not prevent a report. */
export function useMetFaults({ state, pulls }: Detail): MetFaults {
  const { sandbox } = useSession()
  const met = state === 'failed' ? pulls.filter(({ injected }) => injected === true) : []
  const ids = new Set(met.flatMap(({ faultId }) => faultId ?? []))
  const faults = useApiQuery(
    'faults',
    'GET /sandbox/faults',
    {},
    { enabled: sandbox && ids.size > 0 },
  )
  const injected = faults.data ?? { items: [], words: [], bureauTimeoutMs: 0 }
  const active = activeFaults(injected).filter(({ id }) => ids.has(id))
  const activeIds = active.map(({ id }) => id)
  const activeTexts = active.map((fault) => faultText(fault, injected))
  const street = met.find(({ faultId }) => faultId === undefined)
  const known = { activeIds, activeTexts, magicWord: street?.magicWord }
  if (activeIds.length > 0) return { ...known, cause: 'active' }
  if (street !== undefined) return { ...known, cause: 'street' }
  return { ...known, cause: met.length === 0 ? undefined : 'removed' }
}
