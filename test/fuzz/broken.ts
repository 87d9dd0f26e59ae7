/**
 * Readers with deliberate bugs that the fuzzer must find. A fuzzer that misses them proves nothing.
 */
import { decode } from '../../src/documents/codec/decode.ts'
import { parse, type XmlNode } from '../../src/documents/codec/parse.ts'
import { UnreadableDocument } from '../../src/documents/codec/unreadable.ts'
import { UNBOUNDED } from '../documents/conformance-suite.ts'
import { ORDERS, type Target } from './targets.ts'
import { wrongVerdict } from './verdict.ts'

function broken(name: string, reads: (bytes: Uint8Array) => void): Target {
  const takes = async (bytes: Uint8Array) => {
    try {
      reads(bytes)
      return true
    } catch (error) {
      if (error instanceof UnreadableDocument) return false
      throw error
    }
  }
  return { name, seeds: ORDERS.seeds, takes }
}

const unbounded = { ...UNBOUNDED, depthMax: 1_000_000 }

function depthOf(node: XmlNode): number {
  return 1 + Math.max(0, ...node.children.map(depthOf))
}

/** Visits nested elements by recursion, without a limit on depth. */
const WITHOUT_DEPTH = broken('without a depth limit', (bytes) => {
  depthOf(parse(decode(bytes), unbounded))
})

const KNOWN: Readonly<Record<string, string>> = { BORROWER: 'B', _RESIDENCE: 'R', KEY: 'K' }

/** Looks up names in an object, and thus also finds those of its prototype. */
const WITH_PROTOTYPE = broken('with names of the prototype', (bytes) => {
  const visit = (node: XmlNode) => {
    KNOWN[node.name]?.toLowerCase()
    node.children.forEach(visit)
  }
  visit(parse(decode(bytes)))
})

/** Compares each attribute with every other. */
const QUADRATIC = broken('quadratic in attributes', (bytes) => {
  const names = decode(bytes).split(/[\s<>]/)
  for (const one of names) names.filter((other) => other.toLowerCase() === one)
})

/** Targets that throw an error or take too long. */
export const BROKEN_TARGETS: readonly Target[] = [WITHOUT_DEPTH, WITH_PROTOTYPE, QUADRATIC]

/** A verdict that accepts documents that are not well-formed. */
export function laxVerdict(bytes: Uint8Array): string | undefined {
  return wrongVerdict(bytes, (text) => parse(text.replaceAll('--', '')))
}
