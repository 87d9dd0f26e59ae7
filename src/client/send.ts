/**
 * Sends an order until there is a response. Every attempt sends the same bytes. If a response was
 * lost, the service therefore returns the stored one and charges the order only once.
 */

/** The limits of retries, and the means of sending. */
export interface SendOptions {
  /** The longest time of one attempt. */
  readonly timeoutMs: number
  /** The total number of attempts. */
  readonly attempts: number
  /**
   * The longest wait before the second attempt, doubled for each further attempt. The wait is a
   * random part of it, at least half.
   */
  readonly backoffMs: number
  /**
   * The longest wait between two attempts. It limits waits without `Retry-After`. A longer
   * `Retry-After` interval ends the retries.
   */
  readonly waitMsMax: number
  readonly fetch: typeof fetch
  readonly signal: AbortSignal | undefined
}

/** The default limits of retries. */
export const LIMITS = { timeoutMs: 60_000, attempts: 4, backoffMs: 500, waitMsMax: 60_000 }

type Limits = Partial<Pick<SendOptions, keyof typeof LIMITS>>

/** Returns the limits that an object has. Throws for one with which no order could be sent. */
export function limitsOf(given: { readonly [name in keyof Limits]: unknown }): Limits {
  const limits = Object.keys(LIMITS)
    .map((name) => [name, given[name as keyof Limits]] as const)
    .filter(([, value]) => value !== undefined)
  for (const [name, value] of limits) {
    const least = name === 'backoffMs' || name === 'waitMsMax' ? 0 : 1
    if (typeof value !== 'number' || !(value >= least)) {
      throw new RangeError(`${name}: must be a number, at least ${least}`)
    }
  }
  return Object.fromEntries(limits)
}

/** A request to the service. */
export interface Message {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer>
}

/** A response from the service or from a proxy. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
  /** The number of attempts until this response. */
  readonly attempts: number
}

/** The result if no attempt got a response. The order may still have been carried out. */
export interface NoAnswer {
  readonly cause: unknown
  readonly attempts: number
}

/** Statuses that are retried: an overloaded or restarting service, or a proxy in front of it. */
const RETRIED_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

/**
 * Sends a message, and sends it again after lost responses and temporary errors. Throws the
 * signal's reason if the signal is aborted.
 */
export async function send(
  message: Message,
  options: SendOptions,
  isTemporary: (answer: Answer) => boolean = () => false,
): Promise<Answer | NoAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    options.signal?.throwIfAborted()
    const result = await attemptOnce(message, options, attempt)
    if ('status' in result && !RETRIED_STATUSES.has(result.status) && !isTemporary(result))
      return result
    const waitMs = waitOf(result, options, attempt)
    if (!(attempt < options.attempts) || waitMs > options.waitMsMax) return result
    await pause(waitMs, options.signal)
  }
}

/**
 * A redirect could send the order to another address or with another method, so none is followed.
 * Browsers send only the credentials of the account: no cookies, and no prompt for name and
 * password after a 401.
 */
const FETCH_OPTIONS = {
  method: 'POST',
  redirect: 'manual',
  credentials: 'omit',
  cache: 'no-store',
} as const

async function attemptOnce(
  { url, headers, body }: Message,
  { timeoutMs, fetch, signal }: SendOptions,
  attempts: number,
): Promise<Answer | NoAnswer> {
  const limit = new AbortController()
  const forget = onAbort(signal, () => limit.abort(signal?.reason))
  const timer = setTimeout(
    () => limit.abort(new Error(`no response within ${timeoutMs} ms`)),
    timerMs(timeoutMs),
  )
  try {
    const response = await fetch(url, { ...FETCH_OPTIONS, headers, body, signal: limit.signal })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, body: bytes, attempts }
  } catch (error) {
    signal?.throwIfAborted()
    return { cause: error, attempts }
  } finally {
    clearTimeout(timer)
    forget()
  }
}

/** What to do when a signal is aborted, for each signal in use. */
const reactions = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls `react` when the signal is aborted. Returns the function that ends this. A signal gets one
 * listener for all attempts of a batch, because Node 20 takes more than ten for a leak and warns.
 */
function onAbort(signal: AbortSignal | undefined, react: () => void): () => void {
  if (signal === undefined) return () => {}
  const known = reactions.get(signal)
  const all = known ?? new Set()
  all.add(react)
  if (known === undefined) {
    reactions.set(signal, all)
    signal.addEventListener('abort', () => all.forEach((each) => void each()), { once: true })
  }
  return () => all.delete(react)
}

function waitOf(
  result: Answer | NoAnswer,
  { backoffMs, waitMsMax }: SendOptions,
  attempt: number,
): number {
  const seconds = 'status' in result ? retryAfterOf(result.headers) : undefined
  if (seconds !== undefined) return seconds * 1000
  return Math.min(waitMsMax, backoffMs * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2)
}

/** The longest time of a timer, 24 days. Timers with a longer time end at once. */
const TIMER_MS_MAX = 2_147_483_647

function timerMs(ms: number): number {
  return Math.min(ms, TIMER_MS_MAX)
}

/**
 * Returns the seconds of a `Retry-After` header, or undefined if it is neither a number of seconds
 * nor a time. A proxy may state a time, which counts from the `Date` of the same response, because
 * the clock of this machine can differ.
 */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('Retry-After')?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const at = timeOf(value)
  if (at === undefined) return undefined
  const now = timeOf(headers.get('Date') ?? '') ?? Date.now()
  return Math.max(0, Math.ceil((at - now) / 1000))
}

const HTTP_TIME = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** Returns the time of a header in milliseconds, or undefined if it is none. */
function timeOf(value: string): number | undefined {
  const time = HTTP_TIME.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

function pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      forget()
      if (signal?.aborted === true) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, timerMs(waitMs))
    const forget = onAbort(signal, end)
  })
}

/** Returns the headers of a message, with HTTP Basic credentials in UTF-8. */
export function headersOf(account: string, secret: string, mediaType: string) {
  const bytes = new TextEncoder().encode(`${account}:${secret}`)
  const token = btoa(String.fromCharCode(...bytes))
  return { Authorization: `Basic ${token}`, 'Content-Type': mediaType, Accept: mediaType }
}

/**
 * Returns the address of a service without a slash at the end. Throws if no order can be sent to
 * it. The error does not repeat the address, because it may contain a password.
 */
export function addressOf(given: string): string {
  const page = (globalThis as { readonly location?: { readonly href: string } }).location?.href
  const url = URL.canParse(given, page) ? new URL(given, page) : undefined
  if (url !== undefined && isOfService(url)) return url.href.replace(/\/+$/, '')
  throw new TypeError(
    'url: give the http or https address of the service, without credentials, query and fragment',
  )
}

function isOfService({ protocol, username, password, search, hash }: URL): boolean {
  return (
    /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === '')
  )
}
