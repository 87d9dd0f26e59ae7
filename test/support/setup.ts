/**
 * What every process of tests begins with. The same random cases in every run, so that a change is
 * judged by itself: SEED=random looks for new ones, and SEED with a number repeats a run. And an
 * end: a test that failed may have left a service running, for which its process would wait.
 */
import asyncHooks from 'node:async_hooks'
import { isMainThread } from 'node:worker_threads'
import { runsOf } from './length.ts'

const END_TIMEOUT_MS = 30_000

// Threads of services load this file too, and have no tests of their own.
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
  // The process that starts those of tests has no tests of its own either.
  if (process.env.NODE_TEST_CONTEXT !== undefined) after(endSoon)
}

/** Ends the process, as failed, if something that a test left keeps it alive. */
function endSoon(): void {
  const end = () => {
    const left = process.getActiveResourcesInfo().join(', ')
    console.error(`the tests ended, and this process did not: ${process.argv[1]} left ${left}`)
    process.exit(1)
  }
  setTimeout(end, END_TIMEOUT_MS).unref()
}

/**
 * The runner follows every promise, to name the test in which an error came up that no promise or
 * callback took. That is a twentieth of all work; without it such an error still fails the file.
 */
function followNoPromises(): void {
  const { createHook } = asyncHooks
  asyncHooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false })
}
