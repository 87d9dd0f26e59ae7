/** What is wrong with a place in a document. */
export type IssueRule =
  | 'missing'
  | 'empty'
  | 'value'
  | 'repeated'
  | 'too many'
  | 'text'
  | 'root'
  | 'rule'

/** A finding about a document. It names the place and the rule, and never the value. */
export interface Issue {
  /** Where, spelled in the client's dialect: `REQUEST_GROUP/REQUESTING_PARTY/@_Name`. */
  readonly path: string
  readonly rule: IssueRule
  /** What is expected there, as the end of a sentence that begins with the path. */
  readonly expected: string
  /** The line of the element in the document as sent. */
  readonly line: number
}

/** An issue as one sentence. */
export function sentence(issue: Issue): string {
  return `${issue.path} ${issue.expected} (line ${issue.line})`
}

/** Most issues that are collected from one document. */
export const ISSUE_COUNT_MAX = 50
