/** The summary of a report as matrices: by bureau, by type of account, and by borrower. */
import { words } from '../../../../src/documents/wording.ts'
import { BureauLetters } from '../../components/bureaus.tsx'
import { Facts, Panel } from '../../components/layout.tsx'
import { countText, dateText, dollarsText, uncapitalized } from '../../format.ts'
import { isReturned, type Report } from './report-data.ts'

type Figures = Report['summaries'][number]['figures']
type Account = Report['accounts'][number]

/** The types of accounts, and what is counted of each; together they name a figure. */
const TYPES = ['Mortgage', 'Installment', 'Revolving', 'Open', 'Other', 'Total'] as const

/** The types whose name says something else beside columns of figures. */
const TYPE_TITLES: Readonly<Record<string, string>> = { Open: 'Due in full' }

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

/** Every figure of the summary, as in the XML. */
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
      <OtherFigures report={report} />
      {report.facts.length > 0 && (
        <Panel title="Additional data">
          <Facts facts={report.facts.map(({ name, value }) => [words(name), value] as const)} />
        </Panel>
      )}
    </>
  )
}

function figureOf(figures: Figures, name: string): string {
  return figures.find((figure) => figure.name === name)?.value ?? ''
}

/** A figure of the summary; zero is quiet. */
function figureText(value: string, isMoney = false): string {
  if (value === '') return ''
  return isMoney ? dollarsText(Number(value)) : countText(Number(value))
}

function lateText(figures: Figures, type: string, when: string): string {
  return LATE_DAYS.map((days) => figureOf(figures, `${type}Late${days}Days${when}`)).join('/')
}

function ByType({ figures, title }: { readonly figures: Figures; readonly title: string }) {
  const heads = [...MEASURES.map(([, name]) => name), 'Late now', 'Late 30/60/90']
  const cellsOf = (type: string) => [
    ...MEASURES.map(([suffix, , isMoney]) =>
      figureText(figureOf(figures, `${type}${suffix}`), isMoney),
    ),
    lateText(figures, type, 'Current'),
    lateText(figures, type, 'Historical'),
  ]
  const all = TYPES.map((type) => [TYPE_TITLES[type] ?? type, cellsOf(type)] satisfies MatrixRow)
  // What no type has is said once, and not in a column of zeros.
  const isUsed = heads.map((_, column) => all.some(([, cells]) => !isNone(cells[column] ?? '')))
  const used = <T,>(cells: readonly T[]) => cells.filter((_, column) => isUsed[column])
  const unused = heads.filter((_, column) => !isUsed[column])
  return (
    <Matrix
      caption={title}
      corner="Type"
      heads={used(heads)}
      rows={all.map(([type, cells]) => [type, used(cells)])}
      isStacked
      none={unused}
    />
  )
}

interface ByBureauProps {
  readonly report: Report
  readonly borrowerId: string
  readonly figures: Figures
}

/** What each bureau reports of a borrower, beside the merged report. */
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
        counted('Public records', report.publicRecords.filter(about)),
        counted('Inquiries', report.inquiries.filter(about)),
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
  'Late 30/60/90',
] as const

/** The figures of the accounts of one file, in the order of `ACCOUNT_FIGURES`. */
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

const OF_A_TYPE = new RegExp(
  `^(?:${TYPES.join('|')})(?:${MEASURES.map(([suffix]) => suffix).join('|')}|Late\\d\\dDays\\w+)$`,
)

/** The figures that are not of a type of account; of several borrowers, with a column for each. */
function OtherFigures({ report }: { readonly report: Report }) {
  const { summaries, borrowers } = report
  const names = [
    ...new Set(summaries.flatMap(({ figures }) => figures.map(({ name }) => name))),
  ].filter((name) => !OF_A_TYPE.test(name))
  const titleOf = (name: string) => FIGURE_TITLES[name] ?? words(name)
  const [only, ...others] = summaries
  if (only !== undefined && others.length === 0) {
    const facts = names.map(
      (name) => [titleOf(name), namedFigureText(name, figureOf(only.figures, name))] as const,
    )
    const none = facts.filter(([, figure]) => isNone(figure))
    return (
      <Panel title="Other figures">
        <Facts facts={facts.filter(([, figure]) => !isNone(figure))} />
        <None titles={none.map(([title]) => title)} />
      </Panel>
    )
  }
  return (
    <Panel title="Other figures" flush>
      <Matrix
        caption="Other figures"
        corner="Figure"
        heads={summaries.map(
          ({ name, borrowerId }) =>
            borrowers.find(({ id }) => id === borrowerId)?.name ?? words(name),
        )}
        rows={names.map((name) => [
          titleOf(name),
          summaries.map(({ figures }) => namedFigureText(name, figureOf(figures, name))),
        ])}
      />
    </Panel>
  )
}

/** The figures whose name in the XML does not say what is counted. */
const FIGURE_TITLES: Readonly<Record<string, string>> = {
  MergedAccounts: 'Accounts reported by more than one bureau',
  AsOfDate: 'As of date (UTC)',
  FilesAsked: 'Bureaus requested',
  AccountsEverAdverse: 'Accounts ever late or adverse',
}

/** A figure by its name, which says what it counts. */
function namedFigureText(name: string, value: string): string {
  if (!/^\d+$/.test(value)) return dateText(value)
  if (name.endsWith('Percent')) return `${value}%`
  return figureText(value, /(?:Credit|Limit|Available|Balance)$/.test(name))
}

type MatrixRow = readonly [title: string, cells: readonly string[]]

interface MatrixProps {
  readonly caption: string
  readonly corner: string
  readonly heads: readonly React.ReactNode[]
  readonly rows: readonly MatrixRow[]
  /** On phones, each row is a card. */
  readonly isStacked?: boolean
  /** What else there is none of. */
  readonly none?: readonly string[]
  /** The columns after the first are bureaus: a figure is marked where most have another. */
  readonly isOfBureaus?: boolean
}

/** Rows with a figure; those without one are named below. */
function Matrix({ none: others = [], ...properties }: MatrixProps) {
  const isEmpty = ([, cells]: MatrixRow) => cells.every(isNone)
  const empty = properties.rows.filter(isEmpty).map(([title]) => title)
  return (
    <>
      <MatrixTable {...properties} rows={properties.rows.filter((row) => !isEmpty(row))} />
      <None titles={[...empty, ...others]} />
    </>
  )
}

/** What there is none of, in one line. */
function None({ titles }: { readonly titles: readonly string[] }) {
  if (titles.length === 0) return null
  return <p className="matrix-none muted small">None: {titles.map(uncapitalized).join(', ')}</p>
}

function MatrixTable(properties: Omit<MatrixProps, 'none'>) {
  const { caption, corner, heads, rows, isStacked = false, isOfBureaus = false } = properties
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <div className="scroll" role="group" tabIndex={0} aria-label={caption}>
      <table className={isStacked ? 'matrix cards' : 'matrix'}>
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {heads.map((head, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never change their order
              <th key={index} scope="col" className="number">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([title, cells]) => (
            <tr key={title} className={title === 'Total' ? 'strong' : undefined}>
              <th scope="row">{title}</th>
              {cells.map((cell, index) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns never change their order
                  key={index}
                  data-title={isStacked ? heads[index] : undefined}
                  className={isZero(cell) ? 'number muted' : 'number'}
                >
                  {isOfBureaus && isOdd(cells, index) ? <mark>{cell}</mark> : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Whether a bureau has another figure than most; where none is the most common, it has not. */
function isOdd([, ...bureaus]: readonly string[], index: number): boolean {
  const share = (figure: string | undefined) =>
    bureaus.filter((each) => each === figure).length / bureaus.length
  return (
    index > 0 && share(bureaus[index - 1]) < 1 / 2 && bureaus.some((each) => share(each) > 1 / 2)
  )
}

function isNone(cell: string): boolean {
  return cell === '' || isZero(cell)
}

/** Whether a figure says that there was nothing. */
function isZero(cell: string): boolean {
  return /^\$?0(\/0)*$/.test(cell)
}
