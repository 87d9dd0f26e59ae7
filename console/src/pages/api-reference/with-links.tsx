/** Texts of the service that name its pages. */
import { BASE_PATH } from '../../base-path.ts'
import { InlineCode } from '../../components/code.tsx'

/** Such as `/docs/operations#load-and-limits`, with or without the base path of the service. */
const PAGES_OF_SERVICE = /((?:\/[\w-]+)*\/(?:docs|schema)(?:\/[\w-]+)*(?:#[\w-]+)?)/

/** A text with its `code` set as code, and links to the pages of this service that it names. */
export function WithLinks({ text }: { readonly text: string }) {
  return text.split(PAGES_OF_SERVICE).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
      <a key={at} href={part.startsWith(`${BASE_PATH}/`) ? part : BASE_PATH + part}>
        {part}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
      <InlineCode key={at} text={part} />
    ),
  )
}
