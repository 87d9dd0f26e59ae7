/** Paths of fields in documents, which can be long. */
import { Fragment, type ReactNode } from 'react'

/** Returns the last part of a path: the name of an attribute or an element. */
export function fieldName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace('@', '')
}

/** A path that can wrap after each slash. `last` renders its last part. */
export function Path({
  text,
  last = (name) => name,
}: {
  readonly text: string
  readonly last?: (name: string) => ReactNode
}) {
  const names = text.split('/')
  return names.map((name, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other identity than its position
    <Fragment key={at}>
      {at < names.length - 1 ? `${name}/` : last(name)}
      {at < names.length - 1 && <wbr />}
    </Fragment>
  ))
}
