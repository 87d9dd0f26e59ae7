/** The people of two orders or reports: who is the same on both sides. */
import type { ApiResponse } from '../../api/call.ts'
import type { Report } from '../report/report-data.ts'

/** The borrowers of an order or a report, masked. */
export type Borrowers = ApiResponse<'GET /orders/:id'>['borrowers']

/** A borrower of a report. */
export type Person = Report['borrowers'][number]

/** A person in both reports; undefined on the side of a report without that person. */
export type PersonPair = readonly [Person | undefined, Person | undefined]

/** A person in both. */
export type SharedPair = readonly [Person, Person]

/** The part of a report that is about one person. */
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

/** `R. C. and J. C.` */
export const namesText = (people: readonly Pick<Person, 'name'>[]) =>
  people.map(({ name }) => name).join(' and ')

/** Whether a borrower is of both. */
export function isSameBorrower(borrowers: Borrowers, others: Borrowers): boolean {
  return borrowers.some((one) => others.some((other) => keyOf(one) === keyOf(other)))
}

/** The people of both lists, each beside themselves; people of two strangers by their position. */
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

/** The last four digits and the first initial: last names change. */
function keyOf({ name, ssn }: Borrowers[number]): string {
  return `${name.charAt(0)} ${ssn}`
}
