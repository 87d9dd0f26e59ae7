/** The reports that were issued. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { call } from '../api/call.ts'
import { BureauLetters } from '../parts/bureaus.tsx'
import { Button, LinkButton } from '../parts/button.tsx'
import { Badge, Empty, Failed, Heading, Panel, Waiting } from '../parts/layout.tsx'
import { momentText, operationText, shortMomentText } from '../words.ts'

/** Reports, the last issued first. */
export function Reports() {
  const reports = useInfiniteQuery({
    queryKey: ['reports'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /reports', { query: pageParam === '' ? {} : { cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  })
  const items = reports.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <Heading title="Reports">
        <p>
          What was issued, the newest first. To find the report of a person, search the{' '}
          <Link href="/orders">orders</Link>.
        </p>
      </Heading>
      <Panel flush>
        {reports.isPending && <Waiting what="Fetching reports" />}
        {reports.isError && <Failed error={reports.error} again={() => void reports.refetch()} />}
        {reports.isSuccess && items.length === 0 && (
          <Empty title="No report was issued yet.">
            <p>An order that a bureau answers becomes a report. Place one at the order desk.</p>
            <LinkButton to="/desk" kind="primary">
              Go to the order desk
            </LinkButton>
          </Empty>
        )}
        {items.length > 0 && <ReportTable reports={items} caption="Reports, newest first" />}
        {reports.hasNextPage && (
          <div className="panel-foot">
            <Button busy={reports.isFetchingNextPage} onClick={() => void reports.fetchNextPage()}>
              Show older reports
            </Button>
          </div>
        )}
      </Panel>
    </>
  )
}

type Summary = Awaited<ReturnType<typeof call<'GET /reports'>>>['items'][number]

/** Reports as a table. */
export function ReportTable({
  reports,
  caption,
}: {
  readonly reports: readonly Summary[]
  readonly caption: string
}) {
  return (
    <div className="scroll">
      <table className="cards">
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Report</th>
            <th scope="col">Issued</th>
            <th scope="col">What</th>
            <th scope="col">Made by</th>
            <th scope="col">Bureaus</th>
            <th scope="col">Account</th>
          </tr>
        </thead>
        <tbody>
          {reports.map((report) => (
            <tr key={report.id} className="opens">
              <th scope="row" data-title="Report">
                <Link href={`/reports/${report.id}`} className="stretched mono">
                  {report.id}
                </Link>
              </th>
              <td data-title="Issued">
                <time dateTime={report.lastUpdatedAt} title={momentText(report.lastUpdatedAt)}>
                  {shortMomentText(report.lastUpdatedAt)}
                </time>
              </td>
              <td data-title="What">{operationText(report.operation)}</td>
              <td data-title="Made by">
                <Badge tone={report.baseReportId === undefined ? 'plain' : 'accent'}>
                  {report.origin}
                </Badge>
              </td>
              <td data-title="Bureaus">
                <BureauLetters bureaus={report.bureaus} />
              </td>
              <td data-title="Account">{report.account}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
