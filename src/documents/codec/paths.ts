/**
 * The path of a field in a document, as errors and notes spell it: `REQUEST_GROUP/KEY[2]/@_Name` in
 * XML, counted from 1, and `$.REQUEST_GROUP.KEY[1].__Name` in JSON, counted from 0 (RFC 9535).
 */
import { type Dialect, spelled } from '../dialects.ts'

/** The index of an element among those of its name. */
export interface Position {
  readonly index: number
  /** How many elements of its name there are: a single one has no position in XML. */
  readonly count: number
}

/** The path of the root element. */
export function rootPath(name: string, dialect: Dialect): string {
  return dialect.carrier === 'property' ? `$${step(name)}` : name
}

/** The path of a scalar field, by its name on the wire. */
export function fieldPath(path: string, wire: string, dialect: Dialect): string {
  if (dialect.carrier === 'property') return path + step(wire)
  return dialect.carrier === 'attribute' ? `${path}/@${wire}` : `${path}/${wire}`
}

/**
 * The path of a child element. In XML its position is part of it where there are several, in JSON
 * where it is the item of a list, even of one.
 */
export function childPath(
  path: string,
  name: string,
  dialect: Dialect,
  position?: Position,
  listed = false,
): string {
  if (dialect.carrier === 'property') {
    return `${path}${step(name)}${position !== undefined && listed ? `[${position.index}]` : ''}`
  }
  const several = position !== undefined && position.count > 1
  return several ? `${path}/${name}[${position.index + 1}]` : `${path}/${name}`
}

/**
 * The path of a field by the names of the tables, from the root inwards. Rules use it for fields
 * that may be absent from the document.
 */
export function tablePath(elements: readonly string[], dialect: Dialect, field?: string): string {
  const [root = '', ...inner] = elements
  const path = inner.reduce((at, name) => childPath(at, name, dialect), rootPath(root, dialect))
  return field === undefined ? path : fieldPath(path, spelled(field, dialect), dialect)
}

/** A property in a JSON path; names that are no plain words are quoted. */
function step(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name}']`
}
