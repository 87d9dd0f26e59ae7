/** The parts of an OpenAPI description that the console reads. */

/** The bodies of a request or response by media type. */
export type Contents = Readonly<
  Record<string, { readonly schema?: unknown; readonly example?: unknown }>
>

interface Parameter {
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly example?: unknown
}

/** An operation as OpenAPI describes it. */
export interface Operation {
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  /** Alternative sign-in methods, each an object with the method's name as key. */
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content?: Contents }
  readonly responses?: Readonly<
    Record<string, { readonly description?: string; readonly content?: Contents }>
  >
}
