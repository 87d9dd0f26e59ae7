/** The text at the foot of each printed page, beside the page number. */
import { useEffect } from 'react'

/**
 * The CSS property that holds the text. `styles/print.css` prints it in the margin of every page;
 * text in the document itself would be printed only once.
 */
const PROPERTY = '--running-foot'

/** Sets the text while the component is mounted. */
export function useRunningFoot(text: string): void {
  useEffect(() => {
    const { style } = document.documentElement
    // A JSON string without control characters is also a CSS string.
    style.setProperty(PROPERTY, JSON.stringify(text))
    return () => void style.removeProperty(PROPERTY)
  }, [text])
}
