/**
 * Responses of vendors, written by hand in the style of several vendors. All people and companies
 * are invented.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CreditFile, FileRequest, Subject } from '../../../src/bureaus/bureau.ts'
import { requestIdOf } from '../../../src/bureaus/upstream/order-document.ts'
import { mergeFiles } from '../../../src/reports/merge/merge.ts'
import { request } from '../simulator/simulator-requests.ts'

/** The person whom the responses are about. */
export const MARISOL: Subject = {
  firstName: 'Marisol',
  middleName: 'T',
  lastName: 'Ibáñez',
  suffix: '',
  ssn: '900441717',
  address: { street: '77 Calle Peña', city: 'Taos', state: 'NM', postalCode: '87571' },
  formerAddresses: [],
}

/** The request that the responses belong to. */
export const ASKED: FileRequest = request(MARISOL)

/** Returns a response with the identifier of a request, and with the changes of a test. */
export function recorded(name: string, change = (text: string) => text, asked = ASKED): Buffer {
  const text = readFileSync(join(import.meta.dirname, 'answers', `${name}.xml`), 'latin1')
  return Buffer.from(change(text.replaceAll('{REQUEST_ID}', requestIdOf(asked))), 'latin1')
}

/** Merges the files of bureaus into the report of one borrower. */
export function merged(files: readonly CreditFile[]) {
  return mergeFiles({
    reportId: 'R1',
    responseId: 'CRR1',
    borrowers: [{ borrowerId: 'B1', pulls: files }],
    scope: 'all',
    scores: true,
    mergedOn: '2026-03-15',
  })
}
