/** An OpenAPI description as a list of operations. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { OPERATION_NAMES } from '../../../../src/orders/intake/products.ts'
import { BASE_PATH } from '../../base-path.ts'
import { CopyButton, Plain } from '../../components/code.tsx'
import { TextField } from '../../components/field.tsx'
import { Badge, Empty, LoadError, Loading, Panel } from '../../components/layout.tsx'
import { Path } from '../../components/path.tsx'
import { capitalized, plural } from '../../format.ts'
import { OperationSamples } from './operation-samples.tsx'
import { WithLinks } from './with-links.tsx'

interface Operation {
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly description?: string
  }[]
  readonly requestBody?: {
    readonly content?: Readonly<
      Record<string, { readonly schema?: unknown; readonly example?: unknown }>
    >
  }
  readonly responses?: Readonly<
    Record<
      string,
      { readonly description?: string; readonly content?: Readonly<Record<string, unknown>> }
    >
  >
}

interface Description {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** The operations, each with its parameters, request body and responses. */
export function OpenApi({ address }: { readonly address: string }) {
  const [text, setText] = useState('')
  const description = useQuery({
    queryKey: ['openapi', address],
    queryFn: async ({ signal }): Promise<Description> => {
      const response = await fetch(address, { signal })
      if (!response.ok) throw new Error(`The service returned HTTP ${response.status}.`)
      return response.json()
    },
  })
  if (!description.isSuccess) {
    return description.isError ? (
      <LoadError error={description.error} onRetry={() => void description.refetch()} />
    ) : (
      <Loading what="Loading the operations" />
    )
  }
  const { info, paths } = description.data
  const query = text.trim().toLowerCase()
  const found = listOf(paths).filter(({ path, operation: { summary = '' } }) =>
    `${path} ${summary}`.toLowerCase().includes(query),
  )
  return (
    <Panel
      title={`${info.title.replace(/ API$/, '')} API`}
      actions={
        <span className="actions">
          <a className="button small" href={address} download>
            Download OpenAPI
          </a>
          <CopyButton text={new URL(address, window.location.href).href}>Copy URL</CopyButton>
        </span>
      }
    >
      {info.description !== undefined && (
        <p className="muted">
          <WithLinks text={info.description} /> API version {info.version}.
        </p>
      )}
      <TextField
        label="Search"
        type="search"
        placeholder="Path or description"
        value={text}
        onText={setText}
      />
      {found.length === 0 && (
        <Empty title="No matching operations">
          <p>Search for a part of the path, such as orders or people.</p>
        </Empty>
      )}
      {[...Map.groupBy(found, ({ group }) => group)].map(([group, listed]) => (
        <section key={group} className="operations" aria-label={group}>
          <h3>{group}</h3>
          {listed.map(({ method, path, operation }) => (
            <OneOperation key={method + path} method={method} path={path} operation={operation} />
          ))}
        </section>
      ))}
    </Panel>
  )
}

interface Listed {
  readonly group: string
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** Every operation, with the group that lists have it in: its tag, or the first part of its path. */
function listOf(paths: Description['paths']): readonly Listed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method]
      return operation === undefined
        ? []
        : [{ group: groupOf(path, operation), method, path, operation }]
    }),
  )
}

function groupOf(path: string, { tags = [] }: Operation): string {
  const first = path.split('/')[1] ?? ''
  return capitalized(tags[0] ?? first.replaceAll('-', ' '))
}

interface OneProps {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

function OneOperation({ method, path, operation }: OneProps) {
  const { summary, description, parameters = [], requestBody, responses = {} } = operation
  const [opened, setOpened] = useState(false)
  const [errors = [], paragraphs = []] = [true, false].map((isAboutErrors) =>
    (description ?? '')
      .split('\n\n')
      .filter((text) => text !== '' && text.startsWith('Errors') === isAboutErrors),
  )
  const ordering = OPERATION_NAMES.find((name) => path === `/${name}`)
  return (
    <details className="operation" onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary>
        <span className={`method ${method}`}>{method.toUpperCase()}</span>
        <span className="mono strong wrap">
          <Path text={path} />
        </span>
        <span className="muted">{summary}</span>
      </summary>
      <div className="stack">
        {paragraphs.map((text) => (
          <p key={text}>
            <WithLinks text={text} />
          </p>
        ))}
        {parameters.length > 0 && (
          <p>
            Parameters:{' '}
            {parameters.map(({ name, in: location }) => (
              <span key={name} className="parameter">
                <code>{name}</code> <span className="muted">in {location}</span>{' '}
              </span>
            ))}
          </p>
        )}
        {requestBody?.content !== undefined && <RequestBody content={requestBody.content} />}
        {ordering !== undefined && opened && <OperationSamples operation={ordering} />}
        <Responses responses={responses} about={errors} />
        {ordering === undefined && (
          <p className="row small">
            <Link href="/api-reference?view=errors">Errors</Link>
            <a href={`${BASE_PATH}/docs/${pageOf(path)}`}>Reference</a>
          </p>
        )}
      </div>
    </details>
  )
}

/** The page of the documentation that explains an operation that takes no order. */
function pageOf(path: string): string {
  if (path.startsWith('/sandbox')) return 'sandbox-api'
  return path.startsWith('/health') ? 'operations' : 'api'
}

type Responses = NonNullable<Operation['responses']>

interface ResponsesProps {
  readonly responses: Responses
  /** What the description says of errors. */
  readonly about: readonly string[]
}

/** Successes in view, and errors on demand: every operation has about as many as a page has lines. */
function Responses({ responses, about }: ResponsesProps) {
  const [good, errors] = [true, false].map((wanted) =>
    Object.entries(responses).filter(([status]) => status.startsWith('2') === wanted),
  )
  return (
    <>
      <ResponseList responses={good ?? []} />
      {errors !== undefined && errors.length > 0 && (
        <details className="more">
          <summary>{plural(errors.length, 'error status', 'error statuses')}</summary>
          <ResponseList responses={errors} />
          {about.map((text) => (
            <p key={text} className="muted">
              {text}
            </p>
          ))}
        </details>
      )}
    </>
  )
}

function ResponseList({
  responses,
}: {
  readonly responses: readonly (readonly [status: string, answer: Responses[string]])[]
}) {
  return (
    <ul className="stack tight">
      {responses.map(([status, answer]) => (
        <li key={status}>
          <Badge tone={status.startsWith('2') ? 'good' : 'warn'}>{status}</Badge>{' '}
          {answer.description}{' '}
          <span className="muted">{Object.keys(answer.content ?? {}).join(', ')}</span>
        </li>
      ))}
    </ul>
  )
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly type?: string
  readonly description?: string
}

interface BodyProps {
  readonly content: NonNullable<NonNullable<Operation['requestBody']>['content']>
}

/** The media types, and of a body in JSON its properties and an example. */
function RequestBody({ content }: BodyProps) {
  const { schema, example } = content['application/json'] ?? {}
  const { properties = {}, required = [] } = (schema ?? {}) as JsonSchema
  return (
    <>
      <p>Request body: {Object.keys(content).join(', ')}</p>
      {Object.keys(properties).length > 0 && (
        <dl className="body-properties">
          {Object.entries(properties).map(([name, { type, description }]) => (
            <div key={name}>
              <dt>
                <code>{name}</code> <span className="muted">{type}</span>{' '}
                {required.includes(name) && <Badge>required</Badge>}
              </dt>
              {description !== undefined && <dd className="muted">{description}</dd>}
            </div>
          ))}
        </dl>
      )}
      {typeof example === 'object' && (
        <Plain text={JSON.stringify(example, null, 2)} label="Example request body" />
      )}
    </>
  )
}
