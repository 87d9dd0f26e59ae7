/** The API reference page: operations, error codes, document fields, and the operator API. */
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { ApiResponse } from '../../api/call.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { BASE_PATH } from '../../base-path.ts'
import { TextField } from '../../components/field.tsx'
import { Badge, Empty, EmptyPlace, Heading, LoadState, Panel } from '../../components/layout.tsx'
import { type Column, Table } from '../../components/list/table.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { Fields } from './fields.tsx'
import { OpenApi } from './open-api.tsx'
import { StartHere } from './start-here.tsx'
import { WithLinks } from './with-links.tsx'
import './api-reference.css'

const TABS = [
  ['operations', 'Operations'],
  ['errors', 'Errors'],
  ['fields', 'Fields'],
  ['operator', 'Operator API'],
] as const

/** The API reference. */
export function ApiReferencePage() {
  const [parameters, setParameters] = useSearchParams()
  const requested = parameters.get('view')
  const view = TABS.find(([key]) => key === requested)?.[0] ?? 'operations'
  return (
    <>
      <Heading title="API reference">
        <p>
          Operations, error codes and document fields, generated from the code of this service. The{' '}
          <a href={`${BASE_PATH}/docs`}>documentation</a> explains them.
        </p>
      </Heading>
      <Tabs
        label="API reference sections"
        tabs={TABS}
        current={view}
        onTab={(next) => setParameters({ view: next }, { replace: true })}
      >
        {view === 'operations' && (
          <>
            <StartHere />
            <OpenApi address={`${BASE_PATH}/openapi.json`} />
          </>
        )}
        {view === 'errors' && <Errors />}
        {view === 'fields' && <Fields />}
        {view === 'operator' && <OpenApi address={`${BASE_PATH}/api/v1/openapi.json`} />}
      </Tabs>
    </>
  )
}

type ErrorRow = ApiResponse<'GET /errors'>['items'][number]

/** Whether the client can send the same request again. */
const RETRIES = {
  same: ['good', 'retry unchanged'],
  later: ['warn', 'retry later'],
  never: ['plain', 'correct it first'],
} as const satisfies Readonly<Record<ErrorRow['retry'], readonly [string, string]>>

/** Sorts errors of documents first, then the HTTP errors, which share one code. */
function sortedErrors(items: readonly ErrorRow[]): readonly ErrorRow[] {
  return items.toSorted((one, other) => one.code.localeCompare(other.code))
}

/** Returns whether an order can end with the error. Other errors occur before an order exists. */
const canBeOfOrder = ({ status, reason }: Pick<ErrorRow, 'status' | 'reason'>) =>
  status === 200 || reason === 'unreadable'

const ERROR_COLUMNS: readonly Column<ErrorRow>[] = [
  {
    title: 'Code',
    rowHeader: true,
    cell: ({ code, reason }) => (
      <>
        <a href={`${BASE_PATH}/docs/errors#${reason}`}>{code}</a>
        <span className="under">{reason}</span>
      </>
    ),
  },
  { title: 'Status', cell: ({ status }) => status },
  { title: 'Meaning', className: 'whole', cell: ({ text }) => text },
  {
    title: 'What to do',
    className: 'whole',
    cell: ({ remedy }) => <WithLinks text={remedy} />,
  },
  {
    title: 'Retry',
    cell: ({ retry }) => <Badge tone={RETRIES[retry][0]}>{RETRIES[retry][1]}</Badge>,
  },
  {
    title: 'Orders',
    titleHidden: true,
    cell: ({ code, ...row }) =>
      canBeOfOrder(row) && (
        <Link href={`/orders?code=${code}`}>
          Orders<span className="hidden"> with {code}</span>
        </Link>
      ),
  },
]

function Errors() {
  const errors = useApiQuery('errors', 'GET /errors')
  const [text, setText] = useState('')
  if (errors.data === undefined) return <LoadState query={errors} what="Loading the error codes" />
  const query = text.trim().toLowerCase()
  const found = sortedErrors(errors.data.items).filter((each) =>
    `${each.code} ${each.reason} ${each.status} ${each.text} ${each.remedy}`
      .toLowerCase()
      .includes(query),
  )
  return (
    <Panel flush>
      <div className="panel-tools fields">
        <TextField
          label="Search"
          type="search"
          span={2}
          placeholder="Code, status or text"
          hint={`${found.length} of ${errors.data.items.length} errors`}
          value={text}
          onText={setText}
        />
      </div>
      <EmptyPlace>
        {found.length === 0 && (
          <Empty title="No matching errors">
            <p>Search for a code such as E002, or for a word in the message.</p>
          </Empty>
        )}
      </EmptyPlace>
      {found.length > 0 && (
        <Table
          caption="Error codes"
          className="dense error-codes"
          rows={found}
          keyOf={({ reason }) => reason}
          columns={ERROR_COLUMNS}
        />
      )}
    </Panel>
  )
}
