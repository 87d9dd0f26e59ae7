/**
 * Compares every cell of the decision table with the planner, and places one order for each
 * distinct decision of an operation and action with a whole service.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CODES, OrderError } from '../../../src/errors.ts'
import { PRODUCTS } from '../../../src/orders/intake/products.ts'
import {
  DECIDED_ACTIONS,
  type Decision,
  isRejection,
  SITUATIONS,
  type Situation,
} from '../../../src/orders/plan/decisions.ts'
import type { Plan } from '../../../src/orders/plan/plan.ts'
import { partOf } from '../../support/length.ts'
import type { RunningService } from '../../support/running-service.ts'
import { accountOf } from '../support/account-of.ts'
import { chargesOf } from '../support/ledger-of.ts'
import {
  type Asked,
  type OperationPath,
  orderDocument,
  type Person,
} from '../support/order-document.ts'
import { type Ordered, ordered, reportIdOf } from '../support/ordered.ts'
import { type Before, CASES, type Case } from './cases.ts'
import { planned } from './planned.ts'
import { DAY_MS, originOf, priceOf, pullsOf, type World, worldOf } from './world.ts'

/** The setup of a case: an account and its report. */
interface Arranged {
  readonly service: RunningService
  readonly reportId: string
  readonly refreshId: string | undefined
}

async function arranged({ operation, asked, refreshed }: Before, { service }: World) {
  const account = await accountOf(service)
  const reportId = await issued(account, operation, asked)
  const refreshId = refreshed ? await issued(account, 'refresh_report', asked) : undefined
  return { service: account, reportId, refreshId }
}

/**
 * Places an order and returns the number of its report. Nothing else in the response is checked.
 */
async function issued(service: RunningService, operation: OperationPath, asked: Asked) {
  const order = orderDocument(operation, { printed: false, ...asked })
  const { body } = await service.post(operation, order)
  return / CreditReportIdentifier="(\w+)"/.exec(body)?.[1] ?? assert.fail(body)
}

/**
 * Creates the setup of each case. Planning changes nothing, so its cases share setups. An order
 * that creates a report gets its own.
 */
function arranger(world: World, isShared: (one: Case) => boolean) {
  const made = new Map<string, Promise<Arranged>>()
  return (one: Case): Promise<Arranged> => {
    const key = isShared(one) ? JSON.stringify(one.before) : one.title
    const arrangement = made.get(key) ?? arranged(one.before, world)
    made.set(key, arrangement)
    return arrangement
  }
}

/** One case for each distinct decision of an operation and action. */
const DISTINCT = [
  ...new Map(
    CASES.toReversed().map((one) => [
      `${one.operation} ${one.asked.action} ${nameOf(one.expected)}`,
      one,
    ]),
  ).values(),
]

function numberOf({ naming }: Case, { reportId, refreshId }: Arranged): string | undefined {
  if (naming === 'none') return undefined
  if (naming === 'empty') return ''
  if (naming === 'unknown') return 'RNOTTHERE'
  return naming === 'of the base' ? reportId : (refreshId ?? reportId)
}

/** The number of files that an order must pull: those that its report needs and does not hold. */
function pullCount({ expected, asked, before }: Case): number {
  const people = asked.people ?? []
  const bureaus = [...(asked.bureaus ?? '')]
  const held = (person: Person, position: number) =>
    before.asked.people?.some(({ ssn }) => ssn === person.ssn) === true &&
    before.asked.bureaus?.[position] === 'Y'
  const count = (wanted: (person: Person, position: number) => boolean) =>
    people.flatMap((person) =>
      bureaus.filter((indicator, position) => indicator === 'Y' && wanted(person, position)),
    ).length
  if (expected === 'new') return count(() => true)
  if (expected === 'upgraded') return count((person, position) => !held(person, position))
  if (expected === 'refreshed') return count(held)
  return 0
}

const PRICES: Readonly<Record<string, string>> = {
  existing: '0.00',
  reissued: '5.00',
  unmerged: '5.00',
}

/** Returns the text that says how the planner searched for a report: a base can be of any path. */
function searchText({ operation, action, naming }: Case): string {
  const base = action === 'RefreshSubmit'
  const place = base ? '' : ` for /${operation}`
  if (naming !== 'none' && naming !== 'empty')
    return `Looked for a report of this account by CreditReportIdentifier${place}; found none`
  const next = base
    ? 'A refresh compares with an earlier report: order one at another path first'
    : `For a first ${action === 'RefreshReissue' ? 'refresh' : 'report'}, send Submit`
  return `Looked for a report of this account by LenderCaseIdentifier and borrowers (SSN and full name, with middle name and suffix)${place}, because CreditReportIdentifier is absent or empty; found none. ${next}`
}

/** Asserts the texts of a rejection: those of the error, or the text of its code if it has none. */
function assertTexts(texts: readonly string[], one: Case): void {
  const { expected } = one
  assert.ok(isRejection(expected))
  if (expected.reason === 'reportTooOld') {
    assert.match(texts.join(), /^The report was first issued more than (?:30|120) days ago$/)
  } else if (expected.reason === 'reportUnknown') {
    assert.deepEqual(texts, [searchText(one)])
  } else {
    assert.deepEqual(texts, [expected.text ?? CODES[expected.reason].text])
  }
}

function assertPlanned(plan: Plan | OrderError, one: Case, at: Arranged): void {
  const { expected } = one
  if (isRejection(expected)) {
    assert.ok(plan instanceof OrderError, `planned: ${nameOf(expected)}`)
    assert.equal(plan.reason, expected.reason)
    assertTexts(plan.texts.length === 0 ? [CODES[plan.reason].text] : plan.texts, one)
    return
  }
  assert.ok(!(plan instanceof OrderError), plan instanceof OrderError ? plan.texts.join() : '')
  assert.equal(plan.origin, expected)
  if (plan.kind === 'stored') {
    assert.ok(expected === 'existing' || expected === 'reissued')
    const { reportId, refreshId } = at
    assert.equal(plan.report.id, expected === 'existing' ? reportId : (refreshId ?? reportId))
    assert.equal(plan.fee, expected === 'existing' ? undefined : 'reissue')
    return
  }
  assert.ok(expected !== 'existing' && expected !== 'reissued')
  assert.equal(plan.pulls.length, pullCount(one))
  assert.ok(plan.pulls.every(({ intent }) => intent.hard === isHard(one)))
}

function isHard({ operation, asked }: Case): boolean {
  const soft = asked.typeOther === PRODUCTS.MortgageOnlySoft.typeOther
  return (operation === 'credit_report' || operation === 'mortgage_only') && !soft
}

function assertRejected(result: Ordered, one: Case): void {
  const { expected } = one
  assert.ok(isRejection(expected))
  const { code, text, remedy } = CODES[expected.reason]
  const texts = result.answer.texts('CREDIT_ERROR_MESSAGE._Text')
  assert.equal(result.code, code, texts.join('; '))
  assert.equal(
    result.answer.text('STATUS.__Description'),
    `${text} ${remedy} See /docs/errors#${expected.reason}.`,
  )
  assertTexts(texts, one)
}

function assertReported(result: Ordered, one: Case, { reportId, refreshId }: Arranged): void {
  const texts = result.answer.texts('CREDIT_ERROR_MESSAGE._Text')
  assert.equal(result.code, undefined, texts.join('; '))
  assert.equal(originOf(result), one.expected)
  const id = reportIdOf(result)
  if (one.expected === 'existing') assert.equal(id, reportId)
  else if (one.expected === 'reissued') assert.equal(id, refreshId ?? reportId)
  else assert.ok(id !== reportId && id !== refreshId, 'the report is new')
  assert.equal(result.answer.text('CREDIT_RESPONSE._CreditReportMergeType'), 'Blend')
  const price = PRICES[String(one.expected)]
  if (price !== undefined) assert.equal(priceOf(result), price)
}

async function assertCharged(result: Ordered, one: Case, before: number, service: RunningService) {
  const charges = (await chargesOf(service)).slice(before)
  const cents = Math.round(Number(priceOf(result)) * 100)
  const expected = one.expected === 'existing' ? [] : [{ kind: one.expected, amountCents: cents }]
  assert.deepEqual(
    charges.map(({ kind, amountCents }) => ({
      kind: kind === 'reissue' ? 'reissued' : kind,
      amountCents,
    })),
    expected,
  )
}

async function assertDecided(one: Case, at: Arranged, world: World): Promise<void> {
  const foreign = one.naming === 'foreign'
  const service = foreign ? await accountOf(world.service) : at.service
  const numbers = (one.asked.people ?? []).map(({ ssn }) => ssn)
  const chargesBefore = (await chargesOf(service)).length
  const pullsBefore = new Set((await pullsOf(service, ...numbers)).map(({ id }) => id))
  const number = numberOf(one, at)
  const result = await ordered(service, one.operation, {
    ...one.asked,
    requestId: `A${DISTINCT.indexOf(one)}`,
    ...(number === undefined ? {} : { reportId: number }),
  })
  assert.equal(result.status, 200)
  const pulls = (await pullsOf(service, ...numbers)).filter(({ id }) => !pullsBefore.has(id))
  if (isRejection(one.expected)) {
    assertRejected(result, one)
    assert.equal((await chargesOf(service)).length, chargesBefore)
    assert.equal(pulls.length, 0)
    return
  }
  assertReported(result, one, at)
  await assertCharged(result, one, chargesBefore, service)
  assert.equal(pulls.length, pullCount(one))
  assert.ok(pulls.every((pull) => pull.hard === isHard(one)))
}

test('every operation and action decides as the decision table says', {
  concurrency: 4,
}, async (t) => {
  const world = await worldOf(t)
  const stranger = await accountOf(world.service)
  const shared = arranger(world, () => true)
  const own = arranger(world, ({ expected }) => isRejection(expected))
  // Issues the old reports first, because all cases share one clock.
  const tried = partOf(CASES, 2)
  for (const one of tried) if (one.before.old) await shared(one)
  for (const one of DISTINCT) if (one.before.old) await own(one)
  world.at(121 * DAY_MS)
  const decided = tried.map((one) =>
    t.test(one.title, async () => {
      const at = await shared(one)
      const number = numberOf(one, at)
      const asked = { ...one.asked, ...(number === undefined ? {} : { reportId: number }) }
      const service = one.naming === 'foreign' ? stranger : at.service
      assertPlanned(await planned(service, one.operation, asked, world), one, at)
    }),
  )
  await Promise.all(decided)
  const placed = DISTINCT.map((one) =>
    t.test(`${one.title}, placed`, async () => assertDecided(one, await own(one), world)),
  )
  await Promise.all(placed)
})

test('the cases reach every cell of the decision table that an order can reach', () => {
  const reached = new Set(CASES.map(({ action, expected }) => `${action} ${nameOf(expected)}`))
  const situations = Object.keys(SITUATIONS) as Situation[]
  const all = situations.flatMap((situation) =>
    DECIDED_ACTIONS.map(
      (action, position) => `${action} ${nameOf(SITUATIONS[situation].decisions[position])}`,
    ),
  )
  const missing = new Set(all.filter((cell) => !reached.has(cell)))
  // Only one product's path has Unmerge.
  const otherProduct = SITUATIONS.otherProduct.decisions[DECIDED_ACTIONS.indexOf('Unmerge')]
  assert.deepEqual([...missing], [`Unmerge ${nameOf(otherProduct)}`])
})

function nameOf(decision: Decision | undefined): string {
  return typeof decision === 'string' ? decision : JSON.stringify(decision)
}
