/** An OpenAPI description as a list of operations. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OPERATION_NAMES } from '../../../../src/orders/intake/products.ts'
import { CopyButton } from '../../components/code.tsx'
import { Badge, LoadError, Loading, Panel } from '../../components/layout.tsx'
import { OperationSamples } from './operation-samples.tsx'

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

/** The operations, each with its parameters, request body and responses. */
export function OpenApi({ address }: { readonly address: string }) {
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
  const { info, openapi, paths } = description.data
  return (
    <Panel
      title={`${info.title}: interface version ${info.version}`}
      actions={
        <span className="actions">
          <a className="button small" href={address} download>
            OpenAPI {openapi}
          </a>
          <CopyButton text={new URL(address, window.location.href).href}>Copy URL</CopyButton>
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
  const [opened, setOpened] = useState(false)
  const ordering = OPERATION_NAMES.find((name) => path === `/${name}`)
  return (
    <details className="operation" onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary>
        <span className={`method ${method}`}>{method.toUpperCase()}</span>
        <span className="mono strong wrap">{path}</span>
        <span className="muted">{summary}</span>
      </summary>
      <div className="stack">
        {description !== undefined && <p>{description}</p>}
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
        {requestBody?.content !== undefined && (
          <p>Request body: {Object.keys(requestBody.content).join(', ')}</p>
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
        {ordering !== undefined && opened && <OperationSamples operation={ordering} />}
      </div>
    </details>
  )
}
