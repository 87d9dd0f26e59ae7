/** A sandbox for the fuzzers: they place a valid order before and after the damaged ones. */
import { seedOf, streamOf } from '../../src/bureaus/simulator/random.ts'
import { decode } from '../../src/documents/codec/decode.ts'
import { parse } from '../../src/documents/codec/parse.ts'
import { UnreadableDocument } from '../../src/documents/codec/unreadable.ts'
import type { Sandbox } from '../../src/sandbox/embedded/start-sandbox.ts'
import { mutated } from './mutate.ts'
import type { Recipient } from './request-mutate.ts'
import { ORDERS } from './targets.ts'

const PERSONA = 'avery'

/** Places an order that gets a report, always with the same bytes. */
export async function honestOrder(sandbox: Sandbox): Promise<{ status: number; body: string }> {
  const order = sandbox.orderXml(PERSONA, 'credit_report')
  return post(sandbox, 'credit_report', Buffer.from(order))
}

/** Returns the recipient of damaged requests, with valid credentials and a valid order. */
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

/** Returns what is wrong with the response to a damaged order, or undefined if it is right. */
export async function wrongAnswer(
  sandbox: Sandbox,
  seed: number,
  index: number,
): Promise<string | undefined> {
  const bytes = mutated(streamOf(seedOf(`service ${seed}`), String(index)), ORDERS.seeds)
  const { status, body } = await post(sandbox, 'mortgage_only', bytes)
  if (status !== (isReadable(bytes) ? 200 : 400)) return `case ${index}: status ${status}`
  if (status === 400 && !/_Code="E101"/.test(body)) return `case ${index}: 400 without E101`
  return isReadable(Buffer.from(body)) ? undefined : `case ${index}: the response is not readable`
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
