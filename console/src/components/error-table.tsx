/** The table of validation errors of a document. */
import type { ApiResponse } from '../api/call.ts'
import { Table } from './list/table.tsx'
import { Path } from './path.tsx'

/** A validation error. */
export type ValidationError = ApiResponse<'GET /orders/:id'>['errors'][number]

/** Returns the expected value without its line number, for tables with a column for the line. */
export function withoutLine(expected: string | undefined): string | undefined {
  return expected?.replace(/ \(line \d+\)$/, '')
}

/** Validation errors with path, check and expected value. The submitted value is never shown. */
export function ErrorTable({ errors }: { readonly errors: readonly ValidationError[] }) {
  const hasLines = errors.some(({ line }) => line !== undefined)
  return (
    <Table
      caption="Validation errors"
      rows={errors}
      keyOf={({ path, rule, expected }) => `${path}${rule}${expected}`}
      columns={[
        hasLines ? { title: 'Line', number: true, cell: ({ line }) => line } : undefined,
        { title: 'Path', className: 'mono wrap whole', cell: ({ path }) => <Path text={path} /> },
        { title: 'Check', cell: ({ rule }) => rule },
        {
          title: 'Expected',
          cell: ({ expected }) => (hasLines ? withoutLine(expected) : expected),
        },
      ]}
    />
  )
}
