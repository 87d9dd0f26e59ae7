/** The list of issued reports. */

import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { call } from '../../api/call.ts'
import { Button, LinkButton } from '../../components/button.tsx'
import { Empty, Heading, LoadError, Loading, Panel } from '../../components/layout.tsx'
import { ReportTable } from './report-table.tsx'

/** All reports, newest first. */
export function ReportsPage() {
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
          Issued reports, newest first. To find a person's report, search the{' '}
          <Link href="/orders">orders</Link>.
        </p>
      </Heading>
      <Panel flush>
        {reports.isPending && <Loading what="Loading reports" />}
        {reports.isError && (
          <LoadError error={reports.error} onRetry={() => void reports.refetch()} />
        )}
        {reports.isSuccess && items.length === 0 && (
          <Empty title="No reports yet">
            <p>
              Each order for which a bureau returns a file creates a report. You can place one at
              the order desk.
            </p>
            <LinkButton to="/order-desk" kind="primary">
              Open the order desk
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
