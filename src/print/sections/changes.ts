/** The changes that a refresh found since its base report, as a list. */
import type { BureauName } from '../../documents/tables/enumerations.ts'
import { bureauCodes, date, dollars, joined, nonEmpty, time } from '../../documents/wording.ts'
import {
  DIFFERENCE_KINDS,
  type Difference,
  type DifferenceKind,
} from '../../reports/compare/differences.ts'
import { valueText } from '../../reports/compare/differences-text.ts'
import { borrowerLetters, type Refresh, type Report } from '../../reports/report.ts'
import {
  type Column,
  cell,
  type Fact,
  fact,
  type Panel,
  paragraph,
  type Row,
  row,
  type Section,
  section,
} from '../page.ts'

// biome-ignore format: a table
const COLUMNS: readonly Column[] = [
  { titles: ['Applicant'],                 share: 44,  align: 'left' },
  { titles: ['Change', 'What', 'Account'], share: 144, align: 'left', lead: true },
  { titles: ['Bureaus'],                   share: 70,  align: 'left' },
  { titles: ['Since'],                     share: 60,  align: 'left' },
  { titles: ['From'],                      share: 80,  align: 'right' },
  { titles: ['To'],                        share: 122, align: 'right' },
  { titles: ['Monthly increase'],          share: 60,  align: 'right' },
]

/** The two kinds that end a debt. All other kinds add to debt or risk and are shown as alerts. */
const FAVORABLE_KINDS: ReadonlySet<DifferenceKind> = new Set(['accountPaid', 'accountClosed'])

/**
 * Kinds that are debt or an obligation to pay it. The other kinds are listed and counted
 * separately: an inquiry by the lender itself, for example, which each refresh of an application
 * finds, is not debt.
 */
const DEBT_KINDS: ReadonlySet<DifferenceKind> = new Set([
  'newAccount',
  'newCollection',
  'pastDueIncrease',
  'balanceIncrease',
  'paymentIncrease',
  'ownershipStrengthened',
  'accountShared',
  'accountReopened',
])

/** Returns the section with the changes since the base report. */
export function changes(report: Report, refresh: Refresh): Section {
  const rows = refresh.differences.map((one) => changeRow(report, one))
  return section(`Changes since report ${refresh.baseId}`, [
    { kind: 'panels', across: 4, panels: figurePanels(refresh) },
    { kind: 'facts', columns: 3, facts: changeFacts(report, refresh) },
    rows.length === 0 ? NO_CHANGES : { kind: 'table', columns: COLUMNS, rows },
    LISTING_NOTE,
  ])
}

const NO_CHANGES = paragraph('No new or increased debt or risk since the base report.', {
  tone: 'strong',
})
const LISTING_NOTE = paragraph(
  'This list shows changes that add to debt or risk since the base report, and accounts that were paid or closed. It omits lower balances and payments.',
  { tone: 'muted', size: 'small' },
)

/** Returns the figures that a lender looks for first: new debt and its monthly payments. */
function figurePanels({ differences }: Refresh): Panel[] {
  const more = differences.reduce((sum, one) => sum + (one.monthlyIncrease ?? 0), 0)
  const opened = differences.filter((one) => one.kind === 'newAccount').length
  const added = differences.filter((one) => DEBT_KINDS.has(one.kind)).length
  return [
    {
      ...figurePanel('Increase in monthly obligations', dollars(more), more > 0),
      subtitle: 'decreases not deducted',
    },
    figurePanel('New accounts', String(opened), opened > 0),
    figurePanel('Undisclosed or increased debt', String(added), added > 0),
    figurePanel('Other changes', String(differences.length - added), false),
  ]
}

function figurePanel(title: string, figure: string, alert: boolean): Panel {
  return { title, subtitle: '', figure, tone: alert ? 'alert' : 'plain', lines: [] }
}

function changeFacts(report: Report, refresh: Refresh): Fact[] {
  return [
    fact('Base issued', time(refresh.baseIssuedAt)),
    fact('Compared', bureauCodes(refresh.compared), 'strong'),
    fact('Not compared', notComparedText(report, refresh)),
    fact('Total changes', String(refresh.differences.length)),
  ]
}

/**
 * Returns the bureaus that were not compared: with the reason if the refresh asked for no file of
 * them, and with the applicant if it is only one of two. Alerts give the reason for missing files.
 */
function notComparedText(report: Report, { notCompared, partlyCompared = [] }: Refresh): string {
  const parts = partlyCompared.map(({ borrowerId: id, bureaus }) => {
    const own = report.files.filter((file) => file.BorrowerID === id)
    return bureausWithReason(own, bureaus, borrowerLetters(report, id))
  })
  return nonEmpty([bureausWithReason(report.files, notCompared, ''), ...parts]).join(', ') || 'none'
}

/** Names the bureaus; `letters` is the applicant whose files these are, empty if it is not only one. */
function bureausWithReason(
  files: Report['files'],
  bureaus: readonly BureauName[],
  letters: string,
): string {
  const { true: asked = [], false: unasked = [] } = Object.groupBy(bureaus, (bureau) =>
    String(files.some((file) => file.CreditRepositorySourceType === bureau)),
  )
  return nonEmpty([
    codesWithNote(asked, letters),
    codesWithNote(unasked, joined(letters, ': ', 'no file in the base report')),
  ]).join(', ')
}

function codesWithNote(bureaus: readonly BureauName[], note: string): string {
  const codes = bureauCodes(bureaus)
  return codes === '' || note === '' ? codes : `${codes} (${note})`
}

/** Returns the row of a change. "From" and "To" are empty if the bureau does not report them. */
function changeRow(report: Report, one: Difference): Row {
  const { kind, borrowerIds, bureaus, what, account, since, from, to, monthlyIncrease } = one
  // The type of loan of an inquiry is not a value that has changed.
  const isInquiry = kind === 'newInquiry'
  const tone = FAVORABLE_KINDS.has(kind) ? 'plain' : 'alert'
  return row([
    cell(borrowerLetters(report, borrowerIds.join(' '))),
    {
      ...cell([
        DIFFERENCE_KINDS[kind].singular,
        what,
        (isInquiry ? valueText(one, to) : account) ?? '',
      ]),
      tones: [tone],
    },
    cell(bureauCodes(bureaus)),
    cell(date(since)),
    cell(valueText(one, from)),
    cell(isInquiry ? '' : valueText(one, to)),
    cell(monthlyIncrease === undefined ? '' : dollars(monthlyIncrease)),
  ])
}
