/**
 * The shapes in which a scripted vendor responds, and which of them are accepted
 * (docs/upstream.md).
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { request } from '../simulator/simulator-requests.ts'
import { MARISOL, recorded } from './answers.ts'

/** A response: its body, and its media type and status if they are not the usual ones. */
export interface Scripted {
  readonly body: string
  readonly type?: string
  /** 0 closes the connection without a response. */
  readonly status?: number
}

/** A vendor that returns these responses in turn, repeats the last one, and records the orders. */
export interface ScriptedVendor {
  readonly url: string
  readonly orders: string[]
  /** Starts another script. */
  give(script: readonly Scripted[]): void
}

/** Starts a vendor that stops with the test. */
export async function scriptedVendor(
  t: TestContext,
  script: readonly Scripted[] = [],
): Promise<ScriptedVendor> {
  const orders: string[] = []
  let left = [...script]
  const server = createServer((incoming, response) => {
    let order = ''
    incoming.setEncoding('utf8')
    incoming.on('data', (chunk) => {
      order += chunk
    })
    incoming.on('end', () => {
      orders.push(order)
      const { body, type, status = 200 } = (left.length > 1 ? left.shift() : left[0]) as Scripted
      if (status === 0) return void incoming.socket.destroy()
      const id = /CreditRequestID="([^"]*)"/.exec(order)?.[1] ?? ''
      response.writeHead(status, { 'Content-Type': type ?? 'text/xml' })
      response.end(Buffer.from(body.replaceAll('{REQUEST_ID}', id), 'latin1'))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const give = (next: readonly Scripted[]) => {
    left = [...next]
    orders.length = 0
  }
  return { url: `http://127.0.0.1:${port}`, orders, give }
}

const PLAIN = recorded('per-bureau', (text) => text, {
  ...request(MARISOL),
  orderId: 'X',
}).toString('latin1')
const ID = /CreditRequestID="[^"]*"/
/** A plain response to any order. */
export const plain = PLAIN.replace(ID, 'CreditRequestID="{REQUEST_ID}"')

const masked = (to: string) => plain.replaceAll('900-44-1717', to).replaceAll('900441717', to)
const withoutFiles = plain
  .replace(/<CREDIT_FILE [\s\S]*<\/CREDIT_FILE>/, '')
  .replace('_Value="9003"', '_Value="689"')
/** A response for an order that is in progress. */
export const pending =
  '<RESPONSE_GROUP MISMOVersionID="2.3.1"><RESPONSE ResponseDateTime="2026-03-15T14:41:07"><RESPONSE_DATA><CREDIT_RESPONSE CreditReportType="Status" CreditReportIdentifier="8100417"/></RESPONSE_DATA><STATUS _Condition="Processing"/></RESPONSE></RESPONSE_GROUP>'

const STATUS_ONLY =
  '<RESPONSE_GROUP MISMOVersionID="2.3.1"><RESPONSE><STATUS _Condition="Processing"/></RESPONSE></RESPONSE_GROUP>'
const acceptedReport = plain
  .replace(/ CreditReportIdentifier="[^"]*"/, '')
  .replace('</RESPONSE>', '<STATUS _Condition="Accepted"/></RESPONSE>')
/** Such a response without the number of the order. */
export const pendingWithoutNumber = pending.replace(' CreditReportIdentifier="8100417"', '')

/** Accepted responses, each with its identity rule. */
export const ACCEPTED: readonly (readonly [
  what: string,
  script: readonly Scripted[],
  identity?: 'lenient',
])[] = [
  ['a plain response', [{ body: plain }]],
  ['a response without CreditRequestID', [{ body: plain.replace(/ CreditRequestID="[^"]*"/, '') }]],
  [
    'a response without CREDIT_REQUEST_DATA',
    [{ body: plain.replace(/<CREDIT_REQUEST_DATA[^>]*>/, '') }],
  ],
  [
    'a DOCTYPE without subset',
    [{ body: plain.replace('?>', '?>\n<!DOCTYPE RESPONSE_GROUP SYSTEM "Response.dtd">') }],
  ],
  ['white space before the declaration', [{ body: `\r\n\r\n${plain}` }]],
  ['text/html as media type', [{ body: plain, type: 'text/html; charset=utf-8' }]],
  ['application/octet-stream as media type', [{ body: plain, type: 'application/octet-stream' }]],
  ['a masked SSN', [{ body: masked('XXX-XX-1717') }], 'lenient'],
  ['no SSN', [{ body: masked('') }], 'lenient'],
  ['a suffix in the last name', [{ body: plain.replaceAll('"IBANEZ"', '"IBANEZ JR"') }], 'lenient'],
  ['scores without a CREDIT_FILE', [{ body: withoutFiles }]],
  ['an order that is pending at first', [{ body: pending }, { body: pending }, { body: plain }]],
  ['a status without a report', [{ body: pending }, { body: STATUS_ONLY }, { body: plain }]],
  [
    'a report with the condition Accepted and without a number, after a status query',
    [{ body: pending }, { body: acceptedReport }],
  ],
  [
    'an order whose status queries fail at first',
    [{ body: pending }, { body: '', status: 503 }, { body: '', status: 0 }, { body: plain }],
  ],
]

/** Rejected responses, each with its kind of failure. */
export const NOT_ACCEPTED: readonly (readonly [
  what: string,
  body: string,
  kind: string,
  identity?: 'lenient',
])[] = [
  ['another CreditRequestID', plain.replace('{REQUEST_ID}', 'OTHER-1'), 'of another'],
  ['a masked SSN, checked strictly', masked('XXX-XX-1717'), 'of another'],
  ['a masked SSN with other last digits', masked('XXX-XX-9999'), 'of another', 'lenient'],
  [
    'no SSN and another first name',
    masked('').replaceAll('"Marisol"', '"Dolores"'),
    'of another',
    'lenient',
  ],
  [
    'a DOCTYPE with a subset',
    plain.replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>'),
    'unreadable',
  ],
  ['an order that is pending without a number', pendingWithoutNumber, 'unreadable'],
  ['a web page', '<html><body>Sign in</body></html>', 'unreadable'],
]
