/** A link to a section of a report, for use above the tabs. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Report } from './report-data.ts'

interface SectionLinkProps {
  readonly report: Report
  /** The key of the tab, optionally followed by further URL parameters. */
  readonly section: string
  /** Whether the link covers the whole box around it. */
  readonly isStretched?: boolean
  readonly children: ReactNode
}

/** A link that opens a section and scrolls to it. */
export function SectionLink({ report, section, isStretched, children }: SectionLinkProps) {
  return (
    <Link
      href={`/reports/${report.summary.id}?view=${section}`}
      className={isStretched ? 'stretched' : ''}
      onClick={showTabs}
    >
      {children}
    </Link>
  )
}

/** Scrolls to the tabs, which can be out of view below the link. */
function showTabs(): void {
  document.querySelector('.main .tab-bar')?.parentElement?.scrollIntoView()
}
