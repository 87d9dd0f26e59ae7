/** Distinguishes wide windows from the screens of phones. */
import { useSyncExternalStore } from 'react'

const WIDE = window.matchMedia('(width > 40rem)')

/** Returns whether the window is wider than a phone, and rerenders if this changes. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      WIDE.addEventListener('change', onChange)
      return () => WIDE.removeEventListener('change', onChange)
    },
    () => WIDE.matches,
  )
}
