/**
 * What an applicant is told about the scores that a mortgage lender uses: score, range, date, key
 * factors and source (FCRA 609(g)(1)(A)). It is for the consumer, so it is worded for one.
 */
import type { ScoreValue } from '../../documents/tables/response.ts'
import { date, whose, words } from '../../documents/wording.ts'
import {
  type Block,
  type Column,
  cell,
  paragraph,
  type Row,
  row,
  type Section,
  section,
} from '../../print/page.ts'
import { standing } from '../../print/sections/credit-scores.ts'
import type { Report } from '../report.ts'

// biome-ignore format: a table
const COLUMNS: readonly Column[] = [
  { titles: ['Whose'],                        share: 30,  align: 'left' },
  { titles: ['Source', 'Model'],              share: 112, align: 'left', lead: true },
  { titles: ['Score'],                        share: 34,  align: 'right' },
  { titles: ['Range'],                        share: 52,  align: 'center' },
  { titles: ['Higher than'],                  share: 66,  align: 'left' },
  { titles: ['Computed'],                     share: 50,  align: 'left' },
  { titles: ['What lowered the score most'],  share: 206, align: 'left' },
]

const EXPLANATION: readonly Block[] = [
  'A credit score is a number computed from a credit file on the day given. It says how likely ' +
    'it is that debts are paid as agreed, and a lender may go by it in deciding whether to make a loan and at what cost.',
  'Files differ from one bureau to another and change with time, and so do scores. Each score ' +
    'stands within the range of its model; more is better.',
].map((text) => paragraph(text))

/** The scores with what the act wants said of them; no section where there are none. */
export function scoreNotice(report: Report): Section[] {
  const scored = report.scores.filter((score) => score._Value !== '')
  if (scored.length === 0) return []
  return [
    section('Score disclosure for applicants', [
      ...EXPLANATION,
      { kind: 'table', columns: COLUMNS, rows: scored.map((score) => scoreRow(report, score)) },
      paragraph(
        `Neither the lender nor ${report.respondingParty._Name} computed these scores. A lender can say how it used ` +
          'them; whoever has a question about a score, or about what is in the file it was computed from, ' +
          'turns to its source, whose address is in the consumer referral above. ' +
          '(Fair Credit Reporting Act, section 609(g))',
        { tone: 'muted' },
      ),
    ]),
  ]
}

function scoreRow(report: Report, score: ScoreValue): Row {
  const { range, percentile } = standing(report, score)
  const factors = (score._FACTOR ?? []).map((factor, index) => `${index + 1}. ${factor._Text}`)
  return row([
    cell(whose(report, score.BorrowerID)),
    cell([words(score.CreditRepositorySourceType), words(score._ModelNameType)]),
    cell(score._Value, 'strong'),
    cell(range === undefined ? '' : range.join(' to ')),
    cell(percentile === undefined ? '' : `${percentile} % of consumers`),
    cell(date(score._Date)),
    cell([
      ...factors,
      ...(score._FACTAInquiriesIndicator ? ['Also: the number of inquiries.'] : []),
    ]),
  ])
}
