import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { decode } from '../../src/documents/codec/decode.ts'
import { parseText } from '../../src/documents/codec/parse-document.ts'
import { read } from '../../src/documents/codec/read.ts'
import { DIALECT_LIST } from '../../src/documents/dialects.ts'
import { RequestGroup, RequestGroupPaymentOptional } from '../../src/documents/tables/request.ts'
import { EXAMPLES } from '../support/examples.ts'

const folder = join(import.meta.dirname, '../../examples')

function readExample(file: string, path: string) {
  const element =
    path === '/mortgage_only' || path === '/refresh_report'
      ? RequestGroup
      : RequestGroupPaymentOptional
  return read(element, parseText(decode(readFileSync(join(folder, file)))))
}

describe('examples', () => {
  for (const { file, path, dialect } of EXAMPLES) {
    test(`${file} is read without errors, in the dialect ${dialect}`, () => {
      const reading = readExample(file, path)
      assert.deepEqual(reading.issues, [])
      assert.equal(reading.dialect.name, dialect)
      const { CREDIT_REQUEST } = reading.value?.REQUEST.REQUEST_DATA ?? assert.fail('no value')
      const ids = CREDIT_REQUEST.LOAN_APPLICATION.BORROWER.map(({ BorrowerID }) => BorrowerID)
      assert.equal(CREDIT_REQUEST.CREDIT_REQUEST_DATA.BorrowerID, ids.join(' '))
    })
  }

  test('every file is in the index, and the files cover every dialect and operation', () => {
    const files = readdirSync(folder).filter(
      (file) => /\.(?:xml|json)$/.test(file) && file !== 'index.json',
    )
    assert.deepEqual(EXAMPLES.map(({ file }) => file).sort(), files.sort())
    assert.deepEqual(
      new Set(EXAMPLES.map(({ dialect }) => dialect)),
      new Set(DIALECT_LIST.map(({ name }) => name)),
    )
    assert.equal(new Set(EXAMPLES.map(({ path }) => path)).size, 4)
  })

  test('an example that needs another comes after it', () => {
    const files = EXAMPLES.map(({ file }) => file)
    for (const { file, after } of EXAMPLES) {
      if (after === undefined) continue
      assert.ok(files.indexOf(after) !== -1 && files.indexOf(after) < files.indexOf(file), file)
    }
  })

  test('accents are read correctly in every encoding', () => {
    const names = ['latin-1-windows.xml', 'utf-16.xml'].map((file) => {
      const { value } = readExample(file, '/credit_report')
      return value?.REQUEST.REQUEST_DATA.CREDIT_REQUEST.LOAN_APPLICATION.BORROWER[0]?._LastName
    })
    assert.deepEqual(names, ['Núñez-Brückner', 'Łęczycka'])
  })

  test('unknown names are noted and have no effect', () => {
    const { unknown } = readExample('platform-extras.xml', '/credit_report')
    assert.ok(unknown.includes('REQUEST_GROUP/@_ID'))
    assert.ok(unknown.some((path) => path.endsWith('/LOAN_APPLICATION/LOAN_PURPOSE')))
    assert.ok(
      unknown.some((path) => path.endsWith('/CREDIT_REPOSITORY_INCLUDED/@_OtherRepositoryName')),
    )
  })
})
