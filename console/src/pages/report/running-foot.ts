/** The text at the foot of each printed page, beside its number. */
import { useEffect } from 'react'

/** `styles/print.css` prints it in the margin: text of the page itself would be printed once. */
const PROPERTY = '--running-foot'

/** Sets the text while the page is shown. */
export function useRunningFoot(text: string): void {
  useEffect(() => {
    const { style } = document.documentElement
    // A string of JSON is one of CSS, too, where it has no control characters.
    style.setProperty(PROPERTY, JSON.stringify(text))
    return () => void style.removeProperty(PROPERTY)
  }, [text])
}
