/** The page of one report: scores, accounts, records, each bureau's file, and actions. */
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { BUREAUS } from '../../../../src/documents/tables/enumerations.ts'
import { isProblem } from '../../api/api-error.ts'
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { BureauLetters } from '../../components/bureaus.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { CopyButton } from '../../components/code.tsx'
import {
  Badge,
  Facts,
  Heading,
  isMissing,
  LoadState,
  Note,
  Panel,
} from '../../components/layout.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { useIsWide } from '../../components/use-is-wide.ts'
import { centsText, dateTimeText, dayText, minuteOfYearText, zoneText } from '../../format.ts'
import { AccountGroups } from './accounts/tradelines.tsx'
import { ReportActions } from './actions.tsx'
import { BureauFile } from './bureau-file.tsx'
import { inquiriesOf } from './changed-items.ts'
import { Directory } from './directory.tsx'
import { ReportHistory, useOtherReports } from './history.tsx'
import { Inquiries, PublicRecords } from './records-and-inquiries.tsx'
import { RefreshChanges, refreshChanges } from './refresh-changes.tsx'
import {
  alertText,
  compareAddress,
  isMortgageOnly,
  isOver,
  namesOf,
  personOf,
  type Report,
  SIMULATED,
} from './report-data.ts'
import { DownloadDialog, ReportFiles, type Revealed, RevealReportDialog } from './reveal.tsx'
import { useRunningFoot } from './running-foot.ts'
import { Scores } from './scores.tsx'
import { SummaryFigures } from './summary/summary-figures.tsx'
import { Tiles } from './tiles.tsx'
import './report.css'

/** The page of one report. */
export function ReportPage({ id }: { readonly id: string }) {
  const masked = useApiQuery('report', 'GET /reports/:id', { params: { id } })
  const [revealed, setRevealed] = useState<Revealed>()
  const isGone = isMissing(masked.error) || isProblem(masked.error, 'gone')
  // A revealed report is fetched once, but its deadlines pass while it is shown.
  const current = revealed && { ...revealed.report, now: masked.data?.now ?? revealed.report.now }
  const shown = isGone ? undefined : (current ?? masked.data)
  useRunningFoot(shown)
  const heading = (
    <Heading
      title={`Report ${id}`}
      shown={shown && namesOf(shown)}
      of={['/reports', 'Reports']}
      actions={
        shown !== undefined && (
          <Downloads report={shown} revealed={revealed} onRevealed={setRevealed} />
        )
      }
    >
      {shown !== undefined && (
        <p className="row">
          {shown.title} <span className="mono">{id}</span>
          <Validity report={shown} />
          {shown.simulated && <Badge tone="warn">{SIMULATED}</Badge>}
          {shown.hold && <Badge tone="warn">On legal hold: {shown.hold.reason}</Badge>}
        </p>
      )}
    </Heading>
  )
  return (
    <>
      {heading}
      <LoadState query={masked} what="Loading the report" />
      {shown !== undefined && <Body report={shown} />}
    </>
  )
}

function Body({ report }: { readonly report: Report }) {
  return (
    <>
      {report.clear && (
        <Note tone="warn">
          <p>Personal data is visible. The audit trail records that you viewed it, and why.</p>
        </Note>
      )}
      <Masthead report={report} />
      <Alerts report={report} />
      <Tiles report={report} />
      <Scores report={report} />
      <Contents report={report} />
    </>
  )
}

/**
 * A badge for the date until which the report can be reissued, upgraded and unmerged, or on which
 * this ended.
 */
function Validity({ report }: { readonly report: Report }) {
  const isExpired = isOver(report, report.actionsUntil)
  return (
    <Badge tone={isExpired ? 'warn' : 'good'}>
      {isExpired ? 'Expired' : 'Valid until'} {dayText(report.actionsUntil)}
    </Badge>
  )
}

interface DownloadsProps {
  readonly report: Report
  readonly revealed: Revealed | undefined
  readonly onRevealed: (revealed: Revealed | undefined) => void
}

function Downloads({ report, revealed, onRevealed }: DownloadsProps) {
  const { operator } = useSession()
  const [asking, setAsking] = useState<'reveal' | 'download'>()
  const stopAsking = () => setAsking(undefined)
  const { id } = report.summary
  return (
    <>
      <CopyButton text={id} kind="">
        Copy ID
      </CopyButton>
      <LinkButton to={compareAddress(report)}>Compare</LinkButton>
      {operator.role !== 'integrator' && (
        <LinkButton to={`/audit?reportId=${id}`}>Audit trail</LinkButton>
      )}
      {operator.role !== 'auditor' && revealed === undefined && (
        <Button icon="download" onClick={() => setAsking('download')}>
          Download
        </Button>
      )}
      {operator.role !== 'auditor' && (
        <Button
          icon="eye"
          kind={revealed === undefined ? 'primary' : ''}
          onClick={() => (revealed === undefined ? setAsking('reveal') : onRevealed(undefined))}
        >
          {revealed === undefined ? 'Reveal' : 'Mask again'}
        </Button>
      )}
      {revealed !== undefined && <ReportFiles id={id} reason={revealed.reason} />}
      {asking === 'download' && <DownloadDialog id={id} onClose={stopAsking} />}
      {asking === 'reveal' && (
        <RevealReportDialog
          id={id}
          onClose={stopAsking}
          onRevealed={(clear) => {
            onRevealed(clear)
            stopAsking()
          }}
        />
      )}
    </>
  )
}

function Masthead({ report }: { readonly report: Report }) {
  const { operator } = useSession()
  const { summary } = report
  const facts: (readonly [string, ReactNode])[] = [
    ['Prepared for', report.preparedFor],
    ['Lender case', report.lenderCase || 'none'],
    [
      `First issued (${zoneText(summary.firstIssuedAt)})`,
      <Moment key="first" at={summary.firstIssuedAt} />,
    ],
    [
      `Last updated (${zoneText(summary.lastUpdatedAt)})`,
      <Moment key="last" at={summary.lastUpdatedAt} />,
    ],
    ['Bureaus', <Delivery key="bureaus" report={report} />],
    ['Inquiry', report.hard ? 'Hard' : 'Soft, not shown to lenders'],
    ['Price', centsText(report.priceCents)],
    [
      'Order',
      <Link key="order" href={`/orders/${summary.orderId}`} className="mono">
        {summary.orderId}
      </Link>,
    ],
  ]
  if (report.madeFrom !== undefined) {
    const { how, reportId } = report.madeFrom
    facts.push([
      how === 'unmerged' ? 'Unmerged from' : 'Upgraded from',
      <Link key="from" href={`/reports/${reportId}`} className="mono">
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
            <p className={report.clear ? 'muted' : 'muted masked'}>
              {report.clear ? person.address : 'Address masked'}
            </p>
          </div>
        ))}
        <details className="report-details" open={useIsWide()}>
          <summary>
            <span className="strong">Details</span>{' '}
            <span className="muted small">
              {dayText(summary.lastUpdatedAt)}, <BureauLetters bureaus={report.delivered} />
            </span>
          </summary>
          <Facts facts={facts} />
        </details>
      </div>
      {operator.role !== 'auditor' && <ReportActions report={report} />}
    </Panel>
  )
}

/** A date with the time of day to the minute. */
function Moment({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={dateTimeText(at)}>
      {minuteOfYearText(at)}
    </time>
  )
}

/** The bureaus that delivered a file, and those that were asked but delivered none. */
function Delivery({ report: { requested, delivered } }: { readonly report: Report }) {
  const missing = requested.filter((bureau) => !delivered.includes(bureau))
  return (
    <>
      <BureauLetters bureaus={delivered} />
      {missing.length > 0 && (
        <span className="under">
          no file: <BureauLetters bureaus={missing} />
        </span>
      )}
    </>
  )
}

/**
 * The alerts of all files. Each alert of a borrower is shown once, with the bureaus that report it.
 */
function Alerts({ report }: { readonly report: Report }) {
  const isJoint = report.borrowers.length > 1
  const alerts = report.files.flatMap((file) =>
    file.alerts.map((alert) => ({
      ...alert,
      bureau: file.bureau,
      of: isJoint ? ` (${personOf(report, file)})` : '',
    })),
  )
  if (alerts.length === 0) return null
  return (
    <Note tone={alerts.some(({ adverse }) => adverse) ? 'bad' : 'warn'}>
      <ul className="stack tight">
        {Array.from(
          Map.groupBy(alerts, ({ of, text }) => `${text}${of}`),
          ([key, same]) => (
            <li key={key}>
              <span className="strong">
                {[...new Set(same.map(({ bureau }) => bureau))].join(', ')}
                {same[0]?.of}:
              </span>{' '}
              {alertText(same[0]?.text ?? '')}
            </li>
          ),
        )}
      </ul>
    </Note>
  )
}

function Contents({ report }: { readonly report: Report }) {
  const [parameters, setParameters] = useSearchParams()
  const tabs = tabsOf(report, useOtherReports(report).data?.length ?? 0)
  const requested = parameters.get('view')
  const current = tabs.find(([key]) => key === requested) ?? tabs[0]
  if (current === undefined) return null
  return (
    <Tabs
      label="Report sections"
      tabs={tabs.map(([key, name]) => [key, name] as const)}
      current={current[0]}
      onTab={(view) => setParameters({ view }, { replace: true })}
    >
      {current[2]()}
    </Tabs>
  )
}

type Tab = readonly [key: string, name: string, content: () => ReactNode]

function tabsOf(report: Report, others: number): readonly Tab[] {
  const { refresh, related } = report
  // The list of related reports also contains the report itself.
  const listed = others + (related.length === 0 ? 0 : related.length + 1)
  // A number would say that the files list none.
  const counted = (items: readonly unknown[]) =>
    isMortgageOnly(report) ? '' : ` (${items.length})`
  const changes: readonly Tab[] =
    refresh === undefined
      ? []
      : [
          [
            'changes',
            `Changes (${refreshChanges(report, refresh).items.length})`,
            () => <RefreshChanges report={report} refresh={refresh} />,
          ],
        ]
  const summary: readonly Tab[] =
    refresh === undefined ? [['figures', 'Summary', () => <SummaryFigures report={report} />]] : []
  return [
    ...changes,
    [
      'accounts',
      `Accounts (${report.accounts.length})`,
      () => <AccountGroups report={report} accounts={report.accounts} />,
    ],
    ...summary,
    [
      'records',
      `Public records${counted(report.publicRecords)}`,
      () => <PublicRecords report={report} />,
    ],
    ['inquiries', `Inquiries${counted(inquiriesOf(report))}`, () => <Inquiries report={report} />],
    ...BUREAUS.filter((bureau) => report.files.some((file) => file.bureau === bureau)).map(
      (bureau): Tab => [
        bureau.toLowerCase(),
        bureau,
        () => <BureauFile report={report} bureau={bureau} />,
      ],
    ),
    ['directory', 'Creditors', () => <Directory report={report} />],
    [
      'history',
      listed === 0 ? 'History' : `History (${listed})`,
      () => <ReportHistory report={report} />,
    ],
  ]
}
