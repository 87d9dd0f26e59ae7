/** Targets of the fuzzer: each processes a document from its bytes to the final result. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UpstreamFailed } from '../../src/bureaus/upstream/failure.ts'
import { readAnswer } from '../../src/bureaus/upstream/vendor-answer.ts'
import { vendorFile } from '../../src/bureaus/upstream/vendor-file.ts'
import { decode } from '../../src/documents/codec/decode.ts'
import type { XmlNode } from '../../src/documents/codec/parse.ts'
import { parseText } from '../../src/documents/codec/parse-document.ts'
import { read } from '../../src/documents/codec/read.ts'
import { UnreadableDocument } from '../../src/documents/codec/unreadable.ts'
import { write } from '../../src/documents/codec/write.ts'
import type { Element } from '../../src/documents/element.ts'
import { describe } from '../../src/documents/privacy/describe.ts'
import { DOCUMENT_NAMES, DOCUMENTS } from '../../src/documents/tables/documents.ts'
import { BUREAUS } from '../../src/documents/tables/enumerations.ts'
import { writeErrorDocument } from '../../src/orders/fulfil/error-document.ts'
import { OPERATIONS } from '../../src/orders/intake/operation.ts'
import { invalidOrder, parseRequest } from '../../src/orders/intake/parse-request.ts'
import { OPERATION_NAMES } from '../../src/orders/intake/products.ts'
import { ASKED, recorded } from '../bureaus/upstream/answers.ts'
import { EXAMPLES } from '../support/examples.ts'
import { type Seeds, seedsOf } from './mutate.ts'

/** A function that processes untrusted documents. */
export interface Target {
  readonly name: string
  readonly seeds: Seeds
  /**
   * Processes a document. `number` selects one of several variants. Resolves to true if the
   * document was understood, and to false if the target rejected it in its regular way. Any other
   * failure throws.
   */
  takes(bytes: Uint8Array, number: number): Promise<boolean>
}

const orders = EXAMPLES.map(({ file }) =>
  readFileSync(join(import.meta.dirname, '../../examples', file)),
)

const ANSWER_NAMES = ['blended', 'per-bureau', 'frozen', 'pending', 'error-borrower'] as const

function isRejection(error: unknown): boolean {
  return error instanceof UnreadableDocument
}

/** Reads an order as the service does. */
export const ORDERS: Target = {
  name: 'order',
  seeds: seedsOf(orders),
  takes: async (bytes, number) => {
    const name = OPERATION_NAMES[number % OPERATION_NAMES.length] ?? 'credit_report'
    try {
      const { order, errors, sent, dialect, versions, echo } = await parseRequest(
        OPERATIONS[name],
        bytes,
        undefined,
        number % 3 === 0 ? 'mismo' : 'interface',
        new Date(),
      )
      assert.equal(order === undefined, errors.length > 0, 'a document without errors is an order')
      parseText(sent.replace(/^\ufeff/, ''))
      if (order === undefined) {
        parseText(
          writeErrorDocument(invalidOrder(errors), new Date(0), '', { dialect, versions, echo }),
        )
      }
      return order !== undefined
    } catch (error) {
      if (isRejection(error)) return false
      throw error
    }
  },
}

const ANSWERS_OF_OURS = ['refresh-joint', 'refused-for-several-faults', 'mortgage-only-with-scores']

/** Reads a document of any table. A valid document is written, and must read back equal. */
const DOCUMENTS_OF_ALL_TABLES: Target = {
  name: 'document',
  seeds: seedsOf([
    ...orders,
    ...ANSWERS_OF_OURS.map((name) =>
      readFileSync(join(import.meta.dirname, `../golden/${name}.xml`)),
    ),
  ]),
  takes: async (bytes) => {
    try {
      const root = parseText(decode(bytes))
      const tables: Element[] = DOCUMENT_NAMES.map((name) => DOCUMENTS[name].element)
      return tables.filter(({ name }) => name === root.name).some((table) => isWhole(table, root))
    } catch (error) {
      if (isRejection(error)) return false
      throw error
    }
  },
}

function isWhole(table: Element, root: XmlNode): boolean {
  const { dialect, partial, value } = read(table, root)
  describe(table, dialect, partial)
  if (value === undefined) return false
  const again = read(table, parseText(write(table, value, dialect)), 'interface', dialect)
  assert.deepEqual(again.value, value, 'a written document reads back equal')
  return true
}

/** Reads a vendor's response, including its credit files. */
const ANSWERS: Target = {
  name: 'answer',
  seeds: seedsOf(ANSWER_NAMES.map((name) => recorded(name))),
  takes: async (bytes, number) => {
    try {
      const answer = readAnswer({ bytes, charset: undefined }, ASKED, 'vendor')
      const bureau = BUREAUS[number % BUREAUS.length] ?? 'Equifax'
      if (answer.kind !== 'pending')
        vendorFile(answer, bureau, { subject: ASKED.subject, scoreWanted: true })
      return true
    } catch (error) {
      if (error instanceof UpstreamFailed) return false
      throw error
    }
  },
}

/** All targets. */
export const TARGETS: readonly Target[] = [ORDERS, DOCUMENTS_OF_ALL_TABLES, ANSWERS]
