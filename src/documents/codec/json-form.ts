/**
 * Errors about the form of a JSON value, such as a number or a list instead of a string, with
 * advice on what to write.
 */
import type { TextElement } from '../element.ts'
import type { JsonForm, XmlNode } from './parse.ts'

/** The property that holds the text of an embedded document. */
export const TEXT_PROPERTY = '__cdata'

const FORMS: Readonly<Record<JsonForm, string>> = {
  object: 'an object',
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  'empty list': 'a list',
}

/** Returns the form that was sent instead, as the end of a sentence. */
export function jsonForm({ json }: XmlNode): string {
  return json === undefined ? '' : `, not ${FORMS[json.form]}`
}

/** Returns what is wrong with a value that is not a string, as the end of a sentence. */
export function textFormError({ json }: XmlNode): string | undefined {
  if (json === undefined || json.form === 'string') return undefined
  if (json.form === 'null') {
    return 'must be a string, not null; send its value, "" if it has none, or leave an optional property out'
  }
  const isPlain = json.form === 'number' || json.form === 'boolean'
  return `must be a string, not ${FORMS[json.form]}${isPlain ? '; write it in quotation marks' : ''}`
}

/**
 * Returns the node with the text of an element. In JSON, the text of an embedded document is in a
 * property.
 */
export function textNode({ cdata }: TextElement, node: XmlNode): XmlNode | undefined {
  if (!cdata || node.json === undefined) return node
  return node.children.find(({ name }) => name === TEXT_PROPERTY)
}

/**
 * Returns the text that replaces the content of a node. A JSON value that is not a string becomes
 * one.
 */
export function replacement({ json }: XmlNode, text: string): string {
  if (json === undefined) return text
  const quoted = JSON.stringify(text)
  return json.form === 'string' ? quoted.slice(1, -1) : quoted
}
