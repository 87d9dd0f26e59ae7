/** A world with custom people, and the reports of orders for them. */
import assert from 'node:assert/strict'
import { monthNumber } from '../../../../src/bureaus/simulator/calendar.ts'
import { readPersonFile } from '../../../../src/bureaus/simulator/people/check-person.ts'
import {
  type CustomPerson,
  identityOfCustom,
} from '../../../../src/bureaus/simulator/people/custom-person.ts'
import { createSimulatedBureaus } from '../../../../src/bureaus/simulator/simulator.ts'
import type { Person } from '../../../orders/support/order-document.ts'
import { type Reading, readReport } from '../../../underwriter/reading.ts'
import { RULES } from '../../../underwriter/rules.ts'
import { orderReport } from '../../../underwriter/simulated-reports.ts'

const EPOCH = new Date('2026-03-10T15:00:00Z')
/** The time at which the people are created. */
export const PUT = new Date('2026-11-20T09:00:00Z')
export const AT = { epochMonth: monthNumber(EPOCH), month: monthNumber(PUT) }

export function customPerson(id: string, value: unknown): CustomPerson {
  return { id, file: readPersonFile(value, AT), putMonth: AT.month }
}

/** Creates the bureaus of a world with these people. */
export function worldOf(...people: readonly CustomPerson[]) {
  const bySsn = new Map(
    people.map((each) => [identityOfCustom(each).ssn.replaceAll('-', ''), each]),
  )
  const find = async (ssn: string) => bySsn.get(ssn)
  return createSimulatedBureaus({ epoch: EPOCH, timeoutMs: 1000, customPerson: find })
}

/** Returns a custom person as an order names them. */
export function borrower(custom: CustomPerson, changed: Partial<Person> = {}): Person {
  const { firstName, middleName, lastName, suffix, ssn, address } = identityOfCustom(custom)
  const { street, city, state, postalCode: zip } = address
  const name = { first: firstName, middle: middleName, last: lastName, suffix }
  return { id: 'B1', ...name, ssn, street, city, state, zip, ...changed }
}

/** Returns the report of an order for a custom person. */
export async function reportOf(
  custom: CustomPerson,
  at = PUT,
  changed: Partial<Person> = {},
): Promise<Reading> {
  const answered = await orderReport(worldOf(custom), [borrower(custom, changed)], at)
  assert.ok(answered, 'a report')
  return readReport(answered.xml)
}

/** Returns the problems that the machine underwriter finds in a report. */
export function contradictions(report: Reading): readonly string[] {
  return RULES.flatMap((rule) => rule.check(report).map((found) => `${rule.title}: ${found}`))
}
