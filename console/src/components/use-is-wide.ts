/** Whether there is more room than on a phone. */
import { useSyncExternalStore } from 'react'

const WIDE = window.matchMedia('(width > 40rem)')

/** Whether the window is wider than that of a phone, which can change while a page is shown. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      WIDE.addEventListener('change', onChange)
      return () => WIDE.removeEventListener('change', onChange)
    },
    () => WIDE.matches,
  )
}
