/**
 * Sends an order until there is an answer. Every attempt has the same bytes: if an answer was lost,
 * the service returns the stored one, and charges once.
 */

/** What a client sends, and how patiently. */
export interface SendOptions {
  /** Longest time that one attempt may take. */
  readonly timeoutMs: number
  /** Attempts altogether. */
  readonly attempts: number
  /** Wait before the second attempt, doubled for each further one, with a random part. */
  readonly backoffMs: number
  /** Longest wait between two attempts; a longer Retry-After ends them. */
  readonly waitMsMax: number
  readonly fetch: typeof fetch
  readonly signal: AbortSignal | undefined
}

/** An order as it is sent. */
export interface Message {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer>
}

/** An answer of the service, or of what is between. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
  /** Attempts that it took. */
  readonly attempts: number
}

/** No attempt got an answer. The order may have been carried out. */
export interface Silence {
  readonly cause: unknown
  readonly attempts: number
}

/** Answers of overloaded or restarting services, and of proxies in front of them. */
const AGAIN: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

/** Sends, and sends again after lost answers and passing errors. Throws the signal's reason. */
export async function send(
  message: Message,
  options: SendOptions,
  isPassing: (answer: Answer) => boolean = () => false,
): Promise<Answer | Silence> {
  for (let attempt = 1; ; attempt += 1) {
    options.signal?.throwIfAborted()
    const got = await attemptOnce(message, options, attempt)
    if ('status' in got && !AGAIN.has(got.status) && !isPassing(got)) return got
    const waitMs = waitOf(got, options, attempt)
    if (attempt >= options.attempts || waitMs > options.waitMsMax) return got
    await pause(waitMs, options.signal)
  }
}

/**
 * A redirect would send the order to another place, or as another method. In a browser, only the
 * account's own credentials count: no cookies, and no prompt for a name and password after 401.
 */
const HOW = { method: 'POST', redirect: 'manual', credentials: 'omit', cache: 'no-store' } as const

async function attemptOnce(
  { url, headers, body }: Message,
  { timeoutMs, fetch, signal }: SendOptions,
  attempts: number,
): Promise<Answer | Silence> {
  const limit = new AbortController()
  const abort = () => limit.abort(signal?.reason)
  const timer = setTimeout(() => limit.abort(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    const response = await fetch(url, { ...HOW, headers, body, signal: limit.signal })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, body: bytes, attempts }
  } catch (error) {
    signal?.throwIfAborted()
    return { cause: error, attempts }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

function waitOf(got: Answer | Silence, { backoffMs }: SendOptions, attempt: number): number {
  const seconds = 'status' in got ? retryAfterOf(got.headers) : undefined
  if (seconds !== undefined) return seconds * 1000
  return backoffMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
}

/** Seconds of a Retry-After header; undefined where it has none. */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('Retry-After')?.trim() ?? ''
  return /^\d{1,9}$/.test(value) ? Number(value) : undefined
}

function pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      if (signal?.aborted === true) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, waitMs)
    signal?.addEventListener('abort', end, { once: true })
  })
}

/** The headers of a message, with HTTP Basic in UTF-8. */
export function headersOf(account: string, secret: string, mediaType: string) {
  const bytes = new TextEncoder().encode(`${account}:${secret}`)
  const token = btoa(String.fromCharCode(...bytes))
  return { Authorization: `Basic ${token}`, 'Content-Type': mediaType, Accept: mediaType }
}
