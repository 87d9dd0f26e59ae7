/** The reports that were issued. */

import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { call } from '../../api/call.ts'
import { Button, LinkButton } from '../../components/button.tsx'
import { Empty, Failed, Heading, Panel, Waiting } from '../../components/layout.tsx'
import { ReportTable } from './report-table.tsx'

/** Reports, the last issued first. */
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
