/** The filters of a list. Phones fold them, so that the list starts on the first screen. */
import type { ReactNode } from 'react'
import { useIsWide } from '../use-is-wide.ts'

interface FoldedFiltersProps {
  /** How many filters are set. */
  readonly count: number
  readonly children: ReactNode
}

/** The filters; on a phone, folded behind a button that shows how many are set. */
export function FoldedFilters({ count, children }: FoldedFiltersProps) {
  if (useIsWide()) return children
  return (
    <details className="more">
      <summary>{count === 0 ? 'Filters' : `Filters (${count})`}</summary>
      {children}
    </details>
  )
}
