/** The price of an order before it is placed. */
import { centsText } from '../../format.ts'
import type { Work } from './desk-work.ts'
import { FaultNotice } from './fault-notice.tsx'
import type { Preview } from './preview-and-submit.ts'

type Price = Preview['price']

/** Returns whether placing the order can charge the account or leaves a hard inquiry. */
export function hasConsequences(price: Price): boolean {
  return price !== undefined && (price.centsMax > 0 || price.hard)
}

interface CostsProps {
  readonly price: Price
  readonly work: Work
}

/**
 * The price of the work on the desk, and the faults that the order would meet. Both are known only
 * when the request is valid.
 */
export function Costs({ price, work: { draft, edited } }: CostsProps) {
  const { account, bureaus, people } = draft
  const isForm = edited === undefined
  const ssns = isForm ? people.map(({ ssn }) => ssn) : undefined
  const isJoint = isForm ? people.length > 1 : edited.includes('CoBorrower')
  return (
    <div className="small" aria-live="polite">
      <p>
        <CostText price={price} isJoint={isJoint} />
      </p>
      {price !== undefined && (
        <FaultNotice order={{ account, bureaus, ssns }} pulls={price.pulls} />
      )}
    </div>
  )
}

interface CostTextProps {
  readonly price: Price
  /** Whether the inquiry is about two borrowers. */
  readonly isJoint: boolean
}

/** The price of an order, and whether other lenders will see its inquiry. */
export function CostText({ price, isJoint }: CostTextProps) {
  if (price === undefined)
    return <span className="muted">The price appears when the request is valid.</span>
  return (
    <>
      <span className="strong">
        {price.pulls && price.centsMax > 0 ? 'Up to ' : ''}
        {price.centsMax === 0 ? 'No charge.' : centsText(price.centsMax)}
      </span>{' '}
      <span className="muted">{inquiryText(price, isJoint)}</span>
    </>
  )
}

function inquiryText({ pulls, hard }: NonNullable<Price>, isJoint: boolean): string {
  if (!pulls) return 'No bureau is contacted.'
  return hard
    ? `Hard inquiry. Will appear on ${isJoint ? 'these borrowers’' : 'this borrower’s'} later reports.`
    : 'Soft inquiry. Not visible to other lenders.'
}
