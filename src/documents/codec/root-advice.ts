/** What a document with another root element is, and what to send instead. */

/** Longest name of a root that a message repeats. */
const NAME_LENGTH_MAX = 40

/** Parts of a request that are sent without their envelope. */
const PARTS: ReadonlySet<string> = new Set([
  'REQUEST',
  'REQUEST_DATA',
  'CREDIT_REQUEST',
  'LOAN_APPLICATION',
])

/** What is expected of the root, as the end of a sentence that begins with its name. */
export function rootAdvice(found: string, expected: string): string {
  const shown = /^[\w.:-]+$/.test(found) && found.length <= NAME_LENGTH_MAX ? found : 'another name'
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
