/** What a schema expected where an input broke one of its rules. */
import type { z } from 'zod'

type Issue = z.ZodError['issues'][number]

/** The expectation in a few words, such as `at most 850`; it repeats nothing of the input. */
export function issueText(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return 'unknown property'
  // A schema that words its own rule keeps its words.
  if (!/^Too (?:small|big)/.test(issue.message)) return issue.message
  if (issue.code === 'too_small') return `at least ${amountText(issue.minimum, issue.origin)}`
  if (issue.code === 'too_big') return `at most ${amountText(issue.maximum, issue.origin)}`
  return issue.message
}

function amountText(bound: number | bigint, origin: string): string {
  const unit = { string: 'character', array: 'item', set: 'item' }[origin]
  if (unit === undefined) return String(bound)
  return `${bound} ${unit}${Number(bound) === 1 ? '' : 's'}`
}
