/** Every optional field of a request changes the response, is echoed in it, or is noted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Element, Field } from '../../src/documents/element.ts'
import { OPERATIONS } from '../../src/orders/intake/operation.ts'
import { parseRequest } from '../../src/orders/intake/parse-request.ts'
import { runningService } from '../support/running-service.ts'
import { DIALECT_NAMES, type EditableNode, orderDocument } from './support/order-document.ts'
import { reported } from './support/ordered.ts'

/** Fields that change the response, each with the test that shows how it does. */
const CHANGING: Readonly<Record<string, string>> = {
  'PREFERRED_RESPONSE/_Format': 'test/print/print-forms.test.ts',
  'PREFERRED_RESPONSE/_FormatOtherDescription': 'test/print/print-forms.test.ts',
  'PREFERRED_RESPONSE/_UseEmbeddedFileIndicator': 'test/print/print-forms.test.ts',
  'CREDIT_REQUEST_DATA/CreditReportProductDescription': 'test/orders/validation-errors.test.ts',
  'CREDIT_SCORE_MODEL_NAME/_Type': 'test/orders/score-models.test.ts',
  'CREDIT_SCORE_MODEL_NAME/_TypeOtherDescription': 'test/orders/score-models.test.ts',
}

interface Optional {
  /** The elements from the root to the field, without the root. */
  readonly way: readonly string[]
  readonly name: string
  readonly field: Field<unknown>
}

function optionalFields(element: Element, way: readonly string[] = []): Optional[] {
  const own = Object.entries(element.fields)
    .filter(([, field]) => field.need === 'optional')
    .map(([name, field]) => ({ way, name, field }))
  const below = Object.entries(element.children).flatMap(([name, { element: child }]) =>
    child.form === 'container' ? optionalFields(child, [...way, name]) : [],
  )
  return [...own, ...below]
}

const OPTIONAL = optionalFields(OPERATIONS.credit_report.request)
const nameOf = ({ way, name }: Optional) => `${way.at(-1) ?? 'REQUEST_GROUP'}/${name}`

/** A value that the order would not contain otherwise. */
function valueFor({ name, field: { kind } }: Optional): string {
  if (name === '_BirthDate') return '1980-01-31'
  if (name === 'MaritalStatusType') return 'Separated'
  const [first] = kind.values ?? []
  return first ?? kind.json.enum?.at(-1) ?? `Zq7${name.length}`
}

/** Builds an order that contains the field, and adds the elements that it needs. */
function orderWith(optional: Optional, requestId: string): string {
  return orderDocument('credit_report', {
    dialect: 'mismo',
    requestId,
    edit: (group) => {
      let node: EditableNode = group
      for (const step of optional.way) {
        const there: unknown = node[step]
        if (there === undefined) node[step] = {} as EditableNode
        node = (Array.isArray(node[step]) ? node[step][0] : node[step]) as EditableNode
      }
      node[`_${optional.name}`] = valueFor(optional)
      // The service ignores a contact point or key that has no name.
      if (optional.way.at(-1) === 'KEY') node.__Name ??= 'Zq7'
    },
  })
}

test('every optional field of a request is echoed, noted, or changes the response', async (t) => {
  const service = await runningService(t)
  assert.ok(OPTIONAL.length > 40)
  for (const [index, optional] of OPTIONAL.entries()) {
    const name = nameOf(optional)
    if (CHANGING[name] !== undefined) continue
    await t.test([...optional.way, optional.name].join('/'), async () => {
      const body = orderWith(optional, `N${index}`)
      const value = valueFor(optional)
      assert.ok(body.includes(`${optional.name}="${value}"`), body)
      const { notes, errors } = await parseRequest(
        OPERATIONS.credit_report,
        Buffer.from(body),
        undefined,
        'interface',
        new Date(),
      )
      assert.deepEqual(errors, [])
      const noted = new RegExp(
        `/@${optional.name} is (?:recorded|never stored as sent) and not used`,
      )
      if (notes.some((note) => noted.test(note))) return
      const answered = await service.post('credit_report', body)
      assert.ok(answered.body.includes(value), `${name} is neither noted nor echoed`)
    })
  }
})

test('the fields that change the response are optional fields of the table', () => {
  const names = new Set(OPTIONAL.map(nameOf))
  for (const name of Object.keys(CHANGING)) assert.ok(names.has(name), name)
})

test('KEYs of a client come back unchanged in every dialect, also with the words of another', async (t) => {
  const service = await runningService(t)
  const keys = ['EquifaxId', 'BureauAId', 'MISMOFileStandard', 'EquifaxBureauA'].map((name) => ({
    __Name: name,
    __Value: `the value of ${name}`,
  }))
  for (const dialect of DIALECT_NAMES) {
    const { answer } = await reported(service, 'credit_report', {
      dialect,
      edit: (group) => {
        group.REQUEST.KEY = keys
      },
    })
    for (const { __Name: name, __Value: value } of keys)
      assert.equal(answer.key(name), value, dialect)
    const own = dialect === 'mismo' ? 'EquifaxBeacon5.0' : 'BureauABeacon5.0'
    assert.equal(answer.key(`${own}_MinimumValue`), '334')
  }
})
