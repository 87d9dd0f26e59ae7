/** The accounts of a report, each with 24 months of payment history. */
import { useId } from 'react'
import { BUREAUS } from '../../../../src/documents/tables/enumerations.ts'
import { words } from '../../../../src/documents/wording.ts'
import { PAYMENT_CODES, paymentHistory } from '../../../../src/print/sections/payment-history.ts'
import { BureauLetters } from '../../components/bureaus.tsx'
import { Segments } from '../../components/field.tsx'
import { Badge, Empty, Panel } from '../../components/layout.tsx'
import { useUrlParameter } from '../../components/url-parameter.ts'
import { dateText, dollarsText, plural } from '../../format.ts'
import { FILTERS, groupsOf, isLate } from './account-filters.ts'
import { applicantsOf, type Report, shownNumber, shownText, termsText } from './report-data.ts'

type Account = Report['accounts'][number]

interface AccountsProps {
  readonly report: Report
  readonly accounts: readonly Account[]
  /** The borrower, if one page shows the files of several. */
  readonly of?: string
  /** The parameter of the URL that has the filter. */
  readonly parameter?: string | undefined
}

/** The accounts by group, or those of a filter. */
export function AccountGroups({ report, accounts, of, parameter = 'accounts' }: AccountsProps) {
  const [requested, setRequested] = useUrlParameter(parameter)
  if (accounts.length === 0) {
    return (
      <Panel>
        <Empty title="No accounts reported">
          <p>The bureaus that returned a file reported no accounts.</p>
        </Empty>
      </Panel>
    )
  }
  const counts = FILTERS.map((filter) => [filter, accounts.filter(filter.holds).length] as const)
  const choices = counts.filter(([, count]) => count > 0)
  const shown = choices.find(([{ key }]) => key === requested)?.[0].key ?? ''
  return (
    <>
      <Segments
        label="Accounts"
        value={shown}
        choices={[
          ['', `All ${accounts.length}`],
          ...choices.map(([{ key, choice }, count]) => [key, `${choice} ${count}`] as const),
        ]}
        onChoice={setRequested}
      />
      <PaymentLegend report={report} accounts={accounts} {...(of === undefined ? {} : { of })} />
      {groupsOf(accounts, shown).map(({ title, accounts: group }) => (
        <Panel key={title} title={of === undefined ? title : `${title}, ${of}`} flush>
          <AccountTable report={report} title={title} accounts={group} />
        </Panel>
      ))}
    </>
  )
}

/** What the letters of bureaus and the codes of payment histories mean; of those that are there. */
function PaymentLegend({ report, accounts, of }: AccountsProps) {
  const id = useId()
  const used = new Set(accounts.flatMap(({ payments }) => [...(payments?.months ?? '')]))
  const codes = Object.keys(PAYMENT_CODES).filter((code) => used.has(code))
  const bureaus = BUREAUS.filter((each) =>
    accounts.some((account) => account.bureaus.includes(each)),
  )
  return (
    <section className="payment-legend" aria-labelledby={id}>
      <h2 id={id} className="hidden">
        {of === undefined ? 'Payment codes' : `Payment codes, ${of}`}
      </h2>
      <dl className="payment-codes">
        {bureaus.map((bureau) => (
          <div key={bureau}>
            <dt className="letters">
              <BureauLetters bureaus={[bureau]} />
            </dt>
            <dd>{bureau}</dd>
          </div>
        ))}
        {report.borrowers.length > 1 && (
          <div>
            <dt className="letters">B, C</dt>
            <dd>borrower, co-borrower</dd>
          </div>
        )}
      </dl>
      {codes.length > 0 && (
        <dl className="payment-codes">
          {codes.map((code) => (
            <div key={code} className={/[1-9]/.test(code) ? 'late' : undefined}>
              <dt>{code}</dt>
              <dd>{PAYMENT_CODES[code]}</dd>
            </div>
          ))}
        </dl>
      )}
      {codes.length > 0 && (
        <p className="muted small">
          Payment histories have one cell for each month, most recent first, up to 24.
        </p>
      )}
    </section>
  )
}

function AccountTable({ report, title, accounts }: AccountsProps & { readonly title: string }) {
  return (
    <div className="scroll">
      <table className="cards accounts">
        <caption className="hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">Creditor</th>
            <th scope="col">ECOA</th>
            <th scope="col">Bureaus</th>
            <th scope="col">Opened</th>
            <th scope="col" className="number">
              High credit / limit
            </th>
            <th scope="col" className="number">
              Balance
            </th>
            <th scope="col" className="number">
              Payment
            </th>
            <th scope="col" className="number">
              Late 30/60/90
            </th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        {accounts.map((account, index) => (
          <AccountRows key={account.id ?? index} report={report} account={account} />
        ))}
      </table>
    </div>
  )
}

function AccountRows({ report, account }: { report: Report; account: Account }) {
  return (
    <tbody className={account.derogatory ? 'derogatory' : ''}>
      <tr>
        <th scope="row" data-title="Creditor">
          <span className="strong">{account.creditor}</span>
          <span className="under">
            {[words(account.loanType ?? account.type), shownNumber(account.number)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </th>
        <td data-title="ECOA">
          {applicantsOf(report, account)}
          <span className="under">{words(account.ownership)}</span>
        </td>
        <td data-title="Bureaus">
          <BureauLetters bureaus={account.bureaus} />
        </td>
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
        <td data-title="Payment" className="number">
          {dollarsText(account.payment)}
          <span className="under">{termsText(account.terms, account.payment)}</span>
        </td>
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
      </tr>
      <tr className="account-below">
        <td colSpan={9}>
          <Payments payments={account.payments} creditor={account.creditor} />
          {account.remarks.length > 0 && (
            <p className="small muted">{account.remarks.map(remarkText).join(' · ')}</p>
          )}
        </td>
      </tr>
    </tbody>
  )
}

function remarkText({ source, text }: Account['remarks'][number]): string {
  return (source && `${source}: `) + shownText(text)
}

interface PaymentsProps {
  readonly payments: Account['payments']
  readonly creditor: string
}

/** One cell for each month, most recent first, as on the printed report. */
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
