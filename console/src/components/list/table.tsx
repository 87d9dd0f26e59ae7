/** Tables. Wide screens show rows; phones show cards with each value under its column title. */
import type { ReactNode } from 'react'
import { Path } from '../path.tsx'

/** A column, and its content for a row. */
export interface Column<R> {
  readonly title: string
  readonly cell: (row: R) => ReactNode
  /** The cell is the header of its row. */
  readonly rowHeader?: true
  /** Numbers are aligned to the right. */
  readonly number?: true
  /** Only screen readers read the title, for example for a column of buttons. */
  readonly titleHidden?: true
  readonly className?: string
}

interface TableProps<R> {
  readonly caption: string
  /** Undefined columns are skipped. */
  readonly columns: readonly (Column<R> | undefined)[]
  readonly rows: readonly R[]
  /** Returns a unique key for a row. */
  readonly keyOf: (row: R) => string
  readonly className?: string
  readonly rowClass?: string | ((row: R) => string | undefined)
  /** Returns the heading of the group that a row belongs to. */
  readonly groupOf?: (row: R) => string
}

/** A table. Only screen readers read its caption. */
export function Table<R>(properties: TableProps<R>) {
  const { caption, columns, rows, keyOf, rowClass, className = '', groupOf } = properties
  const shown = columns.filter((column) => column !== undefined)
  return (
    <div className="scroll">
      <table className={`cards ${className}`}>
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            {shown.map(({ title, titleHidden, number }) => (
              <th key={title} scope="col" className={number && 'number'}>
                {titleHidden ? <span className="hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        {[...Map.groupBy(rows, (row) => groupOf?.(row))].map(([group, grouped]) => (
          <tbody key={group}>
            {group !== undefined && (
              <GroupRow columns={shown.length}>
                <Path text={group} />
              </GroupRow>
            )}
            {grouped.map((row) => (
              <tr
                key={keyOf(row)}
                className={typeof rowClass === 'function' ? rowClass(row) : rowClass}
              >
                {shown.map((column) => (
                  <Cell key={column.title} column={column}>
                    {column.cell(row)}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

/** The heading of the rows in a `tbody`. */
export function GroupRow({
  columns,
  children,
}: {
  readonly columns: number
  readonly children: ReactNode
}) {
  return (
    <tr className="group">
      <th scope="rowgroup" colSpan={columns}>
        {children}
      </th>
    </tr>
  )
}

interface CellProps<R> {
  readonly column: Column<R>
  readonly children: ReactNode
}

function Cell<R>({ column, children }: CellProps<R>) {
  const { title, rowHeader, number, titleHidden, className } = column
  const classes = [number && 'number', className].filter(Boolean).join(' ') || undefined
  const attributes = { className: classes, 'data-title': titleHidden ? undefined : title }
  if (rowHeader) {
    return (
      <th scope="row" {...attributes}>
        {children}
      </th>
    )
  }
  return <td {...attributes}>{children}</td>
}
