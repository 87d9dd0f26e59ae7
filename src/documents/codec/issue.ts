import { MISMO_HINT } from './requirements.ts'

/**
 * The kinds of validation errors. `rule` is one of `orders/intake/rules.ts`; the others come from
 * the tables.
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
 * A validation error of a document. It names path and rule, and never the value, which may be
 * personal data.
 */
export interface Issue {
  /** Where, spelled in the client's dialect: `REQUEST_GROUP/REQUESTING_PARTY/@_Name` in XML. */
  readonly path: string
  /** The check that failed. */
  readonly rule: IssueRule
  /** What is expected there, as the end of a sentence that begins with the path. */
  readonly expected: string
  /** The line of the element in the document as sent. */
  readonly line: number
  /** Whether an account with `requirements: mismo` would not get this issue. */
  readonly forgiven?: boolean
  /** What to do instead of this wrong value, where clients are known to send it. */
  readonly advice?: string
}

/** An issue as one sentence. */
export function sentence(issue: Issue): string {
  const hint = issue.forgiven === true ? ` (${MISMO_HINT})` : ''
  const advice = issue.advice === undefined ? '' : `; ${issue.advice}`
  return `${issue.path} ${issue.expected}${advice}${hint} (line ${issue.line})`
}

/**
 * Most issues that are collected from one document: a document of another kind would have one for
 * each field.
 */
export const ISSUE_COUNT_MAX = 50
