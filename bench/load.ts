/** A closed load: a number of clients, each posting its next order when it has its answer. */
import { Agent, request } from 'node:http'

/** What a load measured. */
export interface LoadResult {
  readonly orders: number
  readonly failed: number
  readonly seconds: number
  /** Milliseconds. */
  readonly latencies: readonly number[]
  /** Size of the last answer. */
  readonly answerBytes: number
}

interface LoadOptions {
  readonly url: string
  readonly authorization: string
  readonly clients: number
  readonly seconds: number
  readonly nextOrder: () => string
}

/** Posts orders for some seconds. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.clients })
  const latencies: number[] = []
  let failed = 0
  let answerBytes = 0
  const begun = performance.now()
  const end = begun + options.seconds * 1000
  const client = async () => {
    while (performance.now() < end) {
      const sent = performance.now()
      const { status, bytes } = await post(agent, options)
      latencies.push(performance.now() - sent)
      answerBytes = bytes
      if (status !== 200) failed += 1
    }
  }
  await Promise.all(Array.from({ length: options.clients }, client))
  const seconds = (performance.now() - begun) / 1000
  agent.destroy()
  return { orders: latencies.length, failed, seconds, latencies, answerBytes }
}

function post(agent: Agent, { url, authorization, nextOrder }: LoadOptions) {
  const body = nextOrder()
  return new Promise<{ status: number; bytes: number }>((resolve, reject) => {
    const headers = {
      Authorization: authorization,
      'Content-Type': 'application/xml',
      'Content-Length': Buffer.byteLength(body),
    }
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes }))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
