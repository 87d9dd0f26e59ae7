/** What is wrong with a document. */

import type { Answer } from '../api/call.ts'
import { Path } from './path.tsx'
import { Table } from './table.tsx'

/** A fault of a document. */
export type Fault = Answer<'GET /orders/:id'>['faults'][number]

/** What was expected, without the line where that is told beside it. */
export function withoutLine(expected: string | undefined): string | undefined {
  return expected?.replace(/ \(line \d+\)$/, '')
}

/** Faults of a document: the place, the rule and what was expected, never the value. */
export function FaultTable({ faults }: { readonly faults: readonly Fault[] }) {
  const lines = faults.some(({ line }) => line !== undefined)
  return (
    <Table
      caption="What is wrong"
      rows={faults}
      keyOf={({ path, rule, expected }) => `${path}${rule}${expected}`}
      columns={[
        lines ? { title: 'Line', number: true, cell: ({ line }) => line } : undefined,
        { title: 'Place', className: 'mono wrap whole', cell: ({ path }) => <Path text={path} /> },
        { title: 'Rule', cell: ({ rule }) => rule },
        {
          title: 'Expected',
          cell: ({ expected }) => (lines ? withoutLine(expected) : expected),
        },
      ]}
    />
  )
}
