/** Injected faults in words, for the bar above every page, for the sandbox and for the overview. */
import type { ApiResponse } from '../api/call.ts'
import { capitalized, countText, durationText, plural, uncapitalized } from '../format.ts'

type Faults = ApiResponse<'GET /sandbox/faults'>

/** An injected fault. */
export type InjectedFault = Faults['items'][number]

/** The faults that can be injected at bureaus and in the service. */
export type FaultWords = Faults['words']

/**
 * Returns the faults that orders can still meet. A fault for a number of orders ends when the last
 * of them has met it.
 */
export function activeFaults({
  items,
}: {
  readonly items: readonly InjectedFault[]
}): readonly InjectedFault[] {
  return items.filter(({ orders, met }) => orders === undefined || met < orders)
}

/** The available faults, and how long an order waits for a bureau. */
type Terms = Pick<Faults, 'words' | 'bureauTimeoutMs'>

/** Returns the bureau's behavior and its effect on orders: `has a security freeze: no file`. */
export function behaviorText(injected: InjectedFault, { words, bureauTimeoutMs }: Terms): string {
  const { fault, latency } = injected
  const delay =
    latency === undefined
      ? []
      : [
          `delays each file by a median of ${durationText(latency.medianMs)}, p95 ${durationText(latency.p95Ms)}`,
        ]
  const late = lateText(injected, bureauTimeoutMs)
  const parts = fault === undefined ? delay : [...delay, wordText(fault, words)]
  return [parts.join(', then '), ...(late === undefined ? [] : [late])].join(', ')
}

function wordText(fault: string, words: Terms['words']): string {
  const [, word = fault, seconds] = /^(.*?)(?: (\d+))?$/.exec(fault) ?? []
  const { title = word, shows = '' } = words.find((each) => each.word === word) ?? {}
  const text = uncapitalized(title)
  if (seconds !== undefined) return `${text} (${seconds} s)`
  return shows.startsWith('No file') && !text.includes('no file') ? `${text}: no file` : text
}

/** Returns the effect of a delay beyond the timeout; undefined if every file arrives in time. */
export function lateText(
  { fault, latency }: Pick<InjectedFault, 'fault' | 'latency'>,
  timeoutMs: number,
): string | undefined {
  const [, seconds] = /^SLOW (\d+)$/.exec(fault ?? '') ?? []
  const timeout = `the ${durationText(timeoutMs)} timeout`
  if (Number(seconds) * 1000 > timeoutMs) return `longer than ${timeout}: no file`
  if (latency === undefined || latency.p95Ms <= timeoutMs) return undefined
  return `a delay longer than ${timeout}: no file`
}

/**
 * Returns which orders meet the fault, such as `next 2 orders` and `account acme`; empty if every
 * order does.
 */
export function scopeTexts(injected: InjectedFault) {
  const { orders, met } = injected
  return [
    ...(orders === undefined ? [] : [remainingText(orders - met, orders)]),
    ...shareTexts(injected),
    ...whoseTexts(injected),
  ]
}

function shareTexts({ share }: InjectedFault): readonly string[] {
  return share === undefined ? [] : [`${Math.round(share * 100)}% of orders`]
}

function whoseTexts({
  account,
  borrower,
  borrowerName = borrower,
}: InjectedFault): readonly string[] {
  return [
    ...(account === undefined ? [] : [`account ${account}`]),
    ...(borrowerName === undefined ? [] : [`borrower ${borrowerName}`]),
  ]
}

function remainingText(remaining: number, orders: number): string {
  if (remaining === orders) return `next ${plural(orders, 'order')}`
  return remaining > 0 ? `${remaining} of ${plural(orders, 'order')} left` : 'no more orders'
}

/** Returns which orders meet the fault, and how many did: `For account acme · met 1 of 3 orders` */
export function reachText(injected: InjectedFault): string {
  const { orders, share, met } = injected
  const whose = whoseTexts(injected).join(', ')
  const next = orders === 1 ? 'next order' : `next ${countText(orders ?? 0)} orders`
  const parts = [
    ...shareTexts(injected),
    ...(orders === undefined && share === undefined ? ['every order'] : []),
    ...(orders === undefined || met > 0 ? [] : [next]),
    ...(whose === '' ? [] : [`for ${whose}`]),
    metText(injected),
  ]
  return capitalized(parts.join(' · '))
}

function metText({ met, orders }: InjectedFault): string {
  if (met === 0) return 'not met yet'
  return orders === undefined
    ? `met ${plural(met, 'order')}`
    : `met ${countText(met)} of ${plural(orders, 'order')}`
}

/** Returns the fault's effect and scope, without the name of the bureau. */
export function effectText(injected: InjectedFault, terms: Terms): string {
  const scope = scopeTexts(injected)
  const behavior = behaviorText(injected, terms)
  return scope.length === 0 ? behavior : `${behavior} (${scope.join(', ')})`
}

/** Returns where the fault is injected: a bureau, all bureaus or the service. */
export function sourceText({ service, bureau }: InjectedFault): string {
  return service === true ? 'Service' : (bureau ?? 'All bureaus')
}

/** Returns the fault in words, such as `TransUnion never responds: no file (next 2 orders)`. */
export function faultText(injected: InjectedFault, terms: Terms): string {
  const subject = injected.service ? 'The service' : (injected.bureau ?? 'Every bureau')
  return `${subject} ${effectText(injected, terms)}`
}
