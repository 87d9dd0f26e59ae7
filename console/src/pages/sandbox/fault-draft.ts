/** A fault as edited in the form, before it is injected. */
import type { BureauName } from '../../../../src/documents/tables/enumerations.ts'
import type { ApiBody } from '../../api/call.ts'
import type { FaultWords } from '../../components/injected-faults.ts'
import { durationText } from '../../format.ts'

/** The request body that injects a fault. */
export type Body = NonNullable<ApiBody<'POST /sandbox/faults'>>

/** The choices for the orders that a fault applies to. */
export const REACHES = [
  ['all', 'Every order'],
  ['next', 'Next orders'],
  ['share', 'A share'],
] as const

/** The fields of the form. */
export interface Draft {
  readonly word: string
  readonly seconds: string
  readonly medianMs: string
  readonly p95Ms: string
  readonly bureau: string
  readonly reach: (typeof REACHES)[number][0]
  readonly orders: string
  readonly percent: string
  readonly account: string
  readonly borrower: string
}

/** The initial state of the form. */
export const NEW: Draft = {
  word: 'TIMEOUT',
  seconds: '5',
  medianMs: '800',
  p95Ms: '3000',
  bureau: 'Experian',
  reach: 'all',
  orders: '1',
  percent: '20',
  account: '',
  borrower: '',
}

/**
 * The value of the option for varying delays. It is not a fault word for orders or streets: the
 * delay of each file is drawn from a distribution.
 */
export const VARYING = 'latency'

/** Returns the fault words with the option for varying delays, placed at the end of its group. */
export function withVarying(words: FaultWords): FaultWords {
  const varying = {
    word: VARYING,
    group: words[0]?.group ?? 'Service',
    title: 'Responds with varying delays',
    does: 'Delays each file by a different time, as a busy bureau does.',
    shows: words.find(({ word }) => word === 'SLOW')?.shows ?? '',
  }
  const at = words.findLastIndex(({ group }) => group === varying.group) + 1
  return words.toSpliced(at, 0, varying)
}

/** The faults whose result depends on the timeout of a bureau. */
const TIMED: readonly string[] = ['SLOW', 'TIMEOUT', VARYING]

/** Returns the behavior of the bureau or the service, and its result in an order. */
export function effectText({ word }: Draft, words: FaultWords, timeoutMs: number): string {
  const chosen = words.find((each) => each.word === word)
  if (chosen === undefined) return ''
  const timeout = TIMED.includes(word) ? ` The timeout is ${durationText(timeoutMs)}.` : ''
  return `${chosen.does} Result: ${chosen.shows}${timeout}`
}

/**
 * Returns the orders that meet the fault, as a sentence. A fault of the service has no bureau and
 * no borrower.
 */
export function scopeText(draft: Draft, ofService: boolean): string {
  const { bureau, reach, orders, percent, account, borrower } = draft
  const which = {
    all: 'Every order',
    next: orders === '1' ? 'The next order' : `The next ${orders} orders`,
    share: `${percent}% of all orders`,
  }[reach]
  const from = account === '' ? 'of any account' : `of account ${account}`
  if (ofService) return `${which} ${from}.`
  const whose = borrower === '' ? '' : ` for borrower ${borrower}`
  return `${which} ${from}${whose}, at ${bureau === '' ? 'all bureaus' : bureau}.`
}

/** Returns the request body that injects the fault. */
export function bodyOf(draft: Draft, ofService: boolean): Body {
  const { word, reach, account } = draft
  const { bureau, borrower } = ofService ? { bureau: '', borrower: '' } : draft
  const latency = { medianMs: Number(draft.medianMs), p95Ms: Number(draft.p95Ms) }
  return {
    ...(word === VARYING
      ? { latency }
      : { fault: word === 'SLOW' ? `SLOW ${draft.seconds}` : word }),
    ...(bureau === '' ? {} : { bureau: bureau as BureauName }),
    ...(reach === 'next' ? { orders: Number(draft.orders) } : {}),
    ...(reach === 'share' ? { share: Number(draft.percent) / 100 } : {}),
    ...(account === '' ? {} : { account }),
    ...(borrower === '' ? {} : { borrower }),
  }
}
