/** A sandbox as the fuzzers use it: an honest order before and after, and damaged ones in between. */
import { seedOf, streamOf } from '../../src/bureaus/simulator/random.ts'
import { decode } from '../../src/documents/codec/decode.ts'
import { parse } from '../../src/documents/codec/parse.ts'
import { UnreadableDocument } from '../../src/documents/codec/unreadable.ts'
import type { Sandbox } from '../../src/sandbox/embedded/start-sandbox.ts'
import { mutated } from './mutate.ts'
import type { Recipient } from './request-mutate.ts'
import { ORDERS } from './targets.ts'

const PERSONA = 'avery'

/** An order that is answered with a report, as often as it is sent with the same bytes. */
export async function honestOrder(sandbox: Sandbox): Promise<{ status: number; body: string }> {
  const order = sandbox.orderXml(PERSONA, 'credit_report')
  return post(sandbox, 'credit_report', Buffer.from(order))
}

/** Where damaged requests go, with good credentials and a good order. */
export function recipientOf(sandbox: Sandbox): Recipient {
  return {
    host: new URL(sandbox.url).host,
    authorization: authorizationOf(sandbox),
    order: sandbox.orderXml(PERSONA, 'pre_qualification'),
  }
}

function authorizationOf({ account, secret }: Sandbox): string {
  return `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}`
}

async function post(sandbox: Sandbox, operation: string, body: Buffer) {
  const response = await fetch(`${sandbox.url}/${operation}`, {
    method: 'POST',
    headers: { Authorization: authorizationOf(sandbox), 'Content-Type': 'application/xml' },
    body: new Uint8Array(body),
  })
  return { status: response.status, body: await response.text() }
}

/** What is wrong with the answer to a damaged order over HTTP; undefined where nothing is. */
export async function wrongAnswer(
  sandbox: Sandbox,
  seed: number,
  index: number,
): Promise<string | undefined> {
  const bytes = mutated(streamOf(seedOf(`service ${seed}`), String(index)), ORDERS.seeds)
  const { status, body } = await post(sandbox, 'mortgage_only', bytes)
  if (status !== (isReadable(bytes) ? 200 : 400)) return `case ${index}: status ${status}`
  if (status === 400 && !/_Code="E101"/.test(body)) return `case ${index}: 400 without E101`
  return isReadable(Buffer.from(body)) ? undefined : `case ${index}: the answer is not readable`
}

function isReadable(bytes: Uint8Array): boolean {
  try {
    parse(decode(bytes))
    return true
  } catch (error) {
    if (error instanceof UnreadableDocument) return false
    throw error
  }
}
