/** The text at the foot of each printed page, beside the page number. */
import { useEffect } from 'react'
import { namesOf, type Report, SIMULATED } from './report-data.ts'

/**
 * The CSS property that holds the text. `styles/print.css` prints it in the margin of every page;
 * text in the document itself would be printed only once.
 */
const PROPERTY = '--running-foot'

/** Sets the text while the component is mounted; it is empty until the report has loaded. */
export function useRunningFoot(report: Report | undefined): void {
  const text = report === undefined ? '' : footOf(report)
  useEffect(() => {
    const { style } = document.documentElement
    // A JSON string without control characters is also a CSS string.
    style.setProperty(PROPERTY, JSON.stringify(text))
    return () => void style.removeProperty(PROPERTY)
  }, [text])
}

function footOf(report: Report): string {
  const parts = [`Report ${report.summary.id}`, namesOf(report), report.simulated && SIMULATED]
  return parts.filter(Boolean).join(' · ')
}
