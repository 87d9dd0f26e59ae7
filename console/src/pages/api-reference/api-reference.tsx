/** The API reference: operations, error codes, document fields, and the operator API. */

import { Fragment, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { ApiResponse } from '../../api/call.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { BASE_PATH } from '../../base-path.ts'
import { Button } from '../../components/button.tsx'
import { InlineCode } from '../../components/code.tsx'
import { SelectField, TextField } from '../../components/field.tsx'
import { Badge, Empty, Heading, LoadError, Loading, Panel } from '../../components/layout.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { Tabs } from '../../components/tabs.tsx'
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

/** Whether the same request can be sent again. */
const RETRIES = {
  same: ['good', 'retry unchanged'],
  later: ['warn', 'retry later'],
  never: ['plain', 'correct it first'],
} as const satisfies Readonly<Record<ErrorRow['retry'], readonly [string, string]>>

/** Errors of documents first, then those of HTTP, which share one code. */
function sortedErrors(items: readonly ErrorRow[]): readonly ErrorRow[] {
  return items.toSorted((one, other) => one.code.localeCompare(other.code))
}

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
    cell: ({ code }) => (
      <Link href={`/orders?code=${code}`}>
        Orders<span className="hidden"> with {code}</span>
      </Link>
    ),
  },
]

function Errors() {
  const errors = useApiQuery('errors', 'GET /errors')
  const [text, setText] = useState('')
  if (!errors.isSuccess) {
    return errors.isError ? (
      <LoadError error={errors.error} />
    ) : (
      <Loading what="Loading the error codes" />
    )
  }
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
      {found.length === 0 ? (
        <Empty title="No matching errors">
          <p>Search for a code such as E002, or for a word of the message.</p>
        </Empty>
      ) : (
        <Table
          caption="Error codes"
          className="dense"
          rows={found}
          keyOf={({ reason }) => reason}
          columns={ERROR_COLUMNS}
        />
      )}
    </Panel>
  )
}

type Document = ApiResponse<'GET /fields'>['documents'][number]

/** The request of a credit report, which most orders are for. */
const FIRST_DOCUMENT = 'request-payment-optional'

function Fields() {
  const fields = useApiQuery('fields', 'GET /fields')
  const [parameters, setParameters] = useSearchParams()
  const name = parameters.get('document')
  const setName = (document: string) =>
    setParameters({ view: 'fields', document }, { replace: true })
  const [text, setText] = useState('')
  if (!fields.isSuccess) {
    return fields.isError ? (
      <LoadError error={fields.error} />
    ) : (
      <Loading what="Loading the fields" />
    )
  }
  const documents = fields.data.documents.toSorted(
    (one, other) => Number(other.name === FIRST_DOCUMENT) - Number(one.name === FIRST_DOCUMENT),
  )
  const document = documents.find((each) => each.name === name) ?? documents[0]
  return (
    <Panel flush>
      <div className="panel-tools fields">
        <SelectField
          label="Document"
          span={2}
          value={document?.name ?? ''}
          choices={documents.map((each) => [each.name, shortTitle(each.title)] as const)}
          onChoice={setName}
        />
        <TextField
          label="Search"
          type="search"
          span={2}
          placeholder="Element, field or description"
          value={text}
          onText={setText}
        />
      </div>
      {document !== undefined && <FieldTable document={document} text={text} />}
    </Panel>
  )
}

/** `Request of a mortgage-only or refresh report` fits into the list of a phone in fewer words. */
function shortTitle(title: string): string {
  return title.replace(/ (?:of|to) an? /, ': ').replace(' or ', ', ')
}

/** The path of the element that has a field. */
const elementOf = (path: string) => path.replace(/\/@[^/]*$/, '')

/** The number of rows to show at first. A document has up to a thousand fields. */
const ROWS_AT_FIRST = 120

type Field = Document['fields'][number]

/** Where most fields come from. The others say where they come from. */
function usualOrigin(fields: readonly Field[]): string | undefined {
  const origins = [...Map.groupBy(fields, ({ origin }) => origin)]
  return origins.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0]
}

/** What is not from MISMO is from the document that describes this API. */
const SOURCES: Readonly<Record<string, string>> = { interface: 'this API', ours: 'Trimerge' }
const sourceText = (origin = '') => SOURCES[origin] ?? origin

const fieldColumns = (usual: string | undefined): readonly Column<Field>[] => [
  {
    title: 'Field',
    rowHeader: true,
    className: 'mono wrap field-name',
    cell: ({ path }) => (
      <Name text={path.slice(elementOf(path).length).replace('/', '') || 'text'} />
    ),
  },
  {
    title: 'Required',
    cell: ({ need }) => <>{need === 'stated' ? 'required by default' : need}</>,
  },
  { title: 'Type', className: 'wrap field-kind', cell: ({ kind }) => kindText(kind) },
  {
    title: 'Description',
    className: 'whole',
    cell: ({ doc, secret, origin }) => (
      <>
        <InlineCode text={doc} /> {secret && <Badge tone="warn">personal data</Badge>}
        {origin !== usual && <span className="under">{sourceText(origin)}</span>}
      </>
    ),
  },
]

/** A name that can wrap before each of its words. */
function Name({ text }: { readonly text: string }) {
  return text.split(/(?<=[a-z0-9])(?=[A-Z])/).map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a word has no other identity than its position
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {word}
    </Fragment>
  ))
}

/** A kind in fewer words: `text, 1–250`. */
function kindText(kind: string): string {
  return kind
    .replace(/^a text/, 'text')
    .replace(/ of 1 to (\d+) characters$/, ', 1–$1')
    .replace(/ of at most (\d+) characters$/, ', up to $1')
}

/** The words of the column "Required". */
function Needs() {
  return (
    <p className="panel-tools muted small">
      <span className="strong">Required</span> fields must be present.{' '}
      <span className="strong">Required by default</span>: may be absent if the profile of the
      account requires only what MISMO does. The service then derives what it can from the path or
      the borrower. See <a href={`${BASE_PATH}/docs/fields`}>The fields of the documents</a>.
    </p>
  )
}

function FieldTable({ document, text }: { readonly document: Document; readonly text: string }) {
  const [all, setAll] = useState(false)
  const usual = usualOrigin(document.fields)
  const query = text.trim().toLowerCase()
  const found = document.fields.filter(({ path, doc }) =>
    `${path} ${doc}`.toLowerCase().includes(query),
  )
  if (found.length === 0) {
    return (
      <Empty title="No matching fields">
        <p>Search for a part of the path or of the description.</p>
      </Empty>
    )
  }
  return (
    <>
      {found.some(({ need }) => need === 'stated') && <Needs />}
      <p className="panel-tools muted small">
        Fields come from {sourceText(usual)} unless their description names another source. The
        lengths of texts are in characters.
      </p>
      <Table
        caption={document.title}
        groupOf={({ path }) => elementOf(path)}
        rows={found.slice(0, all ? undefined : ROWS_AT_FIRST)}
        keyOf={({ path }) => path}
        columns={fieldColumns(usual)}
      />
      {found.length > ROWS_AT_FIRST && !all && (
        <div className="panel-foot">
          <Button onClick={() => setAll(true)}>Show all {found.length} fields</Button>
        </div>
      )}
    </>
  )
}
