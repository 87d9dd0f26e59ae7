/** The bureaus that report an item of several files, and their remarks about it. */
import type { Comment, Liability } from '../../documents/tables/tradelines.ts'

type Repository = NonNullable<Liability['CREDIT_REPOSITORY']>[number]

/** Returns a bureau with its subscriber code of the creditor, which may be unknown. */
export function repository(source: Repository['_SourceType'], code: string): Repository {
  return { _SourceType: source, _SubscriberCode: code === '' ? undefined : code }
}

/**
 * Returns each pair of bureau and code once: both borrowers' files of a bureau can name the same
 * pair.
 */
export function repositories(all: readonly Repository[]): readonly Repository[] {
  if (all.length < 2) return all
  return all.filter(
    (one, position) =>
      position ===
      all.findIndex(
        (other) =>
          other._SourceType === one._SourceType && other._SubscriberCode === one._SubscriberCode,
      ),
  )
}

/** Returns all remarks. Each text of a type is listed once, from the first bureau that has it. */
export function uniteComments(
  lists: readonly (readonly Comment[] | undefined)[],
): readonly Comment[] {
  const comments: Comment[] = []
  for (const list of lists) if (list !== undefined) comments.push(...list)
  if (comments.length < 2) return comments
  const seen = new Set<string>()
  return comments.filter((comment) => {
    const text = textOf(comment).toUpperCase().trim()
    const key = `${comment._Type}|${text === '' ? comment._Code : text}`
    return !seen.has(key) && seen.add(key)
  })
}

function textOf({ _Text: texts = [] }: Comment): string {
  return texts.length === 1 ? (texts[0] as string) : texts.join(' ')
}

/** Returns the first value of a field that any report has. */
export function firstKnown<T, K extends keyof T>(
  reports: readonly T[],
  field: K,
): T[K] | undefined {
  for (const report of reports) {
    if (report[field] !== undefined) return report[field]
  }
  return undefined
}

/** Returns the largest value of a field, or undefined if no report has it. */
export function largest<K extends string>(
  reports: readonly { readonly [Field in K]?: number | undefined }[],
  field: K,
): number | undefined {
  let most: number | undefined
  for (const { [field]: value } of reports) {
    if (value !== undefined && (most === undefined || value > most)) most = value
  }
  return most
}
