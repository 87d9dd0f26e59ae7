/** Tests `trimerge personas`: its output, and the validity of its orders. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PERSONAS, PERSONAS_VERSION } from '../../src/bureaus/simulator/personas.ts'
import { OPERATIONS } from '../../src/orders/intake/operation.ts'
import { parseRequest } from '../../src/orders/intake/parse-request.ts'
import { OPERATION_NAMES } from '../../src/orders/intake/products.ts'
import { personaOrder } from '../../src/sandbox/persona-order.ts'
import { run } from './run.ts'

const personasCommand = (...args: readonly string[]) => run(['personas', ...args])

test('the list begins with the version and includes every persona', async () => {
  const { code, stdout } = await personasCommand()
  assert.equal(code, 0)
  assert.ok(stdout.startsWith(`personas, version ${PERSONAS_VERSION}\n`))
  for (const { id, ssn } of PERSONAS) assert.match(stdout, new RegExp(`^${id}: .*${ssn}`, 'm'))
})

test('an order is printed as it is sent, with or without the partner', async () => {
  const [rowan] = PERSONAS.filter(({ id }) => id === 'rowan')
  assert.ok(rowan)
  const joint = await personasCommand('rowan', '--xml', 'mortgage_only')
  assert.equal(joint.stdout, personaOrder(rowan, 'mortgage_only'))
  assert.match(joint.stdout, /CreditRequestType="Joint"[\s\S]*_FirstName="Juno"/)
  const alone = await personasCommand('rowan', '--xml', 'mortgage_only', '--individual')
  assert.match(alone.stdout, /CreditRequestType="Individual"/)
  assert.doesNotMatch(alone.stdout, /Juno/)
})

test('every order for a persona is parsed without an error, in every dialect', async () => {
  for (const persona of PERSONAS) {
    for (const operation of OPERATION_NAMES) {
      for (const dialect of ['mismo', 'neutral', 'literal', 'elements'] as const) {
        const order = Buffer.from(personaOrder(persona, operation, { dialect }))
        const understood = await parseRequest(
          OPERATIONS[operation],
          order,
          undefined,
          'interface',
          new Date(),
        )
        assert.deepEqual([understood.errors, understood.notes], [[], []], persona.id)
        assert.equal(understood.dialect.name, dialect)
        const [first] = understood.order?.borrowers ?? []
        assert.equal(first?.subject.ssn, persona.ssn.replaceAll('-', ''))
        assert.equal(understood.order?.borrowers.length, persona.joint === undefined ? 1 : 2)
      }
    }
  }
})

test('an order contains all its options', () => {
  const [avery] = PERSONAS
  assert.ok(avery)
  const order = personaOrder(avery, 'credit_report', {
    action: 'Reissue',
    bureaus: ['Experian'],
    reportId: 'R123',
    lenderCase: 'CASE 7',
    requestId: 'ID 8',
    street: 'MAGIC ALL SLOW',
  })
  for (const text of ['Reissue', 'R123', 'CASE 7', 'ID 8', 'MAGIC ALL SLOW']) {
    assert.ok(order.includes(`="${text}"`), text)
  }
  assert.match(order, /_EquifaxIndicator="N" _ExperianIndicator="Y" _TransUnionIndicator="N"/)
})

test('--magic prints the magic streets', async () => {
  assert.match((await personasCommand('--magic')).stdout, /^# Magic streets[\s\S]*`OTHER PERSON`/)
})

for (const [title, args] of [
  ['an unknown ID', ['nobody']],
  ['an order without a persona', ['--xml', 'credit_report']],
  ['an order for an unknown operation', ['avery', '--xml', 'report']],
] as const) {
  test(`${title} is a usage error`, async () => {
    const { code, stdout } = await personasCommand(...args)
    assert.deepEqual([code, stdout], [2, ''])
  })
}
