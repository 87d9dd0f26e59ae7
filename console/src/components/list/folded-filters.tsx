/** The filters of a list, which phones fold so that the list begins on their first screen. */
import type { ReactNode } from 'react'
import { useIsWide } from '../use-is-wide.ts'

interface FoldedFiltersProps {
  /** How many filters are set. */
  readonly count: number
  readonly children: ReactNode
}

/** The filters as they are; on a phone behind a button that says how many are set. */
export function FoldedFilters({ count, children }: FoldedFiltersProps) {
  if (useIsWide()) return children
  return (
    <details className="more">
      <summary>{count === 0 ? 'Filters' : `Filters (${count})`}</summary>
      {children}
    </details>
  )
}
