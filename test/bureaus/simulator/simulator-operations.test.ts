/** Tests the stated outcome of each persona, ordered by each operation from a running service. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { PERSONAS, type Persona, STATED_FIGURES } from '../../../src/bureaus/simulator/personas.ts'
import { BUREAUS } from '../../../src/documents/tables/enumerations.ts'
import { OPERATION_NAMES, type OperationName } from '../../../src/orders/intake/products.ts'
import { personaOf, personaOrder } from '../../../src/sandbox/persona-order.ts'
import { type AnswerDocument, answerDocument } from '../../orders/support/answer-document.ts'
import { unprinted } from '../../orders/support/order-document.ts'
import { partOf } from '../../support/length.ts'
import { type RunningService, runningService } from '../../support/running-service.ts'

/** The number of concurrent orders. */
const AT_ONCE = 8

const hasFile = ({ outcome }: Persona) =>
  BUREAUS.some((bureau) => outcome[bureau].status === 'FileReturned')

async function ordered(
  service: RunningService,
  operation: OperationName,
  persona: Persona,
): Promise<AnswerDocument> {
  const order = personaOrder(persona, operation, { individual: true, lenderCase: persona.id })
  // The report of each persona is printed once.
  const sent = operation === 'credit_report' ? order : unprinted(order)
  const { status, body } = await service.post(operation, sent)
  assert.equal(status, 200)
  return answerDocument(body)
}

/** Returns the values of the first summary as numbers, by name. */
function figuresOf(answer: AnswerDocument): ReadonlyMap<string, number> {
  const values = answer.texts('CREDIT_SUMMARY._DATA_SET.__Value')
  return new Map(
    answer
      .texts('CREDIT_SUMMARY._DATA_SET.__Name')
      .map((name, index) => [name, Number(values[index])]),
  )
}

function assertFigures(answer: AnswerDocument, { id, figures }: Persona, beginning: string): void {
  const found = figuresOf(answer)
  for (const name of STATED_FIGURES.filter((figure) => figure.startsWith(beginning))) {
    assert.equal(found.get(name), figures[name] ?? 0, `${id} ${name}`)
  }
}

/** Checks scores and delivery, which all operations except the refresh report in the same way. */
function assertOutcome(answer: AnswerDocument, { id, outcome }: Persona): void {
  const stated = BUREAUS.map((bureau) => outcome[bureau])
  const returned = stated.filter(({ status }) => status === 'FileReturned')
  assert.deepEqual(
    ['A', 'B', 'C'].map((letter) =>
      answer.text(`CREDIT_RESPONSE.CREDIT_REPOSITORY_INCLUDED.__Bureau${letter}Indicator`),
    ),
    stated.map(({ status }) => (status === 'FileReturned' ? 'Y' : 'N')),
    id,
  )
  assert.deepEqual(
    answer.texts('CREDIT_SCORE.__Value'),
    returned.map(({ score }) => String(score ?? '')),
    id,
  )
}

type Check = (answer: AnswerDocument, persona: Persona) => void

const assertFull: Check = (answer, persona) => {
  assertOutcome(answer, persona)
  const stated = BUREAUS.map((bureau) => persona.outcome[bureau])
  assert.deepEqual(
    answer.texts('CREDIT_FILE.__ResultStatusType'),
    stated.map(({ status }) => status),
  )
  assert.deepEqual(
    answer.texts('CREDIT_SCORE.__ExclusionReasonType'),
    stated.flatMap(({ exclusionReason }) => exclusionReason ?? []),
  )
  assertFigures(answer, persona, '')
}

const CHECKS: Readonly<Record<OperationName, Check>> = {
  credit_report: assertFull,
  pre_qualification: assertFull,
  mortgage_only: (answer, persona) => {
    assertOutcome(answer, persona)
    assertFigures(answer, persona, 'Mortgage')
  },
  refresh_report: (answer, { id, outcome }) => {
    const delivered = BUREAUS.filter((bureau) => outcome[bureau].status === 'FileReturned')
    assert.equal(figuresOf(answer).get('Differences'), 0, id)
    assert.equal(answer.key('FilesDelivered'), String(delivered.length))
  },
}

/** Without a file, a report ends with E001. A refresh ends with E061, because no report exists. */
function assertNothing(answer: AnswerDocument, operation: OperationName, { id }: Persona): void {
  const code = operation === 'refresh_report' ? 'E061' : 'E001'
  assert.equal(answer.text('STATUS.__Code'), code, id)
}

async function eachPersona(work: (persona: Persona) => Promise<void>): Promise<void> {
  const left = [...partOf(PERSONAS, 3)]
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

test('the stated outcome of a persona holds for every operation', async (t: TestContext) => {
  const service = await runningService(t)
  for (const operation of OPERATION_NAMES) {
    await t.test(operation, () =>
      eachPersona(async (persona) => {
        const answer = await ordered(service, operation, persona)
        if (hasFile(persona)) CHECKS[operation](answer, persona)
        else assertNothing(answer, operation, persona)
      }),
    )
  }
})

test('a couple orders jointly, and each person has the stated outcome', async (t) => {
  const service = await runningService(t)
  for (const persona of PERSONAS) {
    const partner = persona.joint === undefined ? undefined : personaOf(persona.joint)
    if (partner === undefined) continue
    const order = personaOrder(persona, 'credit_report', { action: 'ForceNew' })
    const { body } = await service.post('credit_report', order)
    const answer = answerDocument(body)
    const stated = [persona, partner].flatMap(({ outcome }) => BUREAUS.map((one) => outcome[one]))
    assert.deepEqual(
      answer.texts('CREDIT_FILE.__ResultStatusType'),
      stated.map(({ status }) => status),
    )
    assert.deepEqual(
      answer.texts('CREDIT_SCORE.__Value'),
      stated.flatMap(({ status, score }) => (status === 'FileReturned' ? [String(score)] : [])),
    )
  }
})
