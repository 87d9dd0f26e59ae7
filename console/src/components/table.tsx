/** Tables: rows on wide screens, cards on phones, each value beside the title of its column. */
import type { ReactNode } from 'react'

/** A column, and what it shows of a row. */
export interface Column<R> {
  readonly title: string
  readonly cell: (row: R) => ReactNode
  /** What a row is called by. */
  readonly heads?: true
  /** Figures stand below each other at the right. */
  readonly number?: true
  /** Its title is for readers of the screen alone, as that of buttons is. */
  readonly quiet?: true
  readonly className?: string
}

interface TableProps<R> {
  readonly caption: string
  /** Those that are absent are not shown. */
  readonly columns: readonly (Column<R> | undefined)[]
  readonly rows: readonly R[]
  /** What a row is told apart by. */
  readonly keyOf: (row: R) => string
  readonly rowClass?: string
}

/** A table; its caption is read out. */
export function Table<R>({ caption, columns, rows, keyOf, rowClass }: TableProps<R>) {
  const shown = columns.filter((column) => column !== undefined)
  return (
    <div className="scroll">
      <table className="cards">
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            {shown.map(({ title, quiet, number }) => (
              <th key={title} scope="col" className={number && 'number'}>
                {quiet ? <span className="hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={rowClass}>
              {shown.map((column) => (
                <Cell key={column.title} column={column}>
                  {column.cell(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface CellProps<R> {
  readonly column: Column<R>
  readonly children: ReactNode
}

function Cell<R>({ column, children }: CellProps<R>) {
  const { title, heads, number, quiet, className } = column
  const classes = [number && 'number', className].filter(Boolean).join(' ') || undefined
  const named = { className: classes, 'data-title': quiet ? undefined : title }
  if (heads) {
    return (
      <th scope="row" {...named}>
        {children}
      </th>
    )
  }
  return <td {...named}>{children}</td>
}
