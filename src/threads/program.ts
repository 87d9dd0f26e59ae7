/**
 * The program of a thread. It answers requests through its own port and through others that are
 * connected to it. The requesting side is `thread.ts`, or a port.
 */
import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  type Transferable,
  workerData,
} from 'node:worker_threads'
import type { FromProgram, NumberedRequest, Reply, ToProgram } from './requests.ts'

/**
 * Transfers a buffer or a port to the requesting side with the answer. The program cannot use it
 * after that.
 */
export type Transfer = (item: ArrayBufferLike | MessagePort) => void

/** The port at which a program answers, and its work at the end. */
interface ProgramOptions {
  /** The thread's own port if absent. */
  readonly port?: MessagePort
  /** Runs when the thread closes, after its last request. */
  readonly end?: () => Promise<void>
}

/** Answers each request separately. An asynchronous program can answer several at once. */
export function answerRequests<Request, Answer>(
  answer: (request: Request, transfer: Transfer) => Answer | Promise<Answer>,
  { port = ownPort(), end = async () => {} }: ProgramOptions = {},
): void {
  const running = new Set<Promise<void>>()
  const run = async ({ id, request }: NumberedRequest<Request>) => {
    const transfer: Transferable[] = []
    const add: Transfer = (item) => {
      if (!(item instanceof SharedArrayBuffer)) transfer.push(item)
    }
    try {
      const result = answer(request, add)
      const reply = { id, answer: result instanceof Promise ? await result : result }
      port.postMessage([reply] satisfies FromProgram<Answer>, transfer)
    } catch (error) {
      port.postMessage([{ id, failed: nameOf(error) }] satisfies FromProgram<Answer>)
    }
  }
  port.on('message', (message: ToProgram<Request>) => {
    if (message === 'close') {
      void Promise.all(running)
        .then(end)
        .finally(() => port.close())
      return
    }
    if (message === 'become idle' || !('length' in message)) {
      throw new TypeError(
        'this program cannot become idle, begin again or connect further ports: use answerGroups',
      )
    }
    for (const numbered of message) {
      const work = run(numbered).finally(() => running.delete(work))
      running.add(work)
    }
  })
  port.postMessage('ready' satisfies FromProgram<Answer>)
}

/** The work of a program that answers groups of requests, created from its start data. */
interface GroupWork<Request, Answer> {
  answer(requests: readonly Request[]): readonly Answer[]
  /** Runs when the thread closes, after its last request. */
  end(): void
}

interface Waiting<Request> extends NumberedRequest<Request> {
  readonly port: MessagePort
}

/**
 * Answers all waiting requests together, in their order. The program starts with the thread's
 * `workerData`. After it was idle, it starts again with new data.
 */
export function answerGroups<Data, Request, Answer>(
  begin: (data: Data) => GroupWork<Request, Answer>,
  groupMax: number,
): void {
  const own = ownPort()
  const ports = new Set([own])
  const waiting: Waiting<Request>[] = []
  let work = begin(workerData)
  let ending: 'close' | 'become idle' | undefined
  const ready = () => own.postMessage('ready' satisfies FromProgram<Answer>)
  const receive = (message: ToProgram<Request>, port: MessagePort) => {
    if (message === 'close' || message === 'become idle') ending = message
    else if ('begin' in message) {
      work = begin(message.begin as Data)
      ready()
    } else if ('connect' in message) serve(message.connect)
    else for (const numbered of message) waiting.push({ ...numbered, port })
  }
  const receiveAll = () => {
    for (const port of ports) {
      for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
        receive(next.message, port)
      }
    }
  }
  const end = () => {
    work.end()
    for (const port of ports) if (port !== own) port.close()
    if (ending === 'close') own.close()
    else own.postMessage('idle' satisfies FromProgram<Answer>)
    ending = undefined
  }
  const serve = (port: MessagePort) => {
    ports.add(port)
    port.on('close', () => ports.delete(port))
    port.on('message', (first: ToProgram<Request>) => {
      receive(first, port)
      for (;;) {
        receiveAll()
        const group = waiting.splice(0, groupMax)
        if (group.length === 0) break
        sendReplies(group, work.answer)
      }
      if (ending !== undefined) end()
    })
  }
  serve(own)
  ready()
}

/** Answers a group. All replies to one port are sent in one message. */
function sendReplies<Request, Answer>(
  group: readonly Waiting<Request>[],
  answer: (requests: readonly Request[]) => readonly Answer[],
): void {
  const replies = repliesTo(group, answer)
  for (const [port, own] of Map.groupBy(replies, (_, index) => group[index]?.port)) {
    port?.postMessage(own)
  }
}

function repliesTo<Request, Answer>(
  group: readonly NumberedRequest<Request>[],
  answer: (requests: readonly Request[]) => readonly Answer[],
): readonly Reply<Answer>[] {
  try {
    const answers = answer(group.map(({ request }) => request))
    return group.map(({ id }, index) => ({ id, answer: answers[index] as Answer }))
  } catch (error) {
    return group.map(({ id }) => ({ id, failed: nameOf(error) }))
  }
}

function ownPort(): MessagePort {
  if (parentPort === null) throw new Error('this program must be started as a worker thread')
  return parentPort
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}
