/** Requests to the simulated bureaus: about personas and about arbitrary people. */
import fc from 'fast-check'
import type { Bureau, CreditFile, FileRequest, Subject } from '../../../src/bureaus/bureau.ts'
import { PERSONAS, type Persona } from '../../../src/bureaus/simulator/personas.ts'
import { createSimulatedBureaus } from '../../../src/bureaus/simulator/simulator.ts'

export const EPOCH = new Date('2026-03-15T12:00:00Z')

export const DAY_MS = 86_400_000

export function simulated(epoch = EPOCH): Bureau[] {
  return createSimulatedBureaus({ epoch, timeoutMs: 10_000 })
}

/** A request as orders create it, with the changes of a test. */
export function request(subject: Subject, changes: Partial<FileRequest> = {}): FileRequest {
  return {
    orderId: 'order-1',
    subject,
    hard: true,
    scoreWanted: true,
    purpose: 'FCRA 604(a)(3)(A)',
    endUser: 'Harbor Lending',
    earlierInquiries: [],
    askedAt: EPOCH,
    signal: new AbortController().signal,
    ...changes,
  }
}

export function subjectOf(persona: Persona): Subject {
  const { firstName, middleName, lastName, suffix, birthDate, address } = persona
  const ssn = persona.ssn.replaceAll('-', '')
  return {
    firstName,
    middleName,
    lastName,
    suffix,
    ssn,
    birthDate,
    address,
    formerAddresses: [],
  }
}

/** Returns the subject of a persona by ID. */
export function persona(id: Persona['id']): Subject {
  const found = PERSONAS.find((known) => known.id === id)
  if (found === undefined) throw new Error(`no persona ${id}`)
  return subjectOf(found)
}

const name = fc.stringMatching(/^[A-Z][a-zé]{1,12}$/)

/** An arbitrary person: a name and a number that is never issued. */
export const anyone: fc.Arbitrary<Subject> = fc.record(
  {
    firstName: name,
    middleName: fc.constantFrom('', 'Q', 'Marie'),
    lastName: name,
    suffix: fc.constantFrom('', '', 'Jr'),
    ssn: fc.integer({ min: 920_00_0000, max: 999_99_9999 }).map(String),
    address: fc.record(
      {
        street: fc.integer({ min: 1, max: 9999 }).map((number) => `${number} Alder St`),
        city: fc.constant('Belfast'),
        state: fc.constant('ME'),
        postalCode: fc.constant('04915'),
      },
      { noNullPrototype: true },
    ),
    formerAddresses: fc.constant([]),
  },
  { noNullPrototype: true },
)

/** A time from five years before the epoch to ten years after it. */
export const anyTime: fc.Arbitrary<Date> = fc
  .integer({ min: -5 * 365, max: 10 * 365 })
  .map((days) => new Date(EPOCH.getTime() + days * DAY_MS))

/** Returns the files of all three bureaus. */
export function pullAll(
  bureaus: readonly Bureau[],
  subject: Subject,
  changes: Partial<FileRequest> = {},
): Promise<CreditFile[]> {
  return Promise.all(bureaus.map((bureau) => bureau.pull(request(subject, changes))))
}

/** An invented person by number. The person has no birth date, so that all ages occur. */
export function invented(number: number) {
  const letters = [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  return {
    firstName: 'Robin',
    middleName: '',
    lastName: `Ash${letters}`,
    suffix: '',
    ssn: String(920_000_000 + ((number * 7919) % 79_999_999)),
    address: { street: '1 Alder St', city: 'Bath', state: 'ME', postalCode: '04530' },
    formerAddresses: [],
  }
}
