/** One operation of an OpenAPI description: parameters, request body, command and responses. */
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { OPERATION_NAMES } from '../../../../src/orders/intake/products.ts'
import { BASE_PATH } from '../../base-path.ts'
import { Badge } from '../../components/layout.tsx'
import { Path } from '../../components/path.tsx'
import { plural } from '../../format.ts'
import { Json } from './json-body.tsx'
import type { Contents, Operation } from './operation-description.ts'
import { OperationSamples } from './operation-samples.tsx'
import { SandboxCommand } from './sandbox-command.tsx'
import { WithLinks } from './with-links.tsx'

interface OneProps {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** One operation, expanded if the URL names it. */
export function OneOperation({ method, path, operation }: OneProps) {
  const { summary, description, parameters = [], requestBody, responses = {} } = operation
  const { opened, ...details } = useNamedOperation(`${method.toUpperCase()}-${path}`)
  const [errors = [], paragraphs = []] = [true, false].map((isAboutErrors) =>
    (description ?? '')
      .split('\n\n')
      .filter((text) => text !== '' && text !== summary)
      .filter((text) => text.startsWith('Errors') === isAboutErrors),
  )
  const ordering = OPERATION_NAMES.find((name) => path === `/${name}`)
  return (
    <details className="operation" open={opened} {...details}>
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
        {takesPassword(operation) && opened && (
          <SandboxCommand method={method} path={path} operation={operation} />
        )}
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

/**
 * Expands an operation that the hash of the URL names, such as `#POST-/sandbox/faults`. When the
 * user expands an operation, the hash is set to it, so that the URL can be shared.
 */
function useNamedOperation(id: string) {
  const element = useRef<HTMLDetailsElement>(null)
  const [opened, setOpened] = useState(() => namedOperation() === id)
  useEffect(() => {
    const show = () => {
      if (namedOperation() !== id) return
      setOpened(true)
      element.current?.scrollIntoView()
    }
    window.addEventListener('hashchange', show)
    return () => window.removeEventListener('hashchange', show)
  }, [id])
  const onToggle = ({
    currentTarget: { open },
  }: {
    readonly currentTarget: HTMLDetailsElement
  }) => {
    setOpened(open)
    if (open === (namedOperation() === id)) return
    const { pathname, search } = window.location
    window.history.replaceState(null, '', `${pathname}${search}${open ? `#${id}` : ''}`)
  }
  return { id, ref: element, opened, onToggle }
}

/** Returns the operation ID in the hash of the URL; empty without a hash. */
export const namedOperation = () => decodeURIComponent(window.location.hash.slice(1))

/**
 * Returns whether a command can call the operation with a password. Other operator API calls need
 * the session of a browser.
 */
const takesPassword = ({ security = [] }: Operation) => security.some((each) => 'operator' in each)

/** Returns the documentation page that explains an operation other than an order. */
function pageOf(path: string): string {
  if (path.startsWith('/sandbox')) return 'sandbox-api'
  return path.startsWith('/health') ? 'operations' : 'api'
}

type Responses = NonNullable<Operation['responses']>

interface ResponsesProps {
  readonly responses: Responses
  /** The paragraphs of the description that are about errors. */
  readonly about: readonly string[]
}

/**
 * The responses of an operation. Errors are folded, because a list of them would fill a page for
 * every operation.
 */
function Responses({ responses, about }: ResponsesProps) {
  const [good, errors] = [true, false].map((wanted) =>
    Object.entries(responses).filter(([status]) => status.startsWith('2') === wanted),
  )
  return (
    <>
      <ResponseList responses={good ?? []} isOpen />
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

interface ListProps {
  readonly responses: readonly (readonly [status: string, answer: Responses[string]])[]
  /** Whether the content of responses is shown as well. */
  readonly isOpen?: boolean
}

function ResponseList({ responses, isOpen = false }: ListProps) {
  return (
    <ul className="stack tight">
      {responses.map(([status, answer]) => (
        <li key={status}>
          <Badge tone={status.startsWith('2') ? 'good' : 'warn'}>{status}</Badge>{' '}
          {answer.description}{' '}
          <span className="muted">{Object.keys(answer.content ?? {}).join(', ')}</span>
          {answer.content !== undefined && isOpen && (
            <Json content={answer.content} of="response" />
          )}
        </li>
      ))}
    </ul>
  )
}

/** The media types of a request body. A JSON body also shows its properties and an example. */
function RequestBody({ content }: { readonly content: Contents }) {
  return (
    <>
      <p>Request body: {Object.keys(content).join(', ')}</p>
      <Json content={content} of="request body" />
    </>
  )
}
