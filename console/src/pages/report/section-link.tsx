/** A link from what is above the tabs of a report to one of its sections. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Report } from './report-data.ts'

interface SectionLinkProps {
  readonly report: Report
  /** The tab, with further parameters of the URL. */
  readonly section: string
  /** The whole box around the link can be pressed. */
  readonly isStretched?: boolean
  readonly children: ReactNode
}

/** Opens a section and shows it. */
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

/** The tabs are below, perhaps out of view. */
function showTabs(): void {
  document.querySelector('.main .tab-bar')?.parentElement?.scrollIntoView()
}
