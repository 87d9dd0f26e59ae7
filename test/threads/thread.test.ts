/** Tests threads: every request is settled once, whatever happens to its thread. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { MessageChannel } from 'node:worker_threads'
import { openPortClient, ThreadEnded, ThreadFailed } from '../../src/threads/requests.ts'
import { openThreads, threadFile } from '../../src/threads/thread.ts'
import type { EchoAnswer, EchoRequest } from '../support/echo-thread.ts'

const file = threadFile('../support/echo-thread', import.meta.url)

function threadsOf(
  t: TestContext,
  options: { data?: string; count?: number; eager?: true; busyAt?: number; isReused?: true } = {},
) {
  const threads = openThreads<EchoRequest, EchoAnswer>({ file, name: 'echo', ...options })
  t.after(() => threads.terminate())
  return threads
}

/** Asks the thread through a port, as another thread does. */
function askBeside(threads: ReturnType<typeof threadsOf>) {
  const { port1, port2 } = new MessageChannel()
  threads.connect(port2)
  return openPortClient<EchoRequest, EchoAnswer>(port1)
}

const echo = (text: string, afterMs = 0): EchoRequest => ({ do: 'echo', text, afterMs })

test('each response reaches its request, in whatever order the responses arrive', async (t) => {
  const threads = threadsOf(t)
  const texts = ['slow', 'middle', 'fast']
  const asked = texts.map((text, index) => threads.ask(echo(text, 40 - 20 * index)))
  assert.deepEqual(await Promise.all(asked), texts)
})

test('buffers move to the thread and back', async (t) => {
  const threads = threadsOf(t)
  const bytes = new Uint8Array([1, 2, 3])
  const answer = threads.ask({ do: 'bytes', bytes }, [bytes.buffer])
  assert.deepEqual(await answer, new Uint8Array([1, 2, 3]))
  assert.equal(bytes.byteLength, 0)
  await assert.rejects(threads.ask({ do: 'bytes', bytes }, [bytes.buffer]), {
    name: 'DataCloneError',
  })
  assert.equal(await threads.ask(echo('still answers')), 'still answers')
})

test('only the name of an error in the thread crosses to the caller', async (t) => {
  const threads = threadsOf(t)
  await assert.rejects(threads.ask({ do: 'throw' }), (error: Error) => {
    assert.ok(error instanceof ThreadFailed)
    assert.equal(error.message, 'RangeError')
    return true
  })
  assert.equal(await threads.ask(echo('next')), 'next')
})

test('a thread that dies rejects its requests, and later requests go to another one', async (t) => {
  for (const options of [{}, { eager: true }] as const) {
    const threads = threadsOf(t, options)
    const [slow, last] = [threads.ask(echo('slow', 5_000)), threads.ask({ do: 'exit' })]
    await Promise.all([assert.rejects(slow, ThreadEnded), assert.rejects(last, ThreadEnded)])
    assert.equal(await threads.ask(echo('again')), 'again')
  }
})

test('threads report when they have loaded their program, and why they cannot', async (t) => {
  await threadsOf(t, { eager: true, count: 2 }).ready()
  await assert.rejects(threadsOf(t, { data: 'broken', eager: true }).ready(), {
    name: 'ThreadEnded',
    message: 'the thread could not start: this thread cannot load',
  })
})

test('a thread that cannot load is not restarted at once, and every request is settled', async (t) => {
  const threads = threadsOf(t, { data: 'broken', eager: true })
  const startedAt = performance.now()
  await assert.rejects(threads.ask(echo('first')), ThreadEnded)
  const loadMs = performance.now() - startedAt
  const rejectedAt = performance.now()
  for (let count = 0; count < 50; count++) {
    await assert.rejects(threads.ask(echo('more')), /could not start/)
  }
  assert.ok(performance.now() - rejectedAt < Math.max(loadMs, 100), 'no thread was started')
})

test('the threads of a pool share the requests', async (t) => {
  const threads = threadsOf(t, { count: 3 })
  const slow = [1, 2, 3].map(() => threads.ask(echo('busy', 300)))
  const numbers = await Promise.all([1, 2, 3].map(() => threads.ask({ do: 'thread' })))
  assert.equal(new Set(numbers).size, 3)
  await Promise.all(slow)
})

test('a pool begins with one thread, and starts another when all running threads are busy', async (t) => {
  const threads = threadsOf(t, { count: 3, eager: true, busyAt: 2 })
  await threads.ready()
  const numbers = new Set<unknown>()
  for (let asked = 0; asked < 5; asked += 1) numbers.add(await threads.ask({ do: 'thread' }))
  assert.equal(numbers.size, 1, 'requests one after the other need one thread')
  const askAtOnce = async (count: number) => {
    const asked = Array.from({ length: count }, () => threads.ask({ do: 'thread' }))
    for (const number of await Promise.all(asked)) numbers.add(number)
  }
  while (numbers.size < 2) await askAtOnce(3)
  for (let times = 0; times < 5; times += 1) await askAtOnce(2)
  assert.equal(numbers.size, 2, 'two requests at once need no third thread')
  await assert.rejects(threads.ask({ do: 'exit' }), ThreadEnded)
  assert.equal(await threads.ask(echo('answered')), 'answered')
})

test('requests that wait together are answered together, within a limit', async (t) => {
  const threads = threadsOf(t, { data: 'groups' })
  const asked = Array.from({ length: 7 }, () => threads.ask({ do: 'group' }))
  assert.deepEqual(await Promise.all(asked), [3, 3, 3, 3, 3, 3, 1])
})

test('closing waits for requests, terminating rejects them, and both reject later requests', async (t) => {
  const closing = threadsOf(t)
  const kept = closing.ask(echo('kept', 50))
  await closing.close()
  assert.equal(await kept, 'kept')
  await assert.rejects(closing.ask(echo('late')), ThreadEnded)

  const terminated = threadsOf(t)
  const lost = assert.rejects(terminated.ask(echo('lost', 5_000)), ThreadEnded)
  const unsent = assert.rejects(terminated.ask(echo('unsent')), ThreadEnded)
  await terminated.terminate()
  await Promise.all([lost, unsent])
  await assert.rejects(terminated.ask(echo('late')), ThreadEnded)
  await Promise.all([closing.close(), terminated.terminate()])
})

test('a closed thread is kept for the next owner of its program, which initializes it again', async (t) => {
  const [one, other] = ['groups of one', 'groups of another'].map((data) =>
    threadsOf(t, { data, isReused: true }),
  )
  assert.ok(one !== undefined && other !== undefined)
  const numberOfOne = await one.ask({ do: 'thread' })
  assert.notEqual(await other.ask({ do: 'thread' }), numberOfOne, 'what runs is shared with nobody')
  const last = one.ask({ do: 'begun' })
  await Promise.all([one.close(), one.close()])
  assert.equal(await last, 'groups of one', 'what was asked before the end is answered')
  await assert.rejects(one.ask({ do: 'begun' }), ThreadEnded)
  await other.close()

  const next = threadsOf(t, { data: 'groups anew', isReused: true })
  assert.equal(await next.ask({ do: 'begun' }), 'groups anew')
  assert.equal(await next.ask({ do: 'thread' }), numberOfOne, 'one of them is kept')
  const asking = askBeside(next)
  assert.equal(await asking.ask({ do: 'begun' }), 'groups anew')
  await next.terminate()
  const fresh = threadsOf(t, { data: 'groups', isReused: true })
  assert.notEqual(await fresh.ask({ do: 'thread' }), numberOfOne, 'what was ended is not kept')
})

test('the port to an idle thread is closed and cannot ask it any more', async (t) => {
  const threads = threadsOf(t, { data: 'groups', isReused: true })
  const asking = askBeside(threads)
  assert.equal(await asking.ask({ do: 'begun' }), 'groups')
  await threads.close()
  const next = threadsOf(t, { data: 'groups of the next', isReused: true })
  assert.equal(await next.ask({ do: 'begun' }), 'groups of the next')
  await assert.rejects(asking.ask({ do: 'begun' }), ThreadEnded)
})

/** Returns the number of requests in each message if one is sent in each of three microtasks. */
async function lengthsOfMessages(batching: 'soon' | 'batched', busyMs: number): Promise<number[]> {
  const { port1, port2 } = new MessageChannel()
  const lengths: number[] = []
  const { promise: all, resolve } = Promise.withResolvers<void>()
  port2.on('message', (requests: readonly unknown[]) => {
    lengths.push(requests.length)
    if (lengths.reduce((sum, length) => sum + length) === 3) resolve()
  })
  const asking = openPortClient<string, string>(port1, batching)
  const answers = []
  for (const text of ['one', 'two', 'three']) {
    const until = performance.now() + (text === 'two' ? busyMs : 0)
    while (performance.now() < until);
    answers.push(assert.rejects(asking.ask(text), ThreadEnded))
    await Promise.resolve()
    await Promise.resolve()
  }
  await all
  asking.close()
  await Promise.all(answers)
  return lengths
}

test('requests that wait for the rest of the turn are sent together, but do not wait long', async () => {
  assert.deepEqual(await lengthsOfMessages('soon', 0), [1, 1, 1])
  for (const [busyMs, expected] of [
    [0, [3]],
    [20, [2, 1]],
  ] as const) {
    // If the machine does other work between two requests, the first has already waited too long.
    let lengths: readonly number[] = []
    for (let tries = 0; tries < 20 && lengths.join() !== expected.join(); tries++) {
      lengths = await lengthsOfMessages('batched', busyMs)
    }
    assert.deepEqual(lengths, expected)
  }
})
