/** Rules about files, the people in them and their alerts. */
import { isDistinct } from './accounts.ts'
import {
  all,
  type Element,
  get,
  isBefore,
  ofEach,
  one,
  type Reading,
  type Rule,
  set,
} from './reading.ts'

const delivered = ({ files }: Reading) =>
  files.filter((file) => get(file, '_ResultStatusType') === 'FileReturned')
const missing = ({ files }: Reading) =>
  files.filter((file) => get(file, '_ResultStatusType') !== 'FileReturned')
const textOf = (parent: Element) =>
  all(parent, '_Text')
    .map(({ text }) => text)
    .join(' ')

function ssnMessages(file: Element): string[] {
  return all(file, 'CREDIT_COMMENT')
    .filter((comment) => get(comment, '_TypeOtherDescription') === 'SSNMessage')
    .map(textOf)
}

const hasAlert = (file: Element, category: string) =>
  all(file, '_ALERT_MESSAGE').some((alert) => get(alert, '_CategoryType') === category)
const varies = (file: Element, type: string) =>
  all(file, '_VARIATION').some((variation) => get(variation, '_Type') === type)

/** Whether the number is a taxpayer number: area 9xx and a group that the IRS assigns. */
function isTaxpayerNumber(ssn: string): boolean {
  const digits = ssn.replaceAll('-', '')
  const group = Number(digits.slice(3, 5))
  const assigned =
    (group >= 50 && group <= 65) ||
    (group >= 70 && group <= 88) ||
    (group >= 90 && group <= 92) ||
    group >= 94
  return /^9(?!00)/.test(digits) && assigned
}

function borrowerOf(file: Element, report: Reading): Element | undefined {
  return report.borrowers.find((each) => get(each, 'BorrowerID') === get(file, 'BorrowerID'))
}

// biome-ignore format: a table of rules
export const IDENTITY_RULES: readonly Rule[] = [
  ofEach('each file has exactly one message about the SSN', delivered,
    (each) => ssnMessages(each).length === 1,
    (each) => { each.children.splice(0); return true }),
  ofEach('a file says that the SSN does not match if and only if it has an SSN alert', delivered,
    (each) => ssnMessages(each).some((text) => /does not match/i.test(text)) === (hasAlert(each, 'SSNVerification')),
    (each) => hasAlert(each, 'SSNVerification') === false && each.children.push({ name: '_ALERT_MESSAGE', attributes: { _CategoryType: 'SSNVerification' }, children: [], text: '' }) > 0),
  ofEach('a file says that the number is an ITIN if and only if it is one', delivered,
    (each, report) => ssnMessages(each).some((text) => /\bITIN\b/.test(text)) === isTaxpayerNumber(get(borrowerOf(each, report) ?? each, '_SSN')),
    (each, report) => report.borrowers.some((borrower) => set(borrower, '_SSN', isTaxpayerNumber(get(borrower, '_SSN')) ? '900-11-0001' : '999-88-0000') && each.name !== '')),
  ofEach('a file with a different SSN has an SSN alert', delivered,
    (each) => !varies(each, 'DifferentSSN') || hasAlert(each, 'SSNVerification'),
    (each) => !hasAlert(each, 'SSNVerification') && each.children.push({ name: '_VARIATION', attributes: { _Type: 'DifferentSSN' }, children: [], text: '' }) > 0),
  ofEach('no address was reported after the day of the report', delivered,
    (each, { on }) => all(one(each, '_BORROWER'), '_RESIDENCE').every((home) => !isBefore(on, get(home, '_DateReported'))),
    (each) => all(one(each, '_BORROWER'), '_RESIDENCE').some((home) => set(home, '_DateReported', '2199-01-01'))),
  ofEach('the infile date of a file is not after the day of the report', delivered,
    (each, { on }) => get(each, '_InfileDate') !== '' && !isBefore(on, get(each, '_InfileDate')),
    (each) => set(each, '_InfileDate', '2199-01-01')),
  ofEach('a missing file has an error message', missing,
    (each) => all(each, 'CREDIT_ERROR_MESSAGE').some((message) => textOf(message) !== ''),
    (each) => { each.children.splice(0); return true }),
  ofEach('a missing file has no scores and no inquiries', missing,
    (each, report) => !report.scores.some((score) => get(score, 'CreditFileID') === get(each, 'CreditFileID')) && !report.inquiries.some((inquiry) => get(inquiry, 'CreditFileID') === get(each, 'CreditFileID')),
    (each, report) => (report.scores as Element[]).push({ name: 'CREDIT_SCORE', attributes: { CreditFileID: get(each, 'CreditFileID') }, children: [], text: '' }) > 0),
  ofEach('the alerts and comments of a file are distinct', delivered,
    (each) => isDistinct(all(each, 'CREDIT_COMMENT').map(textOf)) && isDistinct(all(each, '_ALERT_MESSAGE').map(textOf)),
    (each) => { const [first] = all(each, 'CREDIT_COMMENT'); return first !== undefined && each.children.push(first) > 0 }),
  ofEach('a file with a fraud alert has a comment with a telephone number', delivered,
    (each) => !(hasAlert(each, 'FACTAFraudVictimInitial') || hasAlert(each, 'FACTAFraudVictimExtended')) || all(each, 'CREDIT_COMMENT').some((comment) => /\(\d{3}\) \d{3}-\d{4}/.test(textOf(comment))),
    (each) => !hasAlert(each, 'FACTAFraudVictimInitial') && each.children.push({ name: '_ALERT_MESSAGE', attributes: { _CategoryType: 'FACTAFraudVictimInitial' }, children: [], text: '' }) > 0),
  ofEach('the family name on file matches that of the borrower', delivered,
    (each, report) => letters(get(one(each, '_BORROWER'), '_LastName')).slice(0, 3) === letters(get(borrowerOf(each, report) ?? each, '_LastName')).slice(0, 3),
    (each) => set(one(each, '_BORROWER'), '_LastName', 'QQQQ')),
]

function letters(name: string): string {
  return name
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '')
}
