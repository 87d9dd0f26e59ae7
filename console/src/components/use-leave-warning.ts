import { useEffect } from 'react'

/**
 * Lets the browser ask for confirmation before a page with unsaved changes is left, because a
 * reload would lose them.
 */
export function useLeaveWarning(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isChanged])
}
