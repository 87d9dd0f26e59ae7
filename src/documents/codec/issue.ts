import { MISMO_HINT } from './requirements.ts'

/**
 * The checks that a validation error can come from. `rule` is a rule in `orders/intake/rules.ts`;
 * the others come from the tables.
 */
export type IssueRule =
  | 'missing'
  | 'empty'
  | 'value'
  | 'repeated'
  | 'too many'
  | 'text'
  | 'form'
  | 'root'
  | 'rule'

/**
 * A validation error of a document. It contains path and rule but never the value, which may be
 * personal data.
 */
export interface Issue {
  /** The path in the client's dialect, such as `REQUEST_GROUP/REQUESTING_PARTY/@_Name` in XML. */
  readonly path: string
  /** The check that failed. */
  readonly rule: IssueRule
  /** The expectation, as the end of a sentence that begins with the path. */
  readonly expected: string
  /** The line of the element in the document as sent. */
  readonly line: number
  /** Whether an account with `requirements: mismo` would not get this error. */
  readonly forgiven?: boolean
  /** What to send instead of this wrong value, if clients are known to send it. */
  readonly advice?: string
}

/** Returns a validation error as one sentence. */
export function issueSentence(issue: Issue): string {
  const hint = issue.forgiven === true ? ` (${MISMO_HINT})` : ''
  const advice = issue.advice === undefined ? '' : `; ${issue.advice}`
  return `${issue.path} ${issue.expected}${advice}${hint} (line ${issue.line})`
}

/**
 * The most errors that are collected from one document. A completely different document would have
 * one for each field.
 */
export const ISSUE_COUNT_MAX = 50
