/** The interface to read: operations, error codes, fields, and the operator API behind this console. */

import { useState } from 'react'
import { useSearchParams } from 'wouter'
import type { Answer } from '../../api/call.ts'
import { useAnswer } from '../../api/use-api-query.ts'
import { BASE_PATH } from '../../base-path.ts'
import { Button } from '../../components/button.tsx'
import { Ticked } from '../../components/code.tsx'
import { SelectField, TextField } from '../../components/field.tsx'
import { Badge, Empty, Failed, Heading, Panel, Waiting } from '../../components/layout.tsx'
import { Path } from '../../components/path.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { OpenApi } from './open-api.tsx'
import './api-reference.css'

const TABS = [
  ['operations', 'Operations'],
  ['errors', 'Errors'],
  ['fields', 'Fields'],
  ['operator', 'Operator API'],
] as const

/** What can be sent, what is answered, and what it means when it goes wrong. */
export function ApiReferencePage() {
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get('view')
  const view = TABS.find(([key]) => key === asked)?.[0] ?? 'operations'
  return (
    <>
      <Heading title="Interface">
        <p>Made from the tables that the service itself reads, checks and writes by.</p>
      </Heading>
      <Tabs
        label="Parts of the interface"
        tabs={TABS}
        current={view}
        onTab={(next) => setParameters({ view: next }, { replace: true })}
      >
        {view === 'operations' && <OpenApi address={`${BASE_PATH}/openapi.json`} />}
        {view === 'errors' && <Errors />}
        {view === 'fields' && <Fields />}
        {view === 'operator' && <OpenApi address={`${BASE_PATH}/api/v1/openapi.json`} />}
      </Tabs>
    </>
  )
}

function Errors() {
  const errors = useAnswer('errors', 'GET /errors')
  if (!errors.isSuccess) {
    return errors.isError ? <Failed error={errors.error} /> : <Waiting what="Fetching the codes" />
  }
  return (
    <Panel flush>
      <Table
        caption="Codes of error documents"
        rows={errors.data.items}
        keyOf={({ reason }) => reason}
        columns={[
          {
            title: 'Code',
            heads: true,
            cell: ({ code, reason }) => (
              <>
                {code}
                <span className="under">{reason}</span>
              </>
            ),
          },
          { title: 'Status', cell: ({ status }) => status },
          { title: 'Means', className: 'whole', cell: ({ text }) => text },
          {
            title: 'What to do',
            className: 'whole',
            cell: ({ remedy }) => <Ticked text={remedy} />,
          },
        ]}
      />
    </Panel>
  )
}

type Document = Answer<'GET /fields'>['documents'][number]

function Fields() {
  const fields = useAnswer('fields', 'GET /fields')
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  if (!fields.isSuccess) {
    return fields.isError ? <Failed error={fields.error} /> : <Waiting what="Fetching the fields" />
  }
  const { documents } = fields.data
  const document = documents.find((each) => each.name === name) ?? documents[0]
  return (
    <Panel flush>
      <div className="panel-tools fields">
        <SelectField
          label="Document"
          span={2}
          value={document?.name ?? ''}
          choices={documents.map((each) => [each.name, each.title] as const)}
          onChoice={setName}
        />
        <TextField label="Find" type="search" span={2} value={text} onText={setText} />
      </div>
      {document !== undefined && <FieldTable document={document} text={text} />}
    </Panel>
  )
}

/** So many rows at first: nobody reads a thousand, and a search shows what is sought. */
const ROWS_AT_FIRST = 120

const FIELD_COLUMNS: readonly Column<Document['fields'][number]>[] = [
  {
    title: 'Place',
    heads: true,
    className: 'mono wrap field-path',
    cell: ({ path }) => <Path text={path} />,
  },
  { title: 'Need', cell: ({ need }) => need },
  { title: 'Kind', className: 'wrap field-kind', cell: ({ kind }) => kind },
  {
    title: 'What it is',
    className: 'whole',
    cell: ({ doc, secret, origin }) => (
      <>
        <Ticked text={doc} /> {secret && <Badge tone="warn">personal</Badge>}
        <span className="under">{origin}</span>
      </>
    ),
  },
]

function FieldTable({ document, text }: { readonly document: Document; readonly text: string }) {
  const [all, setAll] = useState(false)
  const sought = text.trim().toLowerCase()
  const found = document.fields.filter(({ path, doc }) =>
    `${path} ${doc}`.toLowerCase().includes(sought),
  )
  if (found.length === 0) {
    return (
      <Empty title="No field is called so.">
        <p>A part of its place or of its sentence will do.</p>
      </Empty>
    )
  }
  return (
    <>
      <Table
        caption={document.title}
        rows={found.slice(0, all ? undefined : ROWS_AT_FIRST)}
        keyOf={({ path }) => path}
        columns={FIELD_COLUMNS}
      />
      {found.length > ROWS_AT_FIRST && !all && (
        <div className="panel-foot">
          <Button onClick={() => setAll(true)}>Show all {found.length} fields</Button>
        </div>
      )}
    </>
  )
}
