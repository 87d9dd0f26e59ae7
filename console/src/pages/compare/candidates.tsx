/**
 * Orders or reports that can be compared with the other side: first those of the same borrower,
 * then the newest or the results of a search.
 */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiResponse, call } from '../../api/call.ts'
import { PullMarks } from '../../components/bureaus.tsx'
import { Button } from '../../components/button.tsx'
import { Empty, EmptyPlace, LoadState, Panel } from '../../components/layout.tsx'
import { Search } from '../../components/list/search.tsx'
import { Table } from '../../components/list/table.tsx'
import { OrderState } from '../../components/state-badge.tsx'
import { ORIGINS, operationText, shortDateTimeText } from '../../format.ts'
import { Borrowers } from '../orders/order-table.tsx'
import { unscoredText } from '../reports/report-table.tsx'
import { isSameBorrower } from './people.ts'
import { type Kind, lastFourOf, useSide } from './sides.tsx'

type Order = ApiResponse<'GET /orders'>['items'][number]
type Report = ApiResponse<'GET /reports'>['items'][number]
type Candidate = Order | Report

interface CandidatesProps {
  readonly kind: Kind
  readonly title: string
  /** The ID on the other side; empty if that side is not chosen yet. */
  readonly other: string
  /** The ID on this side; empty if it is not chosen yet. */
  readonly current: string
  readonly onChoice: (id: string) => void
}

/** A search field and two lists to choose from. */
export function Candidates({ kind, title, other, current, onChoice }: CandidatesProps) {
  const [text, search] = useState('')
  const { side } = useSide(kind, other)
  // A request without an SSN is best identified by its lender case.
  const lastFour = lastFourOf(side)
  const lenderCase = side?.lenderCase ?? ''
  const shared = lastFour || lenderCase
  const found = useCandidates(kind, text)
  const related = useCandidates(kind, shared, shared !== '')
  const isOther = ({ id }: Candidate) => id !== other && id !== current
  const isRelated = (item: Candidate) =>
    lastFour === ''
      ? item.lenderCase === lenderCase
      : side !== undefined && isSameBorrower(item.borrowers, side.borrowers)
  const same = (related.data ?? [])
    .filter((item) => isOther(item) && isRelated(item))
    .toSorted((one, another) => Number(isFailed(one)) - Number(isFailed(another)))
  const listed = new Set(text === '' ? same.map(({ id }) => id) : [])
  const rest = (found.data ?? []).filter(isOther).filter(({ id }) => !listed.has(id))
  return (
    <Panel title={title} flush>
      <div className="list-tools">
        <Search
          text={text}
          onSearch={search}
          label={`Search ${kind} by name, last four digits of the SSN, lender case or ID`}
        />
      </div>
      {text === '' && same.length > 0 && (
        <List
          title={lastFour === '' ? 'Same lender case' : 'Same borrower'}
          items={same}
          onChoice={onChoice}
        />
      )}
      <LoadState query={found} what={`Loading ${kind}`} />
      <EmptyPlace>
        {found.isSuccess && rest.length === 0 && (text !== '' || same.length === 0) && (
          <Empty title={`No ${text === '' ? 'other' : 'matching'} ${kind}`}>{null}</Empty>
        )}
      </EmptyPlace>
      {rest.length > 0 && (
        <List title={text === '' ? `Recent ${kind}` : 'Matches'} items={rest} onChoice={onChoice} />
      )}
      {text === '' && found.data?.length === COUNT && (
        <p className="compare-unchanged muted small">
          Older {kind} are not listed. Search to find them.
        </p>
      )}
    </Panel>
  )
}

/**
 * Returns whether an order has no report. Failed orders are listed last, because a completed order
 * explains a failed one better than another failed one does.
 */
function isFailed(item: Candidate): boolean {
  return 'receivedAt' in item && item.state !== 'done'
}

const COUNT = 10

/**
 * Fetches the newest items or the results of a search. The search text is personal data, so the
 * results are not cached.
 */
function useCandidates(kind: Kind, text: string, enabled = true) {
  return useQuery({
    queryKey: [kind, 'candidates', text],
    queryFn: async ({ signal }): Promise<readonly Candidate[]> => {
      const body = { text, limit: COUNT }
      const query = { limit: COUNT }
      if (kind === 'orders') {
        return text === ''
          ? (await call('GET /orders', { query, signal })).items
          : (await call('POST /orders/search', { body, signal })).items
      }
      return text === ''
        ? (await call('GET /reports', { query, signal })).items
        : (await call('POST /reports/search', { body, signal })).items
    },
    enabled,
    gcTime: 0,
  })
}

interface ListProps {
  readonly title: string
  readonly items: readonly Candidate[]
  readonly onChoice: (id: string) => void
}

function List({ title, items, onChoice }: ListProps) {
  return (
    <div className="compare-candidates">
      <h3>{title}</h3>
      <Table
        caption={title}
        rows={items}
        keyOf={({ id }) => id}
        rowClass="opens"
        columns={[
          {
            title: 'Borrower',
            cell: ({ borrowers }) => <Borrowers borrowers={borrowers} purged={false} />,
          },
          { title: 'ID', rowHeader: true, cell: (item) => <Identity item={item} /> },
          { title: 'Operation', cell: operationOf },
          {
            title: 'Bureaus',
            cell: (item) => <PullMarks pulls={'files' in item ? item.files : item.pulls} />,
          },
          items.some(({ lenderCase = '' }) => lenderCase !== '')
            ? { title: 'Lender case', cell: ({ lenderCase }: Candidate) => lenderCase }
            : undefined,
          {
            title: items.every((item) => 'receivedAt' in item) ? 'Result' : 'Credit score',
            className: 'compare-result',
            cell: (item) => <Result item={item} />,
          },
          {
            title: 'Choose',
            titleHidden: true,
            className: 'actions',
            cell: ({ id }) => (
              <Button kind="small" onClick={() => onChoice(id)}>
                Choose<span className="hidden"> {id}</span>
              </Button>
            ),
          },
        ]}
      />
    </div>
  )
}

/** The ID, the account and the time. */
function Identity({ item }: { readonly item: Candidate }) {
  return (
    <>
      <span className="mono">{item.id}</span>
      <span className="under">
        {item.account} · <time dateTime={timeOf(item)}>{shortDateTimeText(timeOf(item))}</time>
      </span>
    </>
  )
}

function timeOf(item: Candidate): string {
  return 'receivedAt' in item ? item.receivedAt : item.lastUpdatedAt
}

/**
 * Returns the operation and the action of an order. For a report, returns the operation and, if it
 * was derived from another report, how.
 */
function operationOf(item: Candidate): string {
  const isMade = 'origin' in item && (item.origin === 'upgraded' || item.origin === 'unmerged')
  const how = 'receivedAt' in item ? item.action : isMade && item.origin
  return [operationText(item.operation), how].filter(Boolean).join(', ')
}

/** The result of an order with its report, or the scores of a report. */
function Result({ item }: { readonly item: Candidate }) {
  if (!('receivedAt' in item)) {
    return item.borrowers.map(({ name, ssn }, index) => (
      <span key={`${name}${ssn}`} className="borrower">
        {item.scores.find(({ borrower }) => borrower === index + 1)?.score ?? unscoredText(item)}
      </span>
    ))
  }
  if (item.state !== 'done' || item.origin === undefined) {
    return <OrderState state={item.state} code={item.code} />
  }
  return (
    <>
      {ORIGINS[item.origin]}
      <span className="under mono">{item.reportId}</span>
    </>
  )
}
