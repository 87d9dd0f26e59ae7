/**
 * What errors advise about names: what a document with another root element is, and what a client
 * probably meant by a name, since names are compared as written and are easy to misspell.
 */
import type { XmlNode } from './parse.ts'

/** Longest name of a root that a message repeats. */
const ROOT_LENGTH_MAX = 40

/** Parts of a request that are sent without their envelope. */
const PARTS: ReadonlySet<string> = new Set([
  'REQUEST',
  'REQUEST_DATA',
  'CREDIT_REQUEST',
  'LOAN_APPLICATION',
])

/** What is expected of the root, as the end of a sentence that begins with its name. */
export function rootAdvice(found: string, expected: string): string {
  const shown = /^[\w.:-]+$/.test(found) && found.length <= ROOT_LENGTH_MAX ? found : 'another name'
  return `must be the root element, not ${shown}${adviceOf(found, expected)}`
}

function adviceOf(found: string, expected: string): string {
  const local = found.slice(found.lastIndexOf(':') + 1)
  if (local === 'Envelope') return '; send the document without a SOAP envelope'
  if (local === expected && found !== local) return '; send names without a namespace prefix'
  if (PARTS.has(local)) return `; send it inside its envelope, from ${expected} inwards`
  if (local === 'MESSAGE') return '; MISMO 3.x is not supported, send a MISMO 2.x document'
  if (local === 'RESPONSE_GROUP') return '; this is a response, send the request'
  if (local.toLowerCase() === 'html') return '; this is a web page, send the request'
  if (local.toLowerCase() === expected.toLowerCase()) return '; names are case-sensitive'
  return ''
}

/**
 * Longest name that is compared. The distance takes the product of both lengths, and names come
 * from clients.
 */
const NAME_LENGTH_MAX = 64
/** Most differing letters of a misspelled name. */
const EDITS_MAX = 2

/** What was sent in the place of a missing name, as the end of a sentence; empty where nothing was. */
export function insteadOf(
  missing: string,
  node: XmlNode,
  carrier: 'attribute' | 'element',
  isKnown: (name: string) => boolean,
): string {
  const elements = node.children.map(({ name }) => name)
  const attributes = [...node.attributes.keys()]
  const [here, elsewhere] =
    carrier === 'attribute' ? [attributes, elements] : [elements, attributes]
  if (elsewhere.includes(missing)) {
    return carrier === 'attribute'
      ? ' as an attribute; it was sent as an element'
      : ' as an element; it was sent as an attribute'
  }
  const meant = [...here, ...elsewhere].find((name) => !isKnown(name) && isMeant(name, missing))
  return meant === undefined ? '' : `; ${meant} was sent, did you mean ${missing}?`
}

/** The known name that an unknown one probably means. */
export function meantName(unknown: string, known: Iterable<string>): string | undefined {
  for (const name of known) if (isMeant(unknown, name)) return name
  return undefined
}

function isMeant(name: string, missing: string): boolean {
  if (name.length > NAME_LENGTH_MAX) return false
  const one = bare(name)
  const other = bare(missing)
  if (one === other) return true
  // Short names differ from each other by two letters anyway.
  const edits = other.length < 8 ? 1 : EDITS_MAX
  return (
    other.length > 3 &&
    Math.abs(one.length - other.length) <= edits &&
    distance(one, other) <= edits
  )
}

/** A name without prefix, case, underscores and dashes. */
function bare(name: string): string {
  return name
    .slice(name.lastIndexOf(':') + 1)
    .replaceAll(/[_-]/g, '')
    .toLowerCase()
}

/** How many letters must be changed, added or removed (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const changed = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
