/**
 * The worked sequences of docs/actions.md: orders placed one after the other on a clock that the
 * test sets, and the parts of their documents that the page shows.
 */
import { parse } from '../../../src/documents/codec/parse.ts'
import { read } from '../../../src/documents/codec/read.ts'
import { write } from '../../../src/documents/codec/write.ts'
import { DIALECTS } from '../../../src/documents/dialects.ts'
import { RequestGroup } from '../../../src/documents/tables/request.ts'
import { type Asked, type OperationPath, orderDocument, PEOPLE } from '../support/order-document.ts'

/** One order of a sequence. */
export interface Step {
  /** The name of its files in the folder `worked`. */
  readonly name: string
  /** The day on which the order is placed. */
  readonly day: number
  readonly operation: OperationPath
  readonly asked: Asked
}

const { avery, rowan, juno } = PEOPLE
const couple = [rowan, juno]

/** Reports of the first sequence, by their numbers. */
const FIRST = 'R000000000001'
const UPGRADED = 'R000000000003'

// biome-ignore format: a table
export const STEPS: readonly Step[] = [
  { name: 'submit',           day: 0,  operation: 'credit_report',  asked: { bureaus: 'YYN' } },
  { name: 'submit-existing',  day: 1,  operation: 'credit_report',  asked: { bureaus: 'YYN', requestId: 'CR2', lenderCase: 'LHL-2026-0031' } },
  { name: 'force-new',        day: 2,  operation: 'credit_report',  asked: { bureaus: 'YYN', requestId: 'CR3', lenderCase: 'LHL-2026-0031', action: 'ForceNew' } },
  { name: 'upgrade-bureau',   day: 3,  operation: 'credit_report',  asked: { bureaus: 'YYY', requestId: 'CR4', action: 'Upgrade' } },
  { name: 'reissue-original', day: 4,  operation: 'credit_report',  asked: { bureaus: 'YYN', requestId: 'CR5', action: 'Reissue', reportId: FIRST } },
  { name: 'reissue-latest',   day: 4,  operation: 'credit_report',  asked: { bureaus: 'YYN', requestId: 'CR6', action: 'Reissue' } },
  { name: 'refused-nothing',  day: 4,  operation: 'credit_report',  asked: { bureaus: 'YYY', requestId: 'CR7', action: 'Upgrade', reportId: UPGRADED } },
  { name: 'refused-others',   day: 4,  operation: 'credit_report',  asked: { people: [rowan], requestId: 'CR8', action: 'Reissue', reportId: FIRST } },
  { name: 'refused-unknown',  day: 4,  operation: 'mortgage_only',  asked: { people: [avery], requestId: 'CR9', action: 'Reissue', reportId: FIRST } },
  { name: 'refused-too-old',  day: 31, operation: 'credit_report',  asked: { bureaus: 'YYN', requestId: 'CR10', action: 'Reissue', reportId: FIRST } },
  { name: 'individual',       day: 31, operation: 'credit_report',  asked: { people: [rowan], requestId: 'CC1', lenderCase: 'LHL-2026-0044' } },
  { name: 'upgrade-borrower', day: 32, operation: 'credit_report',  asked: { people: couple, requestId: 'CC2', lenderCase: 'LHL-2026-0044', action: 'Upgrade' } },
  { name: 'unmerge',          day: 33, operation: 'credit_report',  asked: { people: [juno], requestId: 'CC3', lenderCase: 'LHL-2026-0044', action: 'Unmerge' } },
  { name: 'refresh',          day: 80, operation: 'refresh_report', asked: { people: couple, requestId: 'CC4', lenderCase: 'LHL-2026-0044' } },
  { name: 'refresh-reissue',  day: 81, operation: 'refresh_report', asked: { people: couple, requestId: 'CC5', lenderCase: 'LHL-2026-0044', action: 'Reissue' } },
]

/** Returns the order of a step, formatted for readers. */
export function requestOf({ operation, asked }: Step): string {
  const { value } = read(RequestGroup, parse(orderDocument(operation, asked)))
  if (value === undefined) throw new Error('an order of a worked sequence has validation errors')
  return write(RequestGroup, value, DIALECTS.mismo)
}

/** Elements that the page omits from later orders because they are the same as in the first. */
const SAME_IN_ORDERS = /^(?:REQUESTING_PARTY|SERVICE_PAYMENT|_RESIDENCE)$/

/** Elements that the page omits from responses because no action changes their meaning. */
const LEFT_OUT_OF_ANSWERS =
  /^(?:RESPONDING_PARTY|CONTACT_DETAIL|CREDIT_(?:LIABILITY|PUBLIC_RECORD|INQUIRY|SCORE|TRADE_REFERENCE|COMMENT|CONSUMER_REFERRAL)|EMBEDDED_FILE|_RESIDENCE|_OWNING_BUREAU|_ALIAS|_BORROWER|_ALERT_MESSAGE|_VARIATION)$/

/** Returns the order as the page shows it. */
export function shownRequest(step: Step): string {
  const request = requestOf(step)
  return step === STEPS[0] ? request : shown(request, (name) => SAME_IN_ORDERS.test(name))
}

/** Returns the response as the page shows it. */
export function shownAnswer(answer: string): string {
  const refresh = answer.includes('_Name="Trimerge_Refresh"')
  return shown(answer, (name, line) => {
    if (name === 'KEY') return !line.includes('"ReportOrigin"')
    if (name === 'CREDIT_SUMMARY') return !refresh
    if (name === '_DATA_SET') return / _Value="0"|"Difference\d+_(?!Text)/.test(line)
    return LEFT_OUT_OF_ANSWERS.test(name)
  })
}

/** Returns the document without the omitted elements. An ellipsis replaces each run of them. */
function shown(text: string, leftOut: (name: string, line: string) => boolean): string {
  const lines: string[] = []
  let until: string | undefined
  for (const line of text.trimEnd().split('\n')) {
    const [, indent = '', name = ''] = /^( *)<([\w.]+)/.exec(line) ?? []
    if (until !== undefined) until = until === line ? undefined : until
    else if (name === '' || !leftOut(name, line)) lines.push(line)
    else {
      lines.push(`${indent}…`)
      until = endsHere(line, name) ? undefined : `${indent}</${name}>`
    }
  }
  return `${lines.filter((line, index) => !isEllipsisAgain(line, lines[index - 1])).join('\n')}\n`
}

function isEllipsisAgain(line: string, before: string | undefined): boolean {
  return line === before && line.endsWith('…')
}

function endsHere(line: string, name: string): boolean {
  return line.endsWith('/>') || line.endsWith(`</${name}>`)
}
