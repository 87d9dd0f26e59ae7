/**
 * Cuts card data out of a request as it was sent, before it is stored anywhere.
 *
 * Fields are recognised by name alone, in any case, prefix and carrier and wherever they stand, in
 * comments too: a client that spells the document wrongly must not get its card code stored for that.
 */

import { replacement } from '../codec/json-form.ts'
import type { XmlNode } from '../codec/parse.ts'
import type { AnyElement } from '../element.ts'

/** The replacement of a value that was cut out. */
const REDACTED = 'CUT'

/** The names of the fields that are never stored, without underscores and in lower case. */
export function neverStoredNames(element: AnyElement, names = new Set<string>()): Set<string> {
  if (element.form === 'text') return names
  for (const [name, field] of Object.entries(element.fields)) {
    if (field.neverStored === true) names.add(bare(name))
  }
  for (const child of Object.values(element.children)) neverStoredNames(child.element, names)
  return names
}

/** What is cut out of a text, and the value that it has there. */
type Span = readonly [start: number, end: number, value: string, name: string, node?: XmlNode]

/**
 * The text of a document with the values of the named fields replaced by what `keptOf` leaves of
 * each. It works on the text and not on the parsed document, so that everything else is stored
 * exactly as sent.
 */
export function redact(
  text: string,
  root: XmlNode,
  names: ReadonlySet<string>,
  keptOf: (value: string, name: string) => string = () => '',
): string {
  const spans: Span[] = []
  collect(text, root, names, spans)
  if (root.json === undefined) collectAsides(text, names, spans)
  let kept = ''
  let from = 0
  for (const [start, end, value, name, node] of spans.sort((one, other) => one[0] - other[0])) {
    if (start < from) continue
    const left = keptOf(value, name) || REDACTED
    kept += text.slice(from, start) + (node === undefined ? left : replacement(node, left))
    from = end
  }
  return kept + text.slice(from)
}

function collect(text: string, node: XmlNode, names: ReadonlySet<string>, spans: Span[]): void {
  const named = names.has(bare(node.name))
  for (const [name, attribute] of node.attributes) {
    if (attribute.value === '' || !(named || names.has(bare(name)))) continue
    const end = attribute.end - 1
    spans.push([text.lastIndexOf(text.charAt(end), end - 1) + 1, end, attribute.value, bare(name)])
  }
  if (named && node.contentEnd > node.contentStart) {
    spans.push([node.contentStart, node.contentEnd, node.text, bare(node.name), node])
  }
  for (const child of node.children) collect(text, child, names, spans)
}

/** Comments and processing instructions; CDATA sections are found to pass over what looks like them. */
const ASIDES = /<!\[CDATA\[.*?\]\]>|<!--(?<comment>.*?)-->|<\?(?<instruction>.*?)\?>/gs

/** In a document that is well-formed, no aside begins inside a quoted value. */
function collectAsides(text: string, names: ReadonlySet<string>, spans: Span[]): void {
  for (const { groups, index } of text.matchAll(ASIDES)) {
    const aside = groups?.comment ?? groups?.instruction
    if (aside === undefined) continue
    const lower = aside.toLowerCase()
    if (![...names].some((name) => lower.includes(name))) continue
    const start = index + (groups?.comment === undefined ? '<?' : '<!--').length
    spans.push([start, start + aside.length, '', ''])
  }
}

function bare(name: string): string {
  return name
    .slice(name.lastIndexOf(':') + 1)
    .replace(/^_+/, '')
    .toLowerCase()
}
