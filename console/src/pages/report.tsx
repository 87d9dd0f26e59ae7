/** A report to read: scores, accounts, records, each bureau's own file, and what can be done next. */
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { BUREAUS } from '../../../src/documents/tables/enumerations.ts'
import { type Answer, addressOf } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { useAnswer } from '../api/use-answer.ts'
import { BureauLetters } from '../parts/bureaus.tsx'
import { Download } from '../parts/button.tsx'
import { CopyButton } from '../parts/code.tsx'
import { Badge, Facts, Failed, Heading, Note, Panel, Waiting } from '../parts/layout.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { centsText, momentText } from '../words.ts'
import { AccountGroups } from './report-accounts.tsx'
import { ReportActions } from './report-actions.tsx'
import { Differences } from './report-differences.tsx'
import { BureauFile } from './report-file.tsx'
import { Inquiries, PublicRecords } from './report-records.tsx'
import { Scores } from './report-scores.tsx'
import { Directory, Figures, Related } from './report-summary.tsx'
import './report.css'

/** A report as the API gives it for drawing. */
export type ReportView = Answer<'GET /reports/:id'>

/** One report. */
export function Report({ id }: { readonly id: string }) {
  const report = useAnswer('report', 'GET /reports/:id', { params: { id } })
  const heading = (
    <Heading
      title={`Report ${id}`}
      of={['/reports', 'Reports']}
      actions={report.data !== undefined && <Files report={report.data} />}
    >
      {report.data?.title}
    </Heading>
  )
  if (!report.isSuccess) {
    return (
      <>
        {heading}
        {report.isPending && <Waiting what="Fetching the report" />}
        {report.isError && <Failed error={report.error} again={() => void report.refetch()} />}
      </>
    )
  }
  return (
    <>
      {heading}
      <Masthead report={report.data} />
      <Alerts report={report.data} />
      <Scores report={report.data} />
      <Contents report={report.data} />
    </>
  )
}

function Files({ report }: { readonly report: ReportView }) {
  const { operator } = useSession()
  const { id } = report.summary
  const params = { id }
  return (
    <>
      <CopyButton text={id} kind="">
        Copy id
      </CopyButton>
      {operator.role !== 'auditor' && (
        <>
          <Download href={addressOf('GET /reports/:id/pdf', { params })}>PDF</Download>
          <Download href={addressOf('GET /reports/:id/html', { params })}>HTML</Download>
          <Download href={addressOf('GET /reports/:id/xml', { params })}>XML</Download>
        </>
      )}
    </>
  )
}

function Masthead({ report }: { readonly report: ReportView }) {
  const { operator } = useSession()
  const { summary } = report
  const facts: (readonly [string, ReactNode])[] = [
    ['Prepared for', report.requestedBy || summary.account],
    ['Lender case', report.lenderCase || 'none'],
    ['First issued', momentText(summary.firstIssuedAt)],
    ['Last updated', momentText(summary.lastUpdatedAt)],
    ['Requested', <BureauLetters key="requested" bureaus={report.requested} />],
    ['Delivered', <BureauLetters key="delivered" bureaus={report.delivered} />],
    ['Inquiry', report.hard ? 'hard' : 'soft: others do not see it'],
    ['Price', centsText(report.priceCents)],
    [
      'Order',
      <Link key="order" href={`/orders/${summary.orderId}`}>
        {summary.orderId}
      </Link>,
    ],
  ]
  if (report.madeFrom !== undefined) {
    const { how, reportId } = report.madeFrom
    facts.push([
      `Made by ${how} of`,
      <Link key="from" href={`/reports/${reportId}`}>
        {reportId}
      </Link>,
    ])
  }
  return (
    <Panel>
      <div className="report-people">
        {report.borrowers.map((person, index) => (
          <div key={person.id}>
            <p className="muted small">{index === 0 ? 'Borrower' : 'Co-borrower'}</p>
            <p className="report-name">{person.name}</p>
            <p className="mono">{person.ssn}</p>
            <p className="muted">{person.address}</p>
          </div>
        ))}
        {report.simulated && (
          <p>
            <Badge tone="warn">Simulated: not a consumer report</Badge>
          </p>
        )}
      </div>
      <Facts facts={facts} />
      {operator.role !== 'auditor' && <ReportActions report={report} />}
    </Panel>
  )
}

function Alerts({ report }: { readonly report: ReportView }) {
  const alerts = report.files.flatMap((file) =>
    file.alerts.map((alert) => ({ ...alert, bureau: file.bureau, id: file.id })),
  )
  if (alerts.length === 0) return null
  return (
    <Note tone={alerts.some(({ adverse }) => adverse) ? 'bad' : 'warn'}>
      <ul className="stack tight">
        {alerts.map(({ id, bureau, text, category }) => (
          <li key={`${id}${category}${text}`}>
            <span className="strong">{bureau}:</span> {text}
          </li>
        ))}
      </ul>
    </Note>
  )
}

function Contents({ report }: { readonly report: ReportView }) {
  const [parameters, setParameters] = useSearchParams()
  const tabs = tabsOf(report)
  const asked = parameters.get('view')
  const current = tabs.find(([key]) => key === asked) ?? tabs[0]
  if (current === undefined) return null
  return (
    <Tabs
      label="Parts of the report"
      tabs={tabs.map(([key, name]) => [key, name] as const)}
      current={current[0]}
      onTab={(view) => setParameters({ view }, { replace: true })}
    >
      {current[2]()}
    </Tabs>
  )
}

type Tab = readonly [key: string, name: string, content: () => ReactNode]

function tabsOf(report: ReportView): readonly Tab[] {
  const { refresh } = report
  const differences: readonly Tab[] =
    refresh === undefined
      ? []
      : [
          [
            'differences',
            `Differences (${refresh.differences.length})`,
            () => <Differences report={report} refresh={refresh} />,
          ],
        ]
  return [
    ...differences,
    [
      'accounts',
      `Accounts (${report.accounts.length})`,
      () => <AccountGroups report={report} accounts={report.accounts} />,
    ],
    [
      'records',
      `Public records (${report.publicRecords.length})`,
      () => <PublicRecords report={report} />,
    ],
    ['inquiries', `Inquiries (${report.inquiries.length})`, () => <Inquiries report={report} />],
    ...BUREAUS.filter((bureau) => report.files.some((file) => file.bureau === bureau)).map(
      (bureau): Tab => [
        bureau.toLowerCase(),
        bureau,
        () => <BureauFile report={report} bureau={bureau} />,
      ],
    ),
    ['figures', 'Summary figures', () => <Figures report={report} />],
    ['directory', 'Creditors', () => <Directory report={report} />],
    ['history', `History (${report.related.length})`, () => <Related report={report} />],
  ]
}
