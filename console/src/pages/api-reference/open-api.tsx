/** An OpenAPI description as a list of operations. */
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CopyButton } from '../../components/code.tsx'
import { TextField } from '../../components/field.tsx'
import { Empty, EmptyPlace, LoadState, Panel } from '../../components/layout.tsx'
import { capitalized } from '../../format.ts'
import { namedOperation, OneOperation } from './operation.tsx'
import type { Operation } from './operation-description.ts'
import { WithLinks } from './with-links.tsx'

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
  useNamedInView()
  if (description.data === undefined)
    return <LoadState query={description} what="Loading the operations" />
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
      <EmptyPlace>
        {found.length === 0 && (
          <Empty title="No matching operations">
            <p>Search for part of a path, such as orders or people.</p>
          </Empty>
        )}
      </EmptyPlace>
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

/** Scrolls once to the operation that the URL names, when no pending fetch can move it any more. */
function useNamedInView(): void {
  const isQuiet = useIsFetching() === 0
  const isDone = useRef(false)
  useEffect(() => {
    const named = isQuiet && !isDone.current ? document.getElementById(namedOperation()) : null
    if (named === null) return
    isDone.current = true
    named.scrollIntoView()
  }, [isQuiet])
}

interface Listed {
  readonly group: string
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** Returns every operation with its group: its tag, or else the first part of its path. */
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
