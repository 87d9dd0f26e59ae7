/** The charges of a month as a table, grouped by day with a subtotal for each. */
import { useState } from 'react'
import { Link } from 'wouter'
import { centsText, dateText, dateTimeText, operationText, plural, utcText } from '../../format.ts'
import { Borrowers } from '../orders/order-table.tsx'
import { byDay, itemsText, type Line, priceChanges, type Subtotal } from './statement-lines.ts'

/** The number of charges in a statement above which its days are folded at first. */
const OPEN_MAX = 300

const TITLES = [
  'Time (UTC)',
  'Order, lender case',
  'Borrower',
  'Product',
  'Items',
  'Amount',
] as const

interface ChargesProps {
  readonly lines: readonly Line[]
  /** Whether score models have their own prices. */
  readonly scoresVary: boolean
}

/** The charges, oldest first. */
export function ChargeTable({ lines, scoresVary }: ChargesProps) {
  const changes = priceChanges(lines, scoresVary)
  return (
    <div className="scroll">
      <table className="cards charges">
        <caption className="hidden">Charges</caption>
        <thead>
          <tr>
            {TITLES.map((title) => (
              <th key={title} scope="col" className={title === 'Amount' ? 'number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {byDay(lines).map((day) => (
          <Day key={day.name} day={day} changes={changes} open={lines.length <= OPEN_MAX} />
        ))}
      </table>
    </div>
  )
}

interface DayProps {
  readonly day: Subtotal
  readonly changes: ReadonlyMap<Line, string>
  readonly open: boolean
}

function Day({ day: { name, lines, cents }, changes, open }: DayProps) {
  const [isOpen, setOpen] = useState(open)
  return (
    <tbody>
      <tr className="group">
        <th scope="rowgroup" colSpan={TITLES.length - 1}>
          {dateText(name)}{' '}
          {isOpen ? (
            <span className="muted">{plural(lines.length, 'charge')}</span>
          ) : (
            <button type="button" className="link" onClick={() => setOpen(true)}>
              Show {plural(lines.length, 'charge')}
            </button>
          )}
        </th>
        <td className="number strong">{centsText(cents)}</td>
      </tr>
      {isOpen &&
        lines.map((line) => (
          <Charge key={`${line.orderId}${line.kind}`} line={line} change={changes.get(line)} />
        ))}
    </tbody>
  )
}

interface ChargeProps {
  readonly line: Line
  readonly change: string | undefined
}

function Charge({ line, change }: ChargeProps) {
  const { chargedAt, orderId, borrowers, lenderCase, operation, action, amountCents } = line
  return (
    <>
      {change !== undefined && (
        <tr className="change">
          <td colSpan={TITLES.length}>
            <span className="strong">Price change</span> {change}
          </td>
        </tr>
      )}
      <tr>
        <td data-title="Time (UTC)">
          <time dateTime={chargedAt} title={dateTimeText(chargedAt)}>
            {utcText(chargedAt).slice('yyyy-mm-dd '.length)}
          </time>
        </td>
        <th scope="row" data-title="Order, lender case">
          <Link href={`/orders/${orderId}`} className="mono">
            {orderId}
          </Link>{' '}
          {lenderCase !== undefined && <span className="under">{lenderCase}</span>}
        </th>
        <td data-title="Borrower">
          <Borrowers borrowers={borrowers} purged={false} />
        </td>
        <td data-title="Product">
          {operationText(operation)} <span className="under">{action}</span>
        </td>
        <td data-title="Items">{itemsText(line)}</td>
        <td data-title="Amount" className="number strong">
          {centsText(amountCents)}
        </td>
      </tr>
    </>
  )
}
