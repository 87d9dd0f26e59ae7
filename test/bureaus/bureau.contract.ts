/** The contract of a source of credit files: it defines `Bureau`, and runs on every source. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Bureau, CreditFile, FileRequest } from '../../src/bureaus/bureau.ts'
import type { AnyElement, Element } from '../../src/documents/element.ts'
import { FILE_RESULT_STATUS_TYPES } from '../../src/documents/tables/enumerations.ts'
import { FullCreditResponse } from '../../src/documents/tables/response.ts'

/** The source under test, with a request that returns a file and one that does not. */
export interface BureauUnderTest {
  readonly open: () => Bureau | Promise<Bureau>
  /** A request that returns a file with a score. */
  readonly withFile: FileRequest
  /** A request about a person without a file. */
  readonly withoutFile: FileRequest
}

/** The parts of an item that merging adds. */
const ADDED_BY_MERGING = new Set([
  'CreditLiabilityID',
  'CreditPublicRecordID',
  'CreditInquiryID',
  'BorrowerID',
  'CreditFileID',
  'CreditTradeReferenceID',
  'CREDIT_REPOSITORY',
])

/** Fields of a file's items that no document contains. */
const BUREAU_ONLY = new Set(['subscriberCode', 'mergedPlace'])

function scalarProblems(element: Element, value: Record<string, unknown>, path: string): string[] {
  return Object.entries(element.fields).flatMap(([name, { kind, need }]) => {
    const scalar = value[name]
    if (scalar === undefined) {
      return need === 'required' && !ADDED_BY_MERGING.has(name) ? [`${path}@${name} missing`] : []
    }
    return kind.read(kind.write(scalar)) === scalar ? [] : [`${path}@${name} ${String(scalar)}`]
  })
}

/**
 * Returns the problems of a value according to the tables of the documents, or nothing if it can be
 * written.
 */
function documentProblems(element: AnyElement, value: unknown, path = ''): string[] {
  const here = `${path}/${element.name}`
  if (element.form === 'text') {
    const fits = typeof value === 'string' && element.kind.read(value) === value
    return fits ? [] : [`${here} ${String(value)}`]
  }
  const own = value as Record<string, unknown>
  const known = { ...element.fields, ...element.children }
  const unknown = Object.keys(own).filter((name) => !(name in known || BUREAU_ONLY.has(name)))
  const children = Object.entries(element.children).flatMap(([name, child]) => {
    const content = own[name]
    if (content === undefined) {
      const needed = child.occurs === 'one' || child.occurs === 'some'
      return needed && !ADDED_BY_MERGING.has(name) ? [`${here}/${name} missing`] : []
    }
    const list: readonly unknown[] = Array.isArray(content) ? content : [content]
    return list.flatMap((item) => documentProblems(child.element, item, here))
  })
  return [
    ...unknown.map((name) => `${here} has ${name}`),
    ...scalarProblems(element, own, here),
    ...children,
  ]
}

const response = FullCreditResponse.children
const fileParts = response.CREDIT_FILE.element.children

/** Returns the problems of a file according to the tables of the documents. */
export function fileProblems(file: CreditFile): string[] {
  const each = (element: AnyElement, values: readonly unknown[]) =>
    values.flatMap((value) => documentProblems(element, value))
  return [
    ...each(response.CREDIT_LIABILITY.element, file.accounts),
    ...each(response.CREDIT_PUBLIC_RECORD.element, file.publicRecords),
    ...each(response.CREDIT_INQUIRY.element, file.inquiries),
    ...each(fileParts._BORROWER.element, file.person === undefined ? [] : [file.person]),
    ...each(fileParts._OWNING_BUREAU.element, [file.owningBureau]),
    ...each(fileParts._ALERT_MESSAGE.element, file.alerts),
    ...each(
      fileParts._VARIATION.element,
      file.variations.map((_Type) => ({ _Type })),
    ),
    ...each(fileParts.CREDIT_COMMENT.element, file.comments),
    ...each(response.CREDIT_SCORE.element.children._FACTOR.element, file.score?.factors ?? []),
  ]
}

/** Registers the tests that every source of credit files must pass, for one source. */
export function bureauContract(name: string, { open, withFile, withoutFile }: BureauUnderTest) {
  const pulled = async (request: FileRequest) => (await open()).pull(request)

  describe(`bureau contract: ${name}`, () => {
    it('states how long an order waits for it, and whether it is simulated', async () => {
      const bureau = await open()
      assert.ok(bureau.timeoutMs > 0)
      assert.equal(typeof bureau.simulated, 'boolean')
    })

    it('responds under its own name, with a status that documents know', async () => {
      const bureau = await open()
      for (const request of [withFile, withoutFile]) {
        const file = await bureau.pull(request)
        assert.equal(file.bureau, bureau.name)
        assert.ok(FILE_RESULT_STATUS_TYPES.includes(file.status))
      }
    })

    it('returns a person, their accounts and a score with a file', async () => {
      const file = await pulled(withFile)
      assert.equal(file.status, 'FileReturned')
      assert.equal(file.message, undefined)
      assert.equal(file.person?._SSN.replaceAll('-', ''), withFile.subject.ssn)
      assert.ok(file.accounts.length > 0)
      assert.ok(file.score)
    })

    it('returns a score with a value or exclusion reason, at most four factors and a date', async () => {
      const { score } = await pulled(withFile)
      assert.ok(score)
      assert.notEqual(score.value === undefined, score.exclusionReason === undefined)
      assert.ok(score.factors.length <= 4)
      assert.match(score.date, /^\d{4}-\d{2}-\d{2}$/)
    })

    it('returns no score if none was requested', async () => {
      const { score, ...file } = await pulled({ ...withFile, scoreWanted: false })
      assert.equal(score, undefined)
      assert.equal(file.status, 'FileReturned')
    })

    it('gives the reason if there is no file, and no content of a file', async () => {
      const file = await pulled(withoutFile)
      assert.notEqual(file.status, 'FileReturned')
      assert.ok(file.message)
      assert.equal(file.person, undefined)
      assert.equal(file.score, undefined)
      const { alerts, variations, comments, accounts, publicRecords, inquiries, creditors } = file
      const lists = [alerts, variations, comments, accounts, publicRecords, inquiries, creditors]
      assert.deepEqual(lists.flat(), [])
    })

    it('returns only values that documents can contain', async () => {
      for (const request of [withFile, withoutFile]) {
        assert.deepEqual(fileProblems(await pulled(request)), [])
      }
    })

    it('returns plain data that survives JSON', async () => {
      const file = await pulled(withFile)
      assert.deepEqual(JSON.parse(JSON.stringify(file)), withoutUndefined(file))
    })

    it('lists every creditor and inquirer once', async () => {
      const file = await pulled(withFile)
      const listed = file.creditors.map(({ subscriberCode }) => subscriberCode)
      const items = [...file.accounts, ...file.publicRecords, ...file.inquiries]
      const used = items.map(({ subscriberCode }) => subscriberCode)
      assert.equal(new Set(listed).size, listed.length)
      assert.deepEqual(
        [...new Set(used)].filter((code) => !listed.includes(code)),
        [],
      )
    })

    it('rejects a pull whose order has already given up', async () => {
      const signal = AbortSignal.abort(new Error('too late'))
      await assert.rejects(pulled({ ...withFile, signal }), /too late/)
    })
  })
}

function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([, own]) => own !== undefined)
  return Object.fromEntries(kept.map(([name, own]) => [name, withoutUndefined(own)]))
}
