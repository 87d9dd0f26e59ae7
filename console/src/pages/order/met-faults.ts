/** The injected faults that prevented files of an order, and whether they are still active. */
import { BUREAUS, type BureauName } from '../../../../src/documents/tables/enumerations.ts'
import type { ApiResponse } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { missingPulls } from '../../components/bureaus.tsx'
import { activeFaults, faultText } from '../../components/injected-faults.ts'

type Detail = ApiResponse<'GET /orders/:id'>

/**
 * Returns the bureaus that did not respond, or responded with an error. An Upgrade of the report
 * asks them again.
 */
export function retryableBureaus({ pulls }: Pick<Detail, 'pulls'>): readonly BureauName[] {
  const failed = missingPulls(pulls).filter(
    ({ state, outcome }) => state === 'failed' || outcome === 'NoFileReturnedError',
  )
  return BUREAUS.filter((bureau) => failed.some((pull) => pull.bureau === bureau))
}

interface MetFaults {
  /**
   * The cause: an injected fault that is active or was removed since, or a magic street; undefined
   * if there is none.
   */
  readonly cause: 'active' | 'removed' | 'street' | undefined
  /** IDs of the faults that are still injected. */
  readonly activeIds: readonly string[]
  /** Descriptions of the active faults. */
  readonly activeTexts: readonly string[]
  /** The word of the magic street, if one is the cause. */
  readonly magicWord: string | undefined
}

/** Returns the faults because of which files are missing. Faults without effect are ignored. */
export function useMetFaults({ pulls }: Pick<Detail, 'pulls'>): MetFaults {
  const { sandbox } = useSession()
  const met = missingPulls(pulls).filter(({ injected }) => injected === true)
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
