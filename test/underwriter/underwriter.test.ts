/**
 * The machine underwriter checks the responses to simulated orders against rules of the field. It
 * reads only the XML. A test breaks each rule to show that the rule finds the contradiction.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { PERSONAS } from '../../src/bureaus/simulator/personas.ts'
import { openThreads } from '../../src/threads/thread.ts'
import { isFull, lengthOf, progress } from '../support/length.ts'
import { contradictions, contradictionsIn, type NumberedReports } from './contradictions.ts'
import { readElements, readingOf } from './reading.ts'
import { RULES } from './rules.ts'
import {
  bureausOf,
  DATES,
  EPOCH,
  orderReport,
  personaNamed,
  reportNumber,
} from './simulated-reports.ts'

const REPORTS = lengthOf({ short: 100, full: 100_000 })

/** The stated outcomes apply at the first date. The others show how histories continue. */
const PERSONA_DATES = lengthOf({ short: [EPOCH, DATES[4] ?? EPOCH], full: DATES })

const bureaus = bureausOf()

/** The number of reports that a thread reads per request. */
const ROW = 500

/** Reads reports in one thread per core. Each thread reads one range at a time. */
async function readInThreads(count: number): Promise<readonly string[]> {
  const threadCount = availableParallelism()
  const threads = openThreads<NumberedReports, readonly string[]>({
    file: new URL('underwriter-thread.ts', import.meta.url),
    name: 'underwriter',
    count: threadCount,
  })
  const found: string[] = []
  let first = 0
  let readCount = 0
  const readRows = async () => {
    while (first < count) {
      const row = { first, count: ROW }
      first += ROW
      found.push(...(await threads.ask(row)))
      readCount += ROW
      progress(`${readCount} of ${count} reports, ${found.length} contradictions`)
    }
  }
  try {
    await Promise.all(Array.from({ length: threadCount }, readRows))
    return found
  } finally {
    await threads.terminate()
  }
}

test(`an underwriter finds no contradiction in ${REPORTS} simulated reports`, async () => {
  const found = isFull
    ? await readInThreads(REPORTS)
    : await contradictionsIn(bureaus, { first: 0, count: REPORTS })
  assert.deepEqual(found.slice(0, 100), [], `${found.length} contradictions`)
})

for (const persona of PERSONAS) {
  test(`an underwriter finds no contradiction in the report of ${persona.id}`, async () => {
    const own = personaNamed(persona.id)
    const orders = [[own]]
    if (persona.joint !== undefined) orders.push([own, personaNamed(persona.joint, 'C1')])
    for (const date of PERSONA_DATES) {
      for (const borrowers of orders) {
        const answered = await orderReport(bureaus, borrowers, date)
        if (answered !== undefined) assert.deepEqual(contradictions(persona.id, answered.xml), [])
      }
    }
  })
}

/** Reports that together have something to break every rule with. */
const samples: string[] = []
for (const { id } of PERSONAS) {
  const answered = await orderReport(bureaus, [personaNamed(id)], EPOCH)
  if (answered !== undefined) samples.push(answered.xml)
}
for (let number = 0; number < 200; number++) {
  const answered = await reportNumber(bureaus, number)
  if (answered !== undefined) samples.push(answered.xml)
}
const couple = await orderReport(
  bureaus,
  [personaNamed('rowan'), personaNamed('juno', 'C1')],
  EPOCH,
)
samples.push(couple?.xml ?? '')

for (const rule of RULES) {
  test(`the rule finds a report that breaks it: ${rule.title}`, () => {
    const broken = samples.some((xml) => {
      const report = readingOf(readElements(xml))
      if (!rule.sabotage(report)) return false
      assert.notDeepEqual(rule.check(report), [])
      return true
    })
    assert.ok(broken, 'no sample report can break the rule')
  })
}

test('the rules import nothing from outside their folder', () => {
  const files = readdirSync(import.meta.dirname).filter(
    (name) => !/^(?:underwriter.*|contradictions|simulated-reports)\.ts$/.test(name),
  )
  assert.ok(files.length >= 7)
  for (const name of files) {
    const text = readFileSync(join(import.meta.dirname, name), 'utf8')
    assert.doesNotMatch(text, /from '\.\.\//, name)
  }
})
