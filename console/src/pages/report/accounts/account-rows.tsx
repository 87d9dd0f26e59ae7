/** The rows of an account in the table of a report. */
import { useState } from 'react'
import { HIDDEN, words } from '../../../../../src/documents/wording.ts'
import { PAYMENT_CODES, paymentHistory } from '../../../../../src/print/sections/payment-history.ts'
import { BureauLetters } from '../../../components/bureaus.tsx'
import { Badge } from '../../../components/layout.tsx'
import { useIsWide } from '../../../components/use-is-wide.ts'
import { dateText, dollarsText, plural } from '../../../format.ts'
import { applicantsOf, type Report, shownNumber, termsText } from '../report-data.ts'
import { isLate } from './account-filters.ts'

type Account = Report['accounts'][number]

interface RowsProps {
  readonly report: Report
  readonly account: Account
  /** Whether the table has no column for bureaus. */
  readonly isOneBureau: boolean
}

/** An account with its payment history. Phones show a single line that can be expanded. */
export function AccountRows({ report, account, isOneBureau }: RowsProps) {
  const isWide = useIsWide()
  const [isOpen, setOpen] = useState(false)
  // Masked remarks are omitted; the legend mentions them once.
  const remarks = account.remarks
    .filter(({ text }) => text !== HIDDEN)
    .map(({ source, text }) => (isOneBureau || source === '' ? text : `${source}: ${text}`))
  const facts = (account.facts ?? []).map(({ name, value }) => `${name}: ${value}`)
  const state = isWide ? '' : isOpen ? 'unfolded' : 'folded'
  return (
    <tbody className={`${account.derogatory ? 'derogatory ' : ''}${state}`}>
      <tr>
        <th scope="row" data-title="Creditor">
          {isWide ? (
            <Creditor account={account} />
          ) : (
            <button
              type="button"
              className="fold"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <span>
                <Creditor
                  account={account}
                  whose={report.borrowers.length > 1 ? applicantsOf(report, account) : ''}
                />
              </span>
              <FoldedFacts account={account} />
            </button>
          )}
        </th>
        <AccountCells report={report} account={account} isOneBureau={isOneBureau} />
      </tr>
      <tr className="account-below">
        <td colSpan={isOneBureau ? 8 : 9}>
          <Payments payments={account.payments} creditor={account.creditor} />
          {facts.length > 0 && <p className="small muted">{facts.join(' · ')}</p>}
          {remarks.length > 0 && <p className="small muted">{remarks.join(' · ')}</p>}
        </td>
      </tr>
    </tbody>
  )
}

function AccountCells({ report, account, isOneBureau }: RowsProps) {
  return (
    <>
      <td data-title="ECOA">
        {applicantsOf(report, account)}
        <span className="under">{words(account.ownership)}</span>
      </td>
      {!isOneBureau && (
        <td data-title="Bureaus">
          <BureauLetters bureaus={account.bureaus} />
        </td>
      )}
      <td data-title="Opened">
        {dateText(account.opened)}
        <span className="under">
          {account.closed === undefined ? '' : `closed ${dateText(account.closed)}`}
        </span>
      </td>
      <td data-title="High credit / limit" className="number">
        {dollarsText(account.limit ?? account.highCredit)}
      </td>
      <td data-title="Balance" className="number">
        <span className="strong">{dollarsText(account.balance)}</span>
        {(account.pastDue ?? 0) > 0 && (
          <span className="under late">{dollarsText(account.pastDue)} past due</span>
        )}
      </td>
      <PaymentCell account={account} />
      <td data-title="Late 30/60/90" className="number mono">
        {account.late !== undefined && (
          <span className={isLate(account) ? 'late' : 'muted'}>
            {account.late.days30}/{account.late.days60}/{account.late.days90}
          </span>
        )}
        {account.monthsReviewed !== undefined && (
          <span className="under">in {plural(account.monthsReviewed, 'month')}</span>
        )}
      </td>
      <td data-title="Status">
        {words(account.status)}
        <span className="under">{words(account.rating?.type)}</span>
        {account.disputed && <Badge tone="warn">Disputed</Badge>}
      </td>
    </>
  )
}

/** The payment and its terms. Without a payment, only terms with a number are shown. */
function PaymentCell({ account: { payment, terms } }: { readonly account: Account }) {
  const text = termsText(terms, payment)
  return (
    <td data-title="Payment" className="number">
      {dollarsText(payment)}
      {(payment !== undefined || /\d/.test(text)) && <span className="under">{text}</span>}
    </td>
  )
}

interface CreditorProps {
  readonly account: Account
  /** The borrowers, if no column shows them. */
  readonly whose?: string
}

function Creditor({ account, whose = '' }: CreditorProps) {
  const { creditor, loanType, type, number } = account
  return (
    <>
      <span className="strong">{creditor}</span>
      <span className="under">
        {[words(loanType ?? type), shownNumber(number), whose].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}

/** The most important facts of an account, which phones show before it is expanded. */
function FoldedFacts({ account }: { readonly account: Account }) {
  const { balance, status, pastDue = 0 } = account
  return (
    <>
      <span className="number">
        <span className="strong">{dollarsText(balance)}</span>
        <span className="under">{words(status)}</span>
      </span>
      {pastDue > 0 && <span className="fold-late late">Past due {dollarsText(pastDue)}</span>}
      {pastDue === 0 && isLate(account) && (
        <span className="fold-late was-late">{lateText(account)}</span>
      )}
    </>
  )
}

/** Returns how often an account was paid late in the past, such as `Late 2×30, 1×60`. */
function lateText({ late }: Account): string {
  const counts = Object.entries(late ?? {}).filter(([, count]) => count > 0)
  return `Late ${counts.map(([days, count]) => `${count}×${days.replace('days', '')}`).join(', ')}`
}

interface PaymentsProps {
  readonly payments: Account['payments']
  readonly creditor: string
}

/** The payment history: one cell for each month, most recent first, as on the printed report. */
function Payments({ payments, creditor }: PaymentsProps) {
  const series =
    payments === undefined
      ? undefined
      : paymentHistory({ _Data: payments.months, _StartDate: payments.start }, false)[0]
  if (series === undefined) return null
  return (
    <dl className="payments" aria-label={`Payments to ${creditor}, most recent month first`}>
      {series.cells.map(({ label, code, tone }, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a month has no other identity than its position
          key={index}
          className={tone === 'alert' ? 'late' : tone}
          title={`${label}: ${PAYMENT_CODES[code] ?? 'unknown code'}`}
        >
          <dt>{label}</dt>
          <dd>{code}</dd>
        </div>
      ))}
    </dl>
  )
}
