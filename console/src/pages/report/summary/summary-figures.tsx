/** The summary of a report as tables: by bureau, by type of account, and by borrower. */

import { CATEGORIES } from '../../../../../src/documents/tables/enumerations.ts'
import { categoryTitle } from '../../../../../src/documents/wording.ts'
import { BureauLetters } from '../../../components/bureaus.tsx'
import { Panel } from '../../../components/layout.tsx'
import { useIsWide } from '../../../components/use-is-wide.ts'
import { countText, dollarsText } from '../../../format.ts'
import { isMortgageOnly, isReturned, type Report } from '../report-data.ts'
import { AdditionalData } from './additional-data.tsx'
import { figureOf, figureText, isNone, Matrix, type MatrixRow } from './matrix.tsx'
import { OtherFigures } from './other-figures.tsx'

type Figures = Report['summaries'][number]['figures']
type Account = Report['accounts'][number]

/** The measures of each category of accounts. Together they form the name of a figure. */
const MEASURES: readonly (readonly [suffix: string, title: string, isMoney?: true])[] = [
  ['Accounts', 'Accounts'],
  ['OpenAccounts', 'Open'],
  ['ClosedAccounts', 'Closed'],
  ['UnratedAccounts', 'Unrated'],
  ['Balance', 'Balance', true],
  ['MonthlyPayment', 'Payment', true],
  ['HighCredit', 'High credit', true],
  ['CreditLimit', 'Limit', true],
  ['PastDue', 'Past due', true],
]

const LATE_DAYS = ['30', '60', '90'] as const
const LATE_HEAD = 'Late 30/60/90'

/** All figures of the summary, as in the XML. */
export function SummaryFigures({ report }: { readonly report: Report }) {
  return (
    <>
      <p className="muted small">
        The merged report counts an account once, however many bureaus report it.
        {report.borrowers.length > 1 && ' A joint account counts for each borrower.'}
        {new Set(report.files.filter(isReturned).map(({ bureau }) => bureau)).size > 2 && (
          <>
            {' '}
            <span className="matrix">
              <mark>Marked</mark>
            </span>
            : a bureau’s figure that differs from what most report.
          </>
        )}
      </p>
      {report.summaries.map(({ name, borrowerId, figures }) => {
        const person = report.borrowers.find(({ id }) => id === borrowerId)
        const of = person === undefined || report.borrowers.length === 1 ? '' : `: ${person.name}`
        return (
          <div key={`${name}${borrowerId}`} className="stack">
            {borrowerId !== undefined && (
              <Panel title={`By bureau${of}`} flush>
                <ByBureau report={report} borrowerId={borrowerId} figures={figures} />
              </Panel>
            )}
            <Panel title={`By type of account${of}`} flush>
              <ByType figures={figures} title={`By type of account${of}`} />
            </Panel>
          </div>
        )
      })}
      <OtherFigures report={report} isOther={(name) => !OF_A_TYPE.test(name)} />
      <AdditionalData report={report} />
    </>
  )
}

function lateText(figures: Figures, type: string, when: string): string {
  return LATE_DAYS.map((days) => figureOf(figures, `${type}Late${days}Days${when}`)).join('/')
}

function ByType({ figures, title }: { readonly figures: Figures; readonly title: string }) {
  const isWide = useIsWide()
  const heads = [...MEASURES.map(([, name]) => name), 'Late now', LATE_HEAD]
  const cellsOf = (type: string) => [
    ...MEASURES.map(([suffix, , isMoney]) =>
      figureText(figureOf(figures, `${type}${suffix}`), isMoney),
    ),
    lateText(figures, type, 'Current'),
    lateText(figures, type, 'Historical'),
  ]
  const all = CATEGORIES.map((type) => [categoryTitle(type), cellsOf(type)] satisfies MatrixRow)
  // A measure that no type has is listed once, instead of in a column of zeros.
  const isUsed = heads.map((_, column) => all.some(([, cells]) => !isNone(cells[column] ?? '')))
  const unused = heads.filter((_, column) => !isUsed[column])
  const isFirst = (head: string) => FIRST_HEADS.includes(head)
  const matrix = (caption: string, isShown: (head: string) => boolean, isRest = false) => {
    const shown = <T,>(cells: readonly T[]) =>
      cells.filter((_, column) => isUsed[column] && isShown(heads[column] ?? ''))
    const rows = all.map(([type, cells]) => [type, shown(cells)] satisfies MatrixRow)
    const held = rows.filter(([, cells]) => !cells.every(isNone))
    return (
      <Matrix
        caption={caption}
        corner="Type"
        heads={shown(heads)}
        rows={isRest ? held : rows}
        none={isRest ? [] : unused}
        isStacked
      />
    )
  }
  if (isWide) return matrix(title, () => true)
  return (
    <>
      {matrix(title, isFirst)}
      <details className="more">
        <summary>Other figures by type</summary>
        {matrix(`${title}, other figures`, (head) => !isFirst(head), true)}
      </details>
    </>
  )
}

/** The measures that phones show for each type; the others are folded. */
const FIRST_HEADS: readonly string[] = ['Accounts', 'Balance', 'Payment', 'Past due', LATE_HEAD]

interface ByBureauProps {
  readonly report: Report
  readonly borrowerId: string
  readonly figures: Figures
}

/** The figures of each bureau about a borrower, beside those of the merged report. */
function ByBureau({ report, borrowerId, figures }: ByBureauProps) {
  const files = report.files.filter((file) => file.borrowerId === borrowerId)
  const about = (item: { readonly borrowerIds: readonly string[] }) =>
    item.borrowerIds.includes(borrowerId)
  const merged = [
    ...['Accounts', 'OpenAccounts'].map((each) => figureText(figureOf(figures, `Total${each}`))),
    ...['Balance', 'MonthlyPayment', 'PastDue'].map((each) =>
      figureText(figureOf(figures, `Total${each}`), true),
    ),
    lateText(figures, 'Total', 'Historical'),
  ]
  const columns = files.map((file) => accountFigures(file.accounts))
  const rows = ACCOUNT_FIGURES.map((title, row) => [
    title,
    [merged[row] ?? '', ...columns.map((column) => column[row] ?? '')],
  ]) satisfies MatrixRow[]
  const counted = (title: string, items: readonly { readonly bureaus: readonly string[] }[]) =>
    [
      title,
      [
        countText(items.length),
        ...files.map(({ bureau }) =>
          countText(items.filter(({ bureaus }) => bureaus.includes(bureau)).length),
        ),
      ],
    ] satisfies MatrixRow
  return (
    <Matrix
      caption="By bureau"
      corner="Figure"
      heads={[
        'Merged',
        ...files.map(({ id, bureau }) => <BureauLetters key={id} bureaus={[bureau]} />),
      ]}
      rows={[
        ...rows,
        ...(isMortgageOnly(report)
          ? []
          : [
              counted('Public records', report.publicRecords.filter(about)),
              counted('Inquiries', report.inquiries.filter(about)),
            ]),
      ]}
      isOfBureaus
    />
  )
}

const ACCOUNT_FIGURES = [
  'Accounts',
  'Open accounts',
  'Balance',
  'Monthly payment',
  'Past due',
  LATE_HEAD,
] as const

/** Returns the figures of the accounts of one file, in the order of `ACCOUNT_FIGURES`. */
export function accountFigures(accounts: readonly Account[]): readonly string[] {
  const total = (of: (account: Account) => number | undefined) =>
    accounts.reduce((sum, account) => sum + (of(account) ?? 0), 0)
  const late = [
    total((account) => account.late?.days30),
    total((account) => account.late?.days60),
    total((account) => account.late?.days90),
  ]
  return [
    countText(accounts.length),
    countText(accounts.filter(({ status }) => status === 'Open').length),
    dollarsText(total(({ balance }) => balance)),
    dollarsText(total(({ payment }) => payment)),
    dollarsText(total(({ pastDue }) => pastDue)),
    late.join('/'),
  ]
}

/** Matches the name of a figure of a type of account. */
const OF_A_TYPE = new RegExp(
  `^(?:${CATEGORIES.join('|')})(?:${MEASURES.map(([suffix]) => suffix).join('|')}|Late\\d\\dDays\\w+)$`,
)
