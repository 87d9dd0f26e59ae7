/**
 * Responses of vendors, written by hand in the style of several vendors. All people and companies
 * are invented.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileRequest, Subject } from '../../../src/bureaus/bureau.ts'
import { requestIdOf } from '../../../src/bureaus/upstream/order-document.ts'
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
