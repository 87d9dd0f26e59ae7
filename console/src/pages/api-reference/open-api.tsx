/** An OpenAPI description, readable. */
import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '../../components/code.tsx'
import { Badge, Failed, Panel, Waiting } from '../../components/layout.tsx'

interface Operation {
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

/** The paths of a description, each with what it takes and answers. */
export function OpenApi({ address }: { readonly address: string }) {
  const description = useQuery({
    queryKey: ['openapi', address],
    queryFn: async ({ signal }): Promise<Description> => {
      const response = await fetch(address, { signal })
      if (!response.ok) throw new Error(`The service answered ${response.status}.`)
      return response.json()
    },
  })
  if (!description.isSuccess) {
    return description.isError ? (
      <Failed error={description.error} again={() => void description.refetch()} />
    ) : (
      <Waiting what="Fetching the description" />
    )
  }
  const { info, openapi, paths } = description.data
  return (
    <Panel
      title={`${info.title} ${info.version}`}
      actions={
        <span className="actions">
          <a className="button small" href={address} download>
            OpenAPI {openapi}
          </a>
          <CopyButton text={new URL(address, window.location.href).href}>Copy address</CopyButton>
        </span>
      }
    >
      {info.description !== undefined && <p className="muted">{info.description}</p>}
      <div className="operations">
        {Object.entries(paths).flatMap(([path, methods]) =>
          METHODS.flatMap((method) => {
            const operation = methods[method]
            return operation === undefined
              ? []
              : [
                  <OneOperation
                    key={method + path}
                    method={method}
                    path={path}
                    operation={operation}
                  />,
                ]
          }),
        )}
      </div>
    </Panel>
  )
}

interface OneProps {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

function OneOperation({ method, path, operation }: OneProps) {
  const { summary, description, parameters = [], requestBody, responses = {} } = operation
  return (
    <details className="operation">
      <summary>
        <span className={`method ${method}`}>{method.toUpperCase()}</span>
        <span className="mono strong wrap">{path}</span>
        <span className="muted">{summary}</span>
      </summary>
      <div className="stack">
        {description !== undefined && <p>{description}</p>}
        {parameters.length > 0 && (
          <p>
            Takes{' '}
            {parameters.map(({ name, in: place }) => (
              <span key={name} className="parameter">
                <code>{name}</code> <span className="muted">in {place}</span>{' '}
              </span>
            ))}
          </p>
        )}
        {requestBody?.content !== undefined && (
          <p>Body: {Object.keys(requestBody.content).join(', ')}</p>
        )}
        <ul className="stack tight">
          {Object.entries(responses).map(([status, answer]) => (
            <li key={status}>
              <Badge tone={status.startsWith('2') ? 'good' : 'warn'}>{status}</Badge>{' '}
              {answer.description}{' '}
              <span className="muted">{Object.keys(answer.content ?? {}).join(', ')}</span>
            </li>
          ))}
        </ul>
      </div>
    </details>
  )
}
