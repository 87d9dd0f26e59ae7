/** Describes what a schema expects, for an input that violates one of its rules. */
import type { z } from 'zod'

type Issue = z.ZodError['issues'][number]

/**
 * Returns the expectation in a few words, such as `at most 850`. It repeats nothing of the input.
 */
export function issueText(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return 'unknown property'
  // A schema with its own message keeps that message.
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
