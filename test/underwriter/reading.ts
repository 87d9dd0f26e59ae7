/**
 * A credit report as an underwriter reads it: only the elements and attributes of the response. The
 * rules in this folder know the report only through this file, which reads plain XML.
 */

/** An element of the response. */
export interface Element {
  readonly name: string
  readonly attributes: Record<string, string>
  readonly children: Element[]
  text: string
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}

function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity] ?? entity)
}

/** Reads XML as the service writes it: no comments, no namespaces, no `>` in attributes. */
export function readElements(xml: string): Element {
  const root = newElement('')
  const open = [root]
  let at = 0
  const body = xml.slice(xml.indexOf('?>') + 2).replace(CDATA, '')
  for (;;) {
    const start = body.indexOf('<', at)
    if (start === -1) return root.children[0] as Element
    const parent = open.at(-1) as Element
    if (start > at + 1) parent.text += decoded(body.slice(at, start).trim())
    const end = body.indexOf('>', start)
    at = end + 1
    if (body[start + 1] === '/') open.pop()
    else {
      const isEmpty = body[end - 1] === '/'
      const element = elementOf(body.slice(start + 1, isEmpty ? end - 1 : end))
      parent.children.push(element)
      if (!isEmpty) open.push(element)
    }
  }
}

/** The printed report. */
const CDATA = /<!\[CDATA\[[^\]]*\]\]>/

function newElement(name: string): Element {
  return { name, attributes: {}, children: [], text: '' }
}

/** Returns the element of a tag, given without its brackets. */
function elementOf(tag: string): Element {
  const space = tag.indexOf(' ')
  if (space === -1) return newElement(tag)
  const element = newElement(tag.slice(0, space))
  for (let at = space + 1; at < tag.length; ) {
    const equals = tag.indexOf('="', at)
    if (equals === -1) break
    const quote = tag.indexOf('"', equals + 2)
    element.attributes[tag.slice(at, equals).trim()] = decoded(tag.slice(equals + 2, quote))
    at = quote + 1
  }
  return element
}

/** Returns the children with this name. */
export function all(parent: Element, name: string): Element[] {
  return parent.children.filter((child) => child.name === name)
}

/** Returns the first child with this name, or an empty element. */
export function one(parent: Element, name: string): Element {
  return parent.children.find((child) => child.name === name) ?? NOTHING
}

const NOTHING = newElement('')

/** Returns an attribute, or an empty string if it is absent. */
export function get(element: Element, name: string): string {
  return element.attributes[name] ?? ''
}

/** Returns an amount or count, or NaN if it is absent. */
export function amount(element: Element, name: string): number {
  const text = element.attributes[name]
  return text === undefined || text === '' ? Number.NaN : Number(text)
}

/** Returns the sum of an amount. An absent amount counts as 0. */
export function sum(elements: readonly Element[], name: string): number {
  return elements.reduce((total, element) => total + (amount(element, name) || 0), 0)
}

/** Returns the months since year 0 of a date as YYYY-MM or YYYY-MM-DD. */
export function month(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
}

/** Whether a date is before another. Compares only the parts that both dates have. */
export function isBefore(date: string, other: string): boolean {
  const exact = Math.min(date.length, other.length)
  return exact > 0 && date.slice(0, exact) < other.slice(0, exact)
}

/** Returns the day that is this many days earlier. */
export function daysEarlier(date: string, days: number): string {
  return new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10)
}

/** The parts of a report that rules refer to. */
export interface Reading {
  /** The day of the report. */
  readonly on: string
  readonly month: number
  readonly response: Element
  readonly keys: ReadonlyMap<string, string>
  readonly borrowers: readonly Element[]
  readonly accounts: readonly Element[]
  readonly records: readonly Element[]
  readonly inquiries: readonly Element[]
  readonly files: readonly Element[]
  readonly scores: readonly Element[]
  readonly references: readonly Element[]
  /** The data sets of the summary, by borrower. */
  readonly summaries: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/** Reads a response. */
export function readReport(xml: string): Reading {
  return readingOf(readElements(xml))
}

/** Returns the parts of a response that was read and possibly changed. */
export function readingOf(root: Element): Reading {
  const envelope = one(root, 'RESPONSE')
  const response = one(one(envelope, 'RESPONSE_DATA'), 'CREDIT_RESPONSE')
  const on = get(response, 'CreditReportLastUpdatedDate').slice(0, 10)
  const pairs = (parent: Element, name: string) =>
    new Map(all(parent, name).map((each) => [get(each, '_Name'), get(each, '_Value')]))
  return {
    on,
    month: month(on),
    response,
    keys: pairs(envelope, 'KEY'),
    borrowers: all(response, 'BORROWER'),
    accounts: all(response, 'CREDIT_LIABILITY'),
    records: all(response, 'CREDIT_PUBLIC_RECORD'),
    inquiries: all(response, 'CREDIT_INQUIRY'),
    files: all(response, 'CREDIT_FILE'),
    scores: all(response, 'CREDIT_SCORE'),
    references: all(response, 'CREDIT_TRADE_REFERENCE'),
    summaries: new Map(
      all(response, 'CREDIT_SUMMARY').map((each) => [
        get(each, 'BorrowerID'),
        pairs(each, '_DATA_SET'),
      ]),
    ),
  }
}

/** A rule that every report must satisfy, and a way to break it. */
export interface Rule {
  readonly title: string
  /** Returns the contradictions to the rule, in words without personal data. */
  readonly check: (report: Reading) => readonly string[]
  /** Breaks the rule in this report. Returns false if the report has nothing to break it with. */
  readonly sabotage: (report: Reading) => boolean
}

/** Returns a rule that each of several elements must satisfy. */
export function ofEach(
  title: string,
  elements: (report: Reading) => readonly Element[],
  holds: (element: Element, report: Reading) => boolean,
  breaks: (element: Element, report: Reading) => boolean,
): Rule {
  return {
    title,
    check: (report) =>
      elements(report)
        .filter((element) => !holds(element, report))
        .map((element) => described(element)),
    sabotage: (report) => elements(report).some((element) => breaks(element, report)),
  }
}

const IDENTIFIERS = [
  'CreditLiabilityID',
  'CreditPublicRecordID',
  'CreditInquiryID',
  'CreditFileID',
  'CreditScoreID',
  'CreditTradeReferenceID',
]

function described(element: Element): string {
  const id = IDENTIFIERS.map((name) => get(element, name)).find((text) => text !== '') ?? ''
  return `${element.name} ${id}`
}

/** Sets an attribute of an element. Returns true, so that a sabotage can end with this call. */
export function set(element: Element, name: string, value: string | undefined): boolean {
  if (value === undefined) delete element.attributes[name]
  else element.attributes[name] = value
  return true
}

/** Returns a month as YYYY-MM. */
export function monthText(number: number): string {
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
}
