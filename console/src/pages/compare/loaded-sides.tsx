/** Loads both sides and their comparison, and renders them when all three have arrived. */
import type { ReactNode } from 'react'
import { LoadError, Loading } from '../../components/layout.tsx'
import type { Pair } from './comparison-table.tsx'

interface Read<T> {
  readonly data: T | undefined
  readonly error: Error | null
}

interface LoadedSidesProps<S, C> {
  /** The compared items, such as `reports`. */
  readonly what: string
  readonly one: Read<S>
  readonly other: Read<S>
  readonly compared: Read<C>
  readonly children: (sides: Pair<S>, comparison: C) => ReactNode
}

/** The comparison; before it has arrived, a loading message or an error. */
export function LoadedSides<S, C>(properties: LoadedSidesProps<S, C>) {
  const { what, one, other, compared, children } = properties
  if (one.data !== undefined && other.data !== undefined && compared.data !== undefined) {
    return children([one.data, other.data], compared.data)
  }
  // The card of a side that could not be loaded shows the error.
  if (one.error !== null || other.error !== null) return null
  if (compared.error !== null) return <LoadError error={compared.error} />
  return <Loading what={`Comparing the ${what}`} />
}
