/** Texts of the service that name its pages. */
import { BASE_PATH } from '../../base-path.ts'
import { InlineCode } from '../../components/code.tsx'

/**
 * Such as `/docs/operations#load-and-limits`, with or without the base path of the service; and
 * `docs/magic.md`, as files of the repository are named.
 */
const PAGES_OF_SERVICE =
  /((?:\/[\w-]+)*\/(?:docs|schema)(?:\/[\w-]+)*(?:#[\w-]+)?|\bdocs\/[\w-]+\.md)/

const addressOf = (page: string) => {
  if (page.startsWith(`${BASE_PATH}/`)) return page
  return `${BASE_PATH}${page.startsWith('/') ? '' : '/'}${page.replace(/\.md$/, '')}`
}

/** A text with its `code` set as code, and links to the pages of this service that it names. */
export function WithLinks({ text }: { readonly text: string }) {
  return text.split(PAGES_OF_SERVICE).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
      <a key={at} href={addressOf(part)}>
        {part}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
      <InlineCode key={at} text={part} />
    ),
  )
}
