/** Places in documents, which are long words. */
import { Fragment, type ReactNode } from 'react'

/** A text in which a line may end behind every slash; the last part can be shown in another way. */
export function Path({
  text,
  last = (name) => name,
}: {
  readonly text: string
  readonly last?: (name: string) => ReactNode
}) {
  const names = text.split('/')
  return names.map((name, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the place in the path is what it is
    <Fragment key={at}>
      {at < names.length - 1 ? `${name}/` : last(name)}
      {at < names.length - 1 && <wbr />}
    </Fragment>
  ))
}
