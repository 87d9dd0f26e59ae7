/** The scores of each borrower at each bureau, with range and reasons. */
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { BorrowerValue, ScoreValue } from '../../documents/tables/response.ts'
import { date, joined, noFileReason, words } from '../../documents/wording.ts'
import { fileOf, type Report, whose } from '../../reports/report.ts'

import {
  type Block,
  type Column,
  cell,
  emptySection,
  heading,
  type Panel,
  paragraph,
  type Row,
  row,
  type Scale,
  type Section,
  section,
  type Tone,
} from '../page.ts'

/** One box for each borrower and bureau, or a sentence where the order was without scores. */
export function scores(report: Report): Section {
  if (report.scores.length === 0) return NO_SCORES
  return section(
    'Credit scores',
    report.borrowers.flatMap((borrower) => borrowerScores(report, borrower)),
  )
}

const NO_SCORES = emptySection(
  'Credit scores',
  'This report was ordered or delivered without credit scores.',
)

function borrowerScores(report: Report, borrower: BorrowerValue): Block[] {
  const own = report.scores.filter((score) => score.BorrowerID === borrower.BorrowerID)
  const bureaus = BUREAUS.filter(
    (bureau) =>
      report.requested.includes(bureau) ||
      own.some((score) => score.CreditRepositorySourceType === bureau),
  )
  const listed = own.filter((score) => (BUREAUS as readonly string[]).includes(bureauOf(score)))
  const panels = [
    ...bureaus.flatMap((bureau) => bureauBoxes(report, borrower, bureau, listed)),
    ...own.filter((score) => !listed.includes(score)).map((score) => scoreBox(report, score)),
  ]
  return [
    heading(`${borrower._UnparsedName} (${whose(report, borrower.BorrowerID)})`),
    { kind: 'panels', across: 3, panels },
    ...representative(own),
  ]
}

function bureauOf(score: ScoreValue): string {
  return score.CreditRepositorySourceType
}

function bureauBoxes(
  report: Report,
  borrower: BorrowerValue,
  bureau: BureauName,
  own: readonly ScoreValue[],
): Panel[] {
  const scored = own.filter((score) => bureauOf(score) === bureau)
  if (scored.length > 0) return scored.map((score) => scoreBox(report, score))
  const file = fileOf(report, borrower.BorrowerID, bureau)
  const reason = file === undefined ? 'no file' : noFileReason(file)
  const text = reason === '' ? 'No score was delivered.' : `No file, no score: ${reason}.`
  return [emptyBox(words(bureau), text)]
}

function emptyBox(title: string, text: string): Panel {
  return { title, subtitle: '', figure: '–', tone: 'muted', lines: [{ text, tone: 'muted' }] }
}

function scoreBox(report: Report, score: ScoreValue): Panel {
  const scored = score._Value !== ''
  const stands = standing(report, score)
  const reasons = (score._FACTOR ?? []).map((factor, index) => ({
    text: `${index + 1}. ${factor._Text} (${factor._Code})`,
    tone: 'plain' as Tone,
  }))
  return {
    title: words(score.CreditRepositorySourceType),
    subtitle: words(score._ModelNameType),
    figure: scored ? score._Value : '–',
    scale: scaleOf(stands, score),
    tone: 'plain',
    lines: [
      ...(scored ? [] : [{ text: unscored(score), tone: 'strong' as Tone }]),
      { text: measure(stands, score), tone: 'muted' },
      ...reasons,
      ...(score._FACTAInquiriesIndicator
        ? [{ text: 'The number of inquiries also lowered this score.', tone: 'strong' as Tone }]
        : []),
    ],
  }
}

function unscored(score: ScoreValue): string {
  const reason = words(score._ExclusionReasonType).replace(/^Not scored /, '')
  return reason === '' ? 'Not scored.' : `Not scored: ${reason}.`
}

function measure({ range, percentile }: Standing, score: ScoreValue): string {
  const within = range === undefined ? '' : `Range ${range.join(' to ')}`
  const among = percentile === undefined ? '' : `Percentile ${percentile}`
  return joined(joined(within, ' · ', among), ' · ', date(score._Date))
}

/** What the KEYs of the report say about a score. */
export interface Standing {
  readonly range: readonly [lowest: string, highest: string] | undefined
  readonly percentile: string | undefined
}

/** The range of a score's model and how it stands among the scores of all consumers. */
export function standing(report: Report, score: ScoreValue): Standing {
  const key = (name: string) => report.keys.find((each) => each._Name === name)?._Value
  const lowest = key(`${score._ModelNameType}_MinimumValue`)
  const highest = key(`${score._ModelNameType}_MaximumValue`)
  return {
    range: lowest === undefined || highest === undefined ? undefined : [lowest, highest],
    percentile: key(`CreditScoreRankPercent_${report.responseId}_${score.CreditScoreID}`),
  }
}

function scaleOf({ range }: Standing, score: ScoreValue): Scale | undefined {
  const [lowest, highest] = (range ?? []).map(Number)
  const value = Number.parseInt(score._Value, 10)
  if (lowest === undefined || highest === undefined || !(value > 0) || !(highest > lowest)) {
    return undefined
  }
  return { kind: 'scale', lowest, highest, value }
}

function representative(own: readonly ScoreValue[]): Block[] {
  const values = own
    .map((score) => Number.parseInt(score._Value, 10))
    .filter((value) => value > 0)
    .sort((a, b) => a - b)
  if (values.length === 0) return []
  const middle = values[Math.floor((values.length - 1) / 2)]
  const rule = ['', 'the only score', 'lower of two', 'middle of three'][values.length] ?? 'median'
  return [paragraph(`Representative score: ${middle} (${rule})`, { tone: 'strong' })]
}

// What an applicant is told about the scores that a mortgage lender uses: score, range, date, key
// factors and source (FCRA 609(g)(1)(A)). It is for the consumer, so it is worded for one.

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
