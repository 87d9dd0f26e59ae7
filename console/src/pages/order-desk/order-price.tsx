/** What an order would cost, before it is placed. */
import { centsText } from '../../format.ts'
import type { Preview } from './preview-and-submit.ts'

type Price = Preview['price']

/** Whether placing the order charges the account, or leaves an inquiry. */
export function mayCost(price: Price): boolean {
  return price !== undefined && (price.centsMax > 0 || price.hard)
}

/** The price beside the button; empty until the order is valid. */
export function Costs({ price }: { readonly price: Price }) {
  return (
    <p className="small" aria-live="polite">
      <CostText price={price} />
    </p>
  )
}

/** The price, and whether other lenders see the inquiry. */
export function CostText({ price }: { readonly price: Price }) {
  if (price === undefined)
    return <span className="muted">The price appears when the request is valid.</span>
  return (
    <>
      <span className="strong">
        {price.pulls && price.centsMax > 0 ? 'Up to ' : ''}
        {price.centsMax === 0 ? 'No charge.' : centsText(price.centsMax)}
      </span>{' '}
      <span className="muted">{inquiryText(price)}</span>
    </>
  )
}

function inquiryText({ pulls, hard }: NonNullable<Price>): string {
  if (!pulls) return 'No bureau is contacted.'
  return hard
    ? "Hard inquiry. Will appear on this borrower's later reports."
    : 'Soft inquiry. Not visible to other lenders.'
}
