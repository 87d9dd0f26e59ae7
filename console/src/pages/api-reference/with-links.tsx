/** Texts with links to the pages of the service that they name. */
import { BASE_PATH } from '../../base-path.ts'
import { InlineCode } from '../../components/code.tsx'

/**
 * Matches paths such as `/docs/operations#load-and-limits`, with or without the base path of the
 * service, and file names of the repository such as `docs/magic.md`.
 */
const PAGES_OF_SERVICE =
  /((?:\/[\w-]+)*\/(?:docs|schema)(?:\/[\w-]+)*(?:#[\w-]+)?|\bdocs\/[\w-]+\.md)/

const addressOf = (page: string) => {
  if (page.startsWith(`${BASE_PATH}/`)) return page
  return `${BASE_PATH}${page.startsWith('/') ? '' : '/'}${page.replace(/\.md$/, '')}`
}

/** A text with its parts in backticks shown as code, and links to the service's pages in it. */
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
