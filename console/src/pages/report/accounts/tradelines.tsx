/** The accounts of a report, each with a payment history of 24 months. */
import { useId } from 'react'
import { BUREAUS } from '../../../../../src/documents/tables/enumerations.ts'
import { HIDDEN } from '../../../../../src/documents/wording.ts'
import { PAYMENT_CODES } from '../../../../../src/print/sections/payment-history.ts'
import { BureauLetters } from '../../../components/bureaus.tsx'
import { Segments } from '../../../components/field.tsx'
import { Empty, Panel } from '../../../components/layout.tsx'
import { useUrlParameter } from '../../../components/url-parameter.ts'
import { isMortgageOnly, type Report } from '../report-data.ts'
import { FILTERS, groupsOf } from './account-filters.ts'
import { AccountRows } from './account-rows.tsx'
import './accounts.css'

type Account = Report['accounts'][number]

interface AccountsProps {
  readonly report: Report
  readonly accounts: readonly Account[]
  /** The borrower, if the page shows the files of several borrowers. */
  readonly of?: string
  /** The URL parameter that contains the filter. */
  readonly parameter?: string | undefined
  /** Whether the accounts come from one bureau's file, so that no column for bureaus is needed. */
  readonly isOneBureau?: boolean
}

/** The accounts in groups, or the accounts that match a filter. */
export function AccountGroups(properties: AccountsProps) {
  const { report, accounts, of, parameter = 'accounts', isOneBureau = false } = properties
  const [requested, setRequested] = useUrlParameter(parameter)
  if (accounts.length === 0) {
    const kind = isMortgageOnly(report) ? 'mortgages' : 'accounts'
    return (
      <Panel>
        <Empty title={`No ${kind} reported`}>
          <p>The bureaus that returned a file reported no {kind}.</p>
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
      <PaymentLegend {...properties} />
      {groupsOf(accounts, shown).map(({ title, accounts: group }) => (
        <Panel key={title} title={of === undefined ? title : `${title}, ${of}`} flush>
          <AccountTable report={report} title={title} accounts={group} isOneBureau={isOneBureau} />
        </Panel>
      ))}
    </>
  )
}

/** The legend of the bureau codes, applicants and payment codes that occur in the accounts. */
function PaymentLegend({ report, accounts, of, isOneBureau }: AccountsProps) {
  const id = useId()
  const used = new Set(accounts.flatMap(({ payments }) => [...(payments?.months ?? '')]))
  const codes = Object.keys(PAYMENT_CODES).filter((code) => used.has(code))
  const bureaus = BUREAUS.filter(
    (each) => !isOneBureau && accounts.some((account) => account.bureaus.includes(each)),
  )
  return (
    <section className="payment-legend" aria-labelledby={id}>
      <h2 id={id} className="hidden">
        {of === undefined ? 'Payment codes' : `Payment codes, ${of}`}
      </h2>
      {(bureaus.length > 0 || report.borrowers.length > 1) && (
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
      )}
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
      {accounts.some(({ remarks }) => remarks.some(({ text }) => text === HIDDEN)) && (
        <p className="muted small">
          Remarks that can hold personal data are masked until the report is revealed.
        </p>
      )}
    </section>
  )
}

interface TableProps {
  readonly report: Report
  readonly title: string
  readonly accounts: readonly Account[]
  readonly isOneBureau: boolean
}

function AccountTable({ report, title, accounts, isOneBureau }: TableProps) {
  return (
    <div className="scroll">
      <table className={isOneBureau ? 'cards accounts of-bureau' : 'cards accounts'}>
        <caption className="hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">Creditor</th>
            <th scope="col">ECOA</th>
            {!isOneBureau && <th scope="col">Bureaus</th>}
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
          <AccountRows
            key={account.id ?? index}
            report={report}
            account={account}
            isOneBureau={isOneBureau}
          />
        ))}
      </table>
    </div>
  )
}
