/**
 * The setup of every test process. Random cases are the same in every run, so that a failure comes
 * from the change under test. SEED=random tries new cases, and SEED with a number repeats a run.
 * The setup also ends the process after its tests, because a failed test may leave a service
 * running, which would keep the process alive.
 */
import asyncHooks from 'node:async_hooks'
import { isMainThread } from 'node:worker_threads'
import { runsOf } from './length.ts'

const END_TIMEOUT_MS = 30_000

// Threads of services load this file too, but have no tests.
if (isMainThread) await setUp()

async function setUp(): Promise<void> {
  followNoPromises()
  const [{ after }, { default: fc }] = await Promise.all([
    import('node:test'),
    import('fast-check'),
  ])
  const given = process.env.SEED ?? '20261121'
  const seed = given === 'random' ? Date.now() : Number(given)
  fc.configureGlobal({ seed, numRuns: runsOf(100) })
  // The process that starts the test processes has no tests either.
  if (process.env.NODE_TEST_CONTEXT !== undefined) after(endSoon)
}

/** Ends the process with a failure if a resource that a test left open keeps it alive. */
function endSoon(): void {
  const end = () => {
    const left = process.getActiveResourcesInfo().join(', ')
    console.error(`the tests ended, and this process did not: ${process.argv[1]} left ${left}`)
    process.exit(1)
  }
  setTimeout(end, END_TIMEOUT_MS).unref()
}

/**
 * Stops the test runner from tracking every promise. The runner tracks promises to name the test in
 * which an unhandled error occurred, which costs a twentieth of all work. Without tracking, such an
 * error still fails the file.
 */
function followNoPromises(): void {
  const { createHook } = asyncHooks
  asyncHooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false })
}
