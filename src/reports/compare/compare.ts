/** The comparison behind a refresh: what is on the files today that was not on those of a report. */

import { compareText } from '../comparing.ts'
import type { MergedData } from '../report.ts'
import { compareAccountsOverTime } from './compare-accounts.ts'
import { compareFiles } from './compare-identity.ts'
import { compareInquiries, compareRecords } from './compare-records.ts'
import { type Difference, KIND_ROWS } from './differences.ts'

const ORDER = new Map(KIND_ROWS.map(([kind], position) => [kind, position]))

/**
 * The differences of two reports about the same borrowers and bureaus, merged with scope `all`,
 * such as the report of an application and the files of the day before closing. They are listed by
 * kind and, within a kind, the latest first. Scores are not compared.
 */
export function compareReports(base: MergedData, current: MergedData): readonly Difference[] {
  const numbers = numbersOnFile(base, current)
  return [
    ...compareAccountsOverTime(base.liabilities, current.liabilities),
    ...compareRecords(base.publicRecords, current.publicRecords),
    ...compareInquiries(base.inquiries, current.inquiries),
    ...compareFiles(base.files, current.files),
  ]
    .map((difference) => withoutNumbers(difference, numbers))
    .toSorted(inOrder)
}

function inOrder(a: Difference, b: Difference): number {
  return (
    (ORDER.get(a.kind) ?? 0) - (ORDER.get(b.kind) ?? 0) ||
    compareText(b.since, a.since) ||
    compareText(a.what, b.what) ||
    compareText(a.account, b.account) ||
    compareText(JSON.stringify(a), JSON.stringify(b))
  )
}

/** Social security numbers on any of the files, as nine digits. */
function numbersOnFile(...reports: MergedData[]): string[] {
  const numbers = reports.flatMap(({ files }) =>
    files.map((file) => file._BORROWER._SSN.replace(/\D/g, '')),
  )
  return [...new Set(numbers)].filter((number) => number.length === 9)
}

/**
 * Some creditors take the social security number as the number of the account, and some alerts and
 * statements quote it; a list of differences is passed on more widely than the files are.
 */
function withoutNumbers(found: Difference, numbers: readonly string[]): Difference {
  const { what, account } = found
  const quoting = QUOTING.includes(found.kind)
  const hidden = hide(quoting ? what.replace(ANY_NUMBER, `XXX-XX-$1`) : what, numbers)
  return account === undefined
    ? { ...found, what: hidden }
    : { ...found, what: hidden, account: hide(account, numbers) }
}

/** Kinds whose text can quote numbers of other people, too. */
const QUOTING: readonly Difference['kind'][] = ['newAlert', 'newStatement', 'fileUnavailable']
const ANY_NUMBER = /(?<!\d)\d{3}[- ]?\d{2}[- ]?(\d{4})(?!\d)/g

function hide(text: string, numbers: readonly string[]): string {
  return numbers.reduce((masked, number) => {
    const written = new RegExp([...number].join('[- ]?'), 'g')
    return masked.replace(written, `XXX-XX-${number.slice(5)}`)
  }, text)
}
