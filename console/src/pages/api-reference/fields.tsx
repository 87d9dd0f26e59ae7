/** The fields of the documents, by element. */
import { Fragment, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { ApiResponse } from '../../api/call.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { BASE_PATH } from '../../base-path.ts'
import { Button } from '../../components/button.tsx'
import { InlineCode } from '../../components/code.tsx'
import { Check, SelectField, TextField } from '../../components/field.tsx'
import { Badge, Empty, EmptyPlace, LoadState, Panel } from '../../components/layout.tsx'
import { type Column, Table } from '../../components/list/table.tsx'

type Document = ApiResponse<'GET /fields'>['documents'][number]

/** The request for a credit report, the most common order. */
const FIRST_DOCUMENT = 'request-payment-optional'

/** The fields of a document that match a search text; all of them, or only the required ones. */
export function Fields() {
  const fields = useApiQuery('fields', 'GET /fields')
  const [parameters, setParameters] = useSearchParams()
  const name = parameters.get('document')
  const setName = (document: string) =>
    setParameters({ view: 'fields', document }, { replace: true })
  const [text, setText] = useState('')
  const [isRequired, setRequired] = useState(false)
  if (fields.data === undefined) return <LoadState query={fields} what="Loading the fields" />
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
        <Check label="Required only" checked={isRequired} onCheck={setRequired} />
      </div>
      {document !== undefined && (
        <FieldTable document={document} text={text} isRequired={isRequired} />
      )}
    </Panel>
  )
}

/** Shortens `Request of a mortgage-only or refresh report` to fit the select box of a phone. */
function shortTitle(title: string): string {
  return title.replace(/ (?:of|to) an? /, ': ').replace(' or ', ', ')
}

/** Returns the path of the element that a field belongs to. */
const elementOf = (path: string) => path.replace(/\/@[^/]*$/, '')

/** The number of rows to show at first. A document has up to a thousand fields. */
const ROWS_AT_FIRST = 120

type Field = Document['fields'][number]

/** Returns the source of most fields. Only fields from other sources name theirs. */
function usualOrigin(fields: readonly Field[]): string | undefined {
  const origins = [...Map.groupBy(fields, ({ origin }) => origin)]
  return origins.toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0]
}

/** The names of sources other than MISMO. `interface` is the document that describes this API. */
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
    cell: ({ need }) => (
      <span className={need === 'optional' ? 'muted' : undefined}>
        {need === 'stated' ? 'required by default' : need}
      </span>
    ),
  },
  { title: 'Type', className: 'field-kind', cell: ({ kind }) => <Kind kind={kind} /> },
  {
    title: 'Description',
    className: 'whole',
    cell: ({ doc, secret, neverStored, origin }) => (
      <>
        <InlineCode text={doc} />{' '}
        {secret && (
          <Badge tone="warn">{neverStored ? 'secret, never stored' : 'personal data'}</Badge>
        )}
        {origin !== usual && <span className="muted">From {sourceText(origin)}.</span>}
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

/** The maximum number of characters of a type that fit on one line. */
const KIND_MAX = 34

/** A type on one line. A long list of values is folded. */
function Kind({ kind }: { readonly kind: string }) {
  const values = /^one of (.*)/.exec(kind)?.[1]
  if (values === undefined || kind.length <= KIND_MAX) return kindText(kind)
  return (
    <details>
      <summary>one of {values.split(', ').length} values</summary>
      {values}
    </details>
  )
}

/** Returns a type in fewer words, such as `text, 1–250`. */
function kindText(kind: string): string {
  return kind
    .replace('a date as YYYY, YYYY-MM or YYYY-MM-DD', 'date: YYYY[-MM[-DD]]')
    .replace(/^an existing date from (\d+) on, as .*/, 'date from $1: YYYY[-MM[-DD]]')
    .replace('with or without dashes', 'dashes optional')
    .replace(/^the (two-letter code) of [^,]+,.*(?=, such)/, '$1')
    .replace(/^a text/, 'text')
    .replace(/ of 1 to (\d+) characters$/, ', 1–$1')
    .replace(/ of at most (\d+) characters$/, ', up to $1')
}

/** The explanation of the terms in the column "Required". */
function Needs() {
  return (
    <p>
      <span className="strong">Required</span> fields must be present.{' '}
      <span className="strong">Required by default</span>: may be absent if the profile of the
      account requires only what MISMO does. The service then derives what it can from the path or
      the borrower. See <a href={`${BASE_PATH}/docs/fields`}>The fields of the documents</a>.
    </p>
  )
}

interface TableProps {
  readonly document: Document
  readonly text: string
  /** Whether optional fields are hidden. */
  readonly isRequired: boolean
}

function FieldTable({ document, text, isRequired }: TableProps) {
  const query = text.trim().toLowerCase()
  const found = document.fields.filter(
    ({ path, doc, need }) =>
      !(isRequired && need === 'optional') && `${path} ${doc}`.toLowerCase().includes(query),
  )
  return (
    <>
      <EmptyPlace>
        {found.length === 0 && (
          <Empty title="No matching fields">
            <p>Search for part of a path or description.</p>
          </Empty>
        )}
      </EmptyPlace>
      {found.length > 0 && <FoundFields document={document} found={found} />}
    </>
  )
}

interface FoundFieldsProps {
  readonly document: Document
  readonly found: readonly Field[]
}

function FoundFields({ document, found }: FoundFieldsProps) {
  const [all, setAll] = useState(false)
  const usual = usualOrigin(document.fields)
  return (
    <>
      <div className="panel-tools muted small">
        {found.some(({ need }) => need === 'stated') && <Needs />}
        <p>
          Fields come from {sourceText(usual)} unless their description names another source. The
          lengths of texts are in characters.
        </p>
      </div>
      <Table
        caption={document.title}
        className="field-table"
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
