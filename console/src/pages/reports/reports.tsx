/** The reports that were issued. */

import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { call } from '../../api/call.ts'
import { BureauLetters } from '../../components/bureaus.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { Badge, Empty, Failed, Heading, Panel, Waiting } from '../../components/layout.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { momentText, operationText, shortMomentText } from '../../format.ts'

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

const COLUMNS: readonly Column<Summary>[] = [
  {
    title: 'Report',
    heads: true,
    cell: ({ id }) => (
      <Link href={`/reports/${id}`} className="stretched mono">
        {id}
      </Link>
    ),
  },
  {
    title: 'Issued',
    cell: ({ lastUpdatedAt }) => (
      <time dateTime={lastUpdatedAt} title={momentText(lastUpdatedAt)}>
        {shortMomentText(lastUpdatedAt)}
      </time>
    ),
  },
  { title: 'What', cell: ({ operation }) => operationText(operation) },
  {
    title: 'Made by',
    cell: ({ baseReportId, origin }) => (
      <Badge tone={baseReportId === undefined ? 'plain' : 'accent'}>{origin}</Badge>
    ),
  },
  { title: 'Bureaus', cell: ({ bureaus }) => <BureauLetters bureaus={bureaus} /> },
  { title: 'Account', cell: ({ account }) => account },
]

/** Reports as a table. */
export function ReportTable({
  reports,
  caption,
}: {
  readonly reports: readonly Summary[]
  readonly caption: string
}) {
  return (
    <Table
      caption={caption}
      rows={reports}
      keyOf={({ id }) => id}
      rowClass="opens"
      columns={COLUMNS}
    />
  )
}
