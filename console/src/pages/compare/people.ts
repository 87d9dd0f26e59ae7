/** The people of two orders or reports, matched across both sides. */
import type { ApiResponse } from '../../api/call.ts'
import type { Report } from '../report/report-data.ts'

/** The masked borrowers of an order or a report. */
export type Borrowers = ApiResponse<'GET /orders/:id'>['borrowers']

/** A borrower of a report. */
export type Person = Report['borrowers'][number]

/** A person's entry in each report; undefined on the side of a report without that person. */
export type PersonPair = readonly [Person | undefined, Person | undefined]

/** A person who is in both reports. */
export type SharedPair = readonly [Person, Person]

/** Returns the part of a report that is about one person. */
export function onlyOf(report: Report, { id }: Person): Report {
  const about = ({ borrowerIds }: { readonly borrowerIds: readonly string[] }) =>
    borrowerIds.includes(id)
  return {
    ...report,
    tiles: report.tilesByBorrower.find(({ borrowerId }) => borrowerId === id)?.tiles ?? [],
    accounts: report.accounts.filter(about),
    inquiries: report.inquiries.filter(about),
    publicRecords: report.publicRecords.filter(about),
    files: report.files.filter(({ borrowerId }) => borrowerId === id),
  }
}

/** Returns the names of people, such as `R. C. and J. C.` */
export const namesText = (people: readonly Pick<Person, 'name'>[]) =>
  people.map(({ name }) => name).join(' and ')

/** Returns whether both lists have a borrower in common. */
export function isSameBorrower(borrowers: Borrowers, others: Borrowers): boolean {
  return borrowers.some((one) => others.some((other) => keyOf(one) === keyOf(other)))
}

/**
 * Pairs the people of both reports: each person with the same person in the other report. People of
 * reports without a common borrower (`apart`) are paired by position.
 */
export function pairedPeople(
  ones: readonly Person[],
  others: readonly Person[],
  apart: boolean,
): readonly PersonPair[] {
  if (apart) {
    const longer = ones.length > others.length ? ones : others
    return longer.map((_, index) => [ones[index], others[index]])
  }
  const find = (people: readonly Person[], person: Person) =>
    people.find((each) => keyOf(each) === keyOf(person))
  return [
    ...ones.map((one) => [one, find(others, one)] as const),
    ...others.filter((other) => !find(ones, other)).map((other) => [undefined, other] as const),
  ]
}

/**
 * Returns the first initial and the masked SSN, which shows the last four digits. Last names
 * change, so they are not compared.
 */
function keyOf({ name, ssn }: Borrowers[number]): string {
  return `${name.charAt(0)} ${ssn}`
}
