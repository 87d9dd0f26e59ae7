/** What is wrong with a document. */
import type { Answer } from '../api/call.ts'
import { Path } from './path.tsx'

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
    <div className="scroll">
      <table className="cards">
        <thead>
          <tr>
            {lines && (
              <th scope="col" className="number">
                Line
              </th>
            )}
            <th scope="col">Place</th>
            <th scope="col">Rule</th>
            <th scope="col">Expected</th>
          </tr>
        </thead>
        <tbody>
          {faults.map(({ path, rule, expected, line }) => (
            <tr key={`${path}${rule}${expected}`}>
              {lines && (
                <td data-title="Line" className="number">
                  {line}
                </td>
              )}
              <td data-title="Place" className="mono wrap whole">
                <Path text={path} />
              </td>
              <td data-title="Rule">{rule}</td>
              <td data-title="Expected">{lines ? withoutLine(expected) : expected}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
