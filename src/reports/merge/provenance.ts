/** The bureaus that report an item which several files hold, and their remarks about it. */
import type { Comment, Liability } from '../../documents/tables/tradelines.ts'

type Repository = NonNullable<Liability['CREDIT_REPOSITORY']>[number]

/** A bureau and its code of who reported the item, which may be unknown. */
export function repository(source: Repository['_SourceType'], code: string): Repository {
  return { _SourceType: source, _SubscriberCode: code === '' ? undefined : code }
}

/** Each bureau and code once, as both borrowers' files of a bureau name the same. */
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

/** All remarks, each text of a kind once, whichever bureau says it first. */
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

/** The first value of a field that any of the reports gives. */
export function firstKnown<T, K extends keyof T>(
  reports: readonly T[],
  field: K,
): T[K] | undefined {
  for (const report of reports) {
    if (report[field] !== undefined) return report[field]
  }
  return undefined
}
