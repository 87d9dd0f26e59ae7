/** Orders for invented people, each for a different person, and the responses that clients get. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Agent, request } from 'node:http'
import { join } from 'node:path'
import { unprinted } from '../../orders/support/order-document.ts'
import { lengthOf } from '../../support/length.ts'

/** An order for one borrower at all three bureaus, with the printed report in the response. */
export const TEMPLATE = readFileSync(
  join(import.meta.dirname, '../../../examples/credit-report.xml'),
  'utf8',
)
/** The same order without a printed report, which is most of the cost of an order. */
export const UNPRINTED = unprinted(TEMPLATE)
/**
 * At short length, few reports are printed, because storage and charges do not depend on the
 * printed report.
 */
const PRINTED_EVERY = lengthOf({ short: 5, full: 1 })

/** The number of pulls of an order: one borrower at all three bureaus. */
export const PULLS_PER_ORDER = 3

/** An order and its responses. About one borrower in several hundred is frozen at all bureaus. */
export interface ProofOrder {
  readonly body: string
  /** The digests of all responses with a report. More than one is a broken promise. */
  readonly answers: Set<string>
  readonly reportIds: Set<string>
}

/**
 * Returns a function that makes orders for distinct borrowers. Every second order would pull again
 * if the service did not recognize a retry.
 */
export function orderMaker(): () => ProofOrder {
  let count = 0
  return () => {
    count += 1
    const letters = [...String(count)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('')
    const template = count % PRINTED_EVERY === 0 ? TEMPLATE : UNPRINTED
    const body = template
      .replace(/900-?12-?1234/, String(912_000_000 + count))
      .replaceAll('Sandford', `Proof${letters}`)
      .replace('"Submit"', count % 2 === 0 ? '"ForceNew"' : '"Submit"')
    return { body, answers: new Set(), reportIds: new Set() }
  }
}

/** The code of a request whose client stopped waiting for the response. */
export const GAVE_UP = 'gave up'

/** The result of a request: a response, or none. */
export type Heard =
  | { readonly kind: 'report'; readonly retried: boolean }
  | { readonly kind: 'noFile' }
  | {
      readonly kind: 'other'
      readonly status: number
      readonly start: string
      /** Whether the response has a `Retry-After` header. */
      readonly retryAfter: boolean
    }
  | { readonly kind: 'nothing'; readonly code: string }

/** The address of a service, and the credentials. */
export interface ServiceAccess {
  readonly address: string
  readonly authorization: string
  readonly agent: Agent
}

/**
 * Posts an order and records its response. After `patienceMs`, gives up and disconnects, as clients
 * do.
 */
export async function post(
  order: ProofOrder,
  service: ServiceAccess,
  patienceMs?: number,
): Promise<Heard> {
  const heard = await exchange(order.body, service, patienceMs)
  if (typeof heard === 'string') return { kind: 'nothing', code: heard }
  const text = heard.body.toString('utf8')
  const reportId = /CreditReportIdentifier="(R[0-9A-Z]+)"/.exec(text)?.[1]
  if (heard.status === 200 && /\(NoFileReturned\w+\)/.test(text)) return { kind: 'noFile' }
  if (heard.status !== 200 || reportId === undefined) {
    const { status, retryAfter } = heard
    return { kind: 'other', status, retryAfter, start: text.slice(0, 2000) }
  }
  order.answers.add(createHash('sha256').update(heard.body).digest('base64'))
  order.reportIds.add(reportId)
  return { kind: 'report', retried: heard.retried }
}

interface Exchanged {
  readonly status: number
  readonly retried: boolean
  readonly retryAfter: boolean
  readonly body: Buffer
}

/** Returns the complete response, or the code of the error that interrupted it. */
function exchange(
  body: string,
  { address, authorization, agent }: ServiceAccess,
  patienceMs: number | undefined,
): Promise<Exchanged | string> {
  const { promise, resolve } = Promise.withResolvers<Exchanged | string>()
  const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.name)
  const headers = {
    Authorization: authorization,
    'Content-Type': 'application/xml',
    'Content-Length': Buffer.byteLength(body),
  }
  const options = { method: 'POST', agent, headers }
  const sent = request(`${address}/credit_report`, options, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('error', fail)
    response.on('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        retried: response.headers['trimerge-retry'] === 'yes',
        retryAfter: /^[1-9][0-9]*$/.test(response.headers['retry-after'] ?? ''),
        body: Buffer.concat(chunks),
      }),
    )
  })
  sent.on('error', fail)
  sent.end(body)
  if (patienceMs === undefined) return promise
  const timer = setTimeout(() => {
    resolve(GAVE_UP)
    sent.destroy()
  }, patienceMs)
  return promise.finally(() => clearTimeout(timer))
}
