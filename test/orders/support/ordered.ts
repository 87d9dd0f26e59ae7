/**
 * Places orders over HTTP, and validates each response against the published schema of its dialect.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { schemaErrors } from '../../support/json-schemas.ts'
import type { Answered, RunningService } from '../../support/running-service.ts'
import { type AnswerDocument, answerDocument, answerOf } from './answer-document.ts'
import { type Asked, type OperationPath, orderDocument } from './order-document.ts'

/** A response as received, and its parsed document. */
export interface Ordered extends Answered {
  readonly answer: AnswerDocument
  /** The code of an error document; undefined for a report. */
  readonly code: string | undefined
}

const SCHEMAS: Readonly<Record<OperationPath, string>> = {
  credit_report: 'credit-report-response',
  pre_qualification: 'credit-report-response',
  mortgage_only: 'mortgage-only-response',
  refresh_report: 'refresh-response',
}

const validators = new Map<string, XsdValidator>()

function validatorOf(dialect: string, name: string): XsdValidator {
  const path = join(import.meta.dirname, '../../../schema', dialect, `${name}.xsd`)
  const known = validators.get(path)
  if (known !== undefined) return known
  using schema = XmlDocument.fromString(readFileSync(path, 'utf8'))
  const validator = XsdValidator.fromDoc(schema)
  validators.set(path, validator)
  return validator
}

function schemaOf(operation: OperationPath, code: string | undefined): string {
  return code === undefined ? SCHEMAS[operation] : 'error-response'
}

/** Reads the response of an operation, which must be valid by the schema of its dialect. */
export function readAnswer(operation: OperationPath, answered: Answered): Ordered {
  const { body, headers } = answered
  if (body.startsWith('{')) {
    const answer = answerDocument(body)
    const code = codeOf(answer)
    assert.equal(headers.get('content-type'), 'application/json')
    const words = body.includes('"_MISMOVersionID"') ? 'mismo' : 'neutral'
    assert.deepEqual(schemaErrors(schemaOf(operation, code), words, JSON.parse(body)), [])
    return { ...answered, answer, code }
  }
  using document = XmlDocument.fromString(body)
  const answer = answerOf(document)
  const code = codeOf(answer)
  assert.equal(headers.get('content-type'), 'application/xml; charset=utf-8')
  validatorOf(answer.dialect, schemaOf(operation, code)).validate(document)
  return { ...answered, answer, code }
}

function codeOf(answer: AnswerDocument): string | undefined {
  return answer.texts('STATUS.__Code')[0]
}

/**
 * Places an order and reads the response, which is a report or an error document. The report is
 * printed only if the test asks for it, because most tests are about the documents.
 */
export async function ordered(
  service: RunningService,
  operation: OperationPath,
  asked: Asked = {},
): Promise<Ordered> {
  const answered = await service.post(
    operation,
    orderDocument(operation, { printed: false, ...asked }),
  )
  return readAnswer(operation, answered)
}

/** Places an order that must get a report. */
export async function reported(
  service: RunningService,
  operation: OperationPath,
  asked: Asked = {},
): Promise<Ordered> {
  const result = await ordered(service, operation, asked)
  const texts = result.answer.texts('CREDIT_ERROR_MESSAGE._Text')
  assert.equal(result.code, undefined, `rejected: ${texts.join('; ')}`)
  assert.equal(result.status, 200)
  return result
}

/** Places an order that must get an error document with this code, and returns its texts. */
export async function rejected(
  service: RunningService,
  operation: OperationPath,
  asked: Asked,
  code: string,
): Promise<readonly string[]> {
  const result = await ordered(service, operation, asked)
  const texts = result.answer.texts('CREDIT_ERROR_MESSAGE._Text')
  assert.equal(result.code, code, texts.join('; '))
  assert.equal(result.status, 200)
  return texts
}

/** Returns the number of the report in a response. */
export function reportIdOf({ answer }: Ordered): string {
  return answer.text('CREDIT_RESPONSE._CreditReportIdentifier')
}
