/**
 * Paths of fields in a document, as errors and notes spell them: `REQUEST_GROUP/KEY[2]/@_Name` in
 * XML, counted from 1, and `$.REQUEST_GROUP.KEY[1].__Name` in JSON, counted from 0 (RFC 9535).
 */
import { type Dialect, wireName } from '../dialects.ts'

/** The position of an element among the elements of the same name. */
export interface Position {
  readonly index: number
  /** The number of elements of the same name. In XML, a single element has no position. */
  readonly count: number
}

/** Returns the path of the root element. */
export function rootPath(name: string, dialect: Dialect): string {
  return dialect.carrier === 'property' ? `$${step(name)}` : name
}

/** Returns the path of a scalar field, by its name on the wire. */
export function fieldPath(path: string, wire: string, dialect: Dialect): string {
  if (dialect.carrier === 'property') return path + step(wire)
  return dialect.carrier === 'attribute' ? `${path}/@${wire}` : `${path}/${wire}`
}

/**
 * Returns the path of a child element. In XML it contains the position if there are several
 * elements; in JSON it contains the index of every list item, even of a single one.
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
 * Returns the path of a field by the names of the tables, from the root inward. Rules use it for
 * fields that may be absent from the document.
 */
export function tablePath(elements: readonly string[], dialect: Dialect, field?: string): string {
  const [root = '', ...inner] = elements
  const path = inner.reduce((at, name) => childPath(at, name, dialect), rootPath(root, dialect))
  return field === undefined ? path : fieldPath(path, wireName(field, dialect), dialect)
}

/** Returns a property as a step of a JSON path. Names that are not plain words are quoted. */
function step(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name}']`
}
