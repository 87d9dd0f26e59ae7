/** Injected faults in words, for the bar above every page, the sandbox and the overview. */
import type { ApiResponse } from '../api/call.ts'
import { durationText, plural, uncapitalized } from '../format.ts'

type Faults = ApiResponse<'GET /sandbox/faults'>

/** A fault as it was injected. */
export type InjectedFault = Faults['items'][number]

/** The faults that bureaus and the service can have. */
export type FaultWords = Faults['words']

/** The faults that orders can still meet. One for a number of orders ends with the last of them. */
export function activeFaults({
  items,
}: {
  readonly items: readonly InjectedFault[]
}): readonly InjectedFault[] {
  return items.filter(({ orders, met = 0 }) => orders === undefined || met < orders)
}

/** What the bureau does, such as `responds slowly (20 s)`. */
export function behaviorText({ fault, latency }: InjectedFault, words: FaultWords): string {
  const late =
    latency === undefined
      ? []
      : [`responds in ${durationText(latency.medianMs)} (p95 ${durationText(latency.p95Ms)})`]
  if (fault === undefined) return late.join()
  const [, word = fault, seconds] = /^(.*?)(?: (\d+))?$/.exec(fault) ?? []
  const title = words.find((each) => each.word.toUpperCase() === word)?.title ?? word
  const text = uncapitalized(title)
  return [...late, seconds === undefined ? text : `${text} (${seconds} s)`].join(', then ')
}

/** Which orders meet the fault, such as `next 2 orders` and `account acme`; empty for every order. */
export function scopeTexts({ account, borrower, orders, met = 0, share }: InjectedFault) {
  return [
    ...(orders === undefined ? [] : [remainingText(orders - met, orders)]),
    ...(share === undefined ? [] : [`${Math.round(share * 100)}% of orders`]),
    ...(account === undefined ? [] : [`account ${account}`]),
    ...(borrower === undefined ? [] : [`borrower ${borrower}`]),
  ]
}

function remainingText(remaining: number, orders: number): string {
  if (remaining === orders) return `next ${plural(orders, 'order')}`
  return remaining > 0 ? `${remaining} of ${plural(orders, 'order')} left` : 'no more orders'
}

/** What a bureau does and when, without the name of the bureau. */
export function effectText(injected: InjectedFault, words: FaultWords): string {
  const scope = scopeTexts(injected)
  const behavior = behaviorText(injected, words)
  return scope.length === 0 ? behavior : `${behavior}: ${scope.join(', ')}`
}

/** Whose fault it is. */
export function sourceText({ service, bureau }: InjectedFault): string {
  return service === true ? 'Service' : (bureau ?? 'All bureaus')
}

/** The whole fault in one line. */
export function faultText(injected: InjectedFault, words: FaultWords): string {
  const behavior = behaviorText(injected, words)
  return `${sourceText(injected)}: ${[behavior, ...scopeTexts(injected)].join(', ')}`
}
