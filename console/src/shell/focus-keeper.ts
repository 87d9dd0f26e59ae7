/** Keeps the place of people who use a keyboard or a screen reader. */
import { useEffect } from 'react'

/** The parts of a page that can take the focus from a removed control. Each has a name or a text. */
const PARTS = 'dialog, .list-foot, .views, section[aria-labelledby], [role="tabpanel"]'

/**
 * Moves the focus to the part of the page around a removed control, such as the button of a list
 * item that it deleted, or else to the heading of the page. The browser would move it to the
 * beginning of the document.
 */
export function useFocusKeeper(): void {
  useEffect(() => {
    let path: readonly Element[] = []
    const note = ({ target }: FocusEvent) => {
      path = target instanceof Element ? ancestorsOf(target) : []
    }
    const keep = () => {
      if (document.activeElement !== document.body || path[0]?.isConnected !== false) return
      const around = path.find(({ isConnected }) => isConnected)
      const part = around?.closest<HTMLElement>(PARTS)
      // A dialog returns the focus to its opener.
      const isDialog = path.some(({ tagName }) => tagName === 'DIALOG')
      path = []
      if (part) focusOnce(part)
      else if (!isDialog)
        around?.closest('main')?.querySelector('h1')?.focus({ preventScroll: true })
    }
    const removals = new MutationObserver(keep)
    removals.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', note)
    return () => {
      removals.disconnect()
      document.removeEventListener('focusin', note)
    }
  }, [])
}

/** Returns an element and its ancestors, because a removed element no longer has them. */
function ancestorsOf(element: Element): readonly Element[] {
  const { parentElement } = element
  return parentElement === null ? [element] : [element, ...ancestorsOf(parentElement)]
}

/** Focuses an element that takes no focus otherwise. */
function focusOnce(element: HTMLElement): void {
  element.tabIndex = -1
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  element.focus({ preventScroll: true })
}
