/** The scores of each borrower at each bureau, with their ranges and reasons. */
import { FAMILY_TITLES, modelName, NO_FACTOR_CODE } from '../../bureaus/score-models.ts'
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { BorrowerValue, ScoreValue } from '../../documents/tables/response.ts'
import {
  bureauCode,
  date,
  joined,
  listed,
  lowerFirst,
  noFileReason,
  words,
} from '../../documents/wording.ts'
import { percentileIn, rangeIn } from '../../reports/merge/report-keys.ts'
import { borrowerLetters, fileOf, type Report } from '../../reports/report.ts'
import { representativeScores } from '../../reports/representative-score.ts'
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

/** Returns one box for each borrower and bureau, or a sentence if the report has no scores. */
export function scores(report: Report): Section {
  if (report.scores.length === 0) return NO_SCORES
  return section(
    'Credit scores',
    report.borrowers.flatMap((borrower) => borrowerScores(report, borrower)),
  )
}

const NO_SCORES = emptySection(
  'Credit scores',
  'This report has no credit scores: none were ordered or delivered.',
)

function borrowerScores(report: Report, borrower: BorrowerValue): Block[] {
  const own = report.scores.filter((score) => score.BorrowerID === borrower.BorrowerID)
  const bureaus = BUREAUS.filter(
    (bureau) =>
      report.requested.includes(bureau) ||
      own.some((score) => score.CreditRepositorySourceType === bureau),
  )
  // A score from a source other than the three bureaus has a box after theirs.
  const listed = own.filter((score) => (BUREAUS as readonly string[]).includes(bureauOf(score)))
  const panels = [
    ...bureaus.flatMap((bureau) => bureauPanels(report, borrower, bureau, listed)),
    ...own.filter((score) => !listed.includes(score)).map((score) => scorePanel(report, score)),
  ]
  const represented = representative(own)
  return [
    heading(`${borrower._UnparsedName} (${borrowerLetters(report, borrower.BorrowerID)})`),
    // The representative score does not name its borrower, so it stays below the boxes.
    { kind: 'panels', across: 3, panels, leads: represented.length > 0 },
    ...represented,
  ]
}

function bureauOf(score: ScoreValue): string {
  return score.CreditRepositorySourceType
}

function bureauPanels(
  report: Report,
  borrower: BorrowerValue,
  bureau: BureauName,
  own: readonly ScoreValue[],
): Panel[] {
  const scored = own.filter((score) => bureauOf(score) === bureau)
  if (scored.length > 0) return scored.map((score) => scorePanel(report, score))
  const file = fileOf(report, borrower.BorrowerID, bureau)
  const reason = file === undefined ? 'no file' : noFileReason(file)
  const text = reason === '' ? 'No score was delivered.' : `No file, no score: ${reason}.`
  return [emptyPanel(words(bureau), text)]
}

/** Returns a box for a bureau without a score, so that readers notice that the score is missing. */
function emptyPanel(title: string, text: string): Panel {
  return { title, subtitle: '', figure: '–', tone: 'muted', lines: [{ text, tone: 'muted' }] }
}

function scorePanel(report: Report, score: ScoreValue): Panel {
  const scored = score._Value !== ''
  const position = positionOf(report, score)
  const reasons = (score._FACTOR ?? []).map(({ _Code: code, _Text: text }, index) => ({
    text: `${index + 1}. ${text}${code === NO_FACTOR_CODE ? '' : ` (${code})`}`,
    tone: 'plain' as Tone,
  }))
  return {
    title: words(score.CreditRepositorySourceType),
    subtitle: words(modelName(score)),
    figure: scored ? score._Value : '–',
    scale: scaleOf(position, score),
    tone: 'plain',
    lines: [
      ...(scored ? [] : [{ text: unscored(score), tone: 'strong' as Tone }]),
      { text: scoreDetails(position, score), tone: 'muted' },
      ...reasons,
      ...(score._FACTAInquiriesIndicator
        ? [{ text: 'Recent inquiries also lowered this score.', tone: 'strong' as Tone }]
        : []),
    ],
  }
}

function unscored(score: ScoreValue): string {
  const reason = words(score._ExclusionReasonType).replace(/^Not scored /, '')
  return reason === '' ? 'Not scored.' : `Not scored: ${lowerFirst(reason)}.`
}

function scoreDetails({ range, percentile }: ScorePosition, score: ScoreValue): string {
  const within = range === undefined ? '' : `Range ${range.join(' to ')}`
  const among = percentile === undefined ? '' : `Percentile ${percentile}`
  return joined(joined(within, ' · ', among), ' · ', date(score._Date))
}

/** The range and percentile of a score, from the `KEY` elements of the report. */
interface ScorePosition {
  readonly range: ReturnType<typeof rangeIn>
  readonly percentile: string | undefined
}

/** Returns the range of a score's model, and the percentile of the score among all consumers. */
function positionOf(report: Report, score: ScoreValue): ScorePosition {
  return { range: rangeIn(report, score), percentile: percentileIn(report, score) }
}

/**
 * Returns the scale of a score; undefined if the model's range is unknown, because a bar without
 * ends would mislead.
 */
function scaleOf({ range }: ScorePosition, score: ScoreValue): Scale | undefined {
  const [lowest, highest] = (range ?? []).map(Number)
  const value = Number.parseInt(score._Value, 10)
  if (lowest === undefined || highest === undefined || !(value > 0) || !(highest > lowest)) {
    return undefined
  }
  return { kind: 'scale', lowest, highest, value }
}

/** Returns a borrower's scores in one line, for the summary. Empty if there are none. */
export function scoreLine(report: Report, borrowerId: string): string {
  const own = report.scores.filter((score) => score.BorrowerID === borrowerId)
  const found = representativeScores(own)
  const several = found.length > 1 || found.some(({ family }) => family !== 'Classic')
  // With several models, the line has only the representative scores, which lenders use; the boxes
  // have every score.
  const scored = several ? [] : own.filter((score) => score._Value !== '')
  const values = scored.map((score) => `${bureauCode(bureauOf(score))} ${score._Value}`)
  const representing = found.map(({ family, score, rule }) => {
    const model = several ? `${FAMILY_TITLES[family]} ` : ''
    return `representative ${model}${score} (${rule})`
  })
  return joined(values.join(', '), '; ', representing.join('; '))
}

function representative(own: readonly ScoreValue[]): Block[] {
  const found = representativeScores(own)
  return found.map(({ family, score, rule }) => {
    const model = found.length > 1 || family !== 'Classic' ? `, ${FAMILY_TITLES[family]}` : ''
    return paragraph(`Representative score${model}: ${score} (${rule})`, { tone: 'strong' })
  })
}

// The disclosure to applicants about the scores that a mortgage lender uses: score, range, date,
// key factors and source (FCRA 609(g)(1)(A)). Consumers read it, so it also explains terms that
// lenders know.

// biome-ignore format: a table
const COLUMNS: readonly Column[] = [
  { titles: ['Applicant'],                    share: 42,  align: 'left' },
  { titles: ['Source', 'Model'],              share: 112, align: 'left', lead: true },
  { titles: ['Score'],                        share: 34,  align: 'right' },
  { titles: ['Range'],                        share: 52,  align: 'center' },
  { titles: ['Higher than'],                  share: 66,  align: 'left' },
  { titles: ['Computed'],                     share: 50,  align: 'left' },
  { titles: ['What lowered the score most'],  share: 194, align: 'left' },
]

const EXPLANATION = paragraph(
  'A credit score is a number that a model computes from a credit file on a given day. It predicts how ' +
    'likely a consumer is to pay debts as agreed. Lenders may use it to decide on a loan and its cost. ' +
    'Credit files differ between bureaus and change over time, and so do scores.',
)

/**
 * The default notice. The law prescribes the words of the full notice, so its text is a setting.
 */
const NOTICE_SUMMARY =
  'Summary of your rights as a home loan applicant: Your lender may use these scores to decide on your ' +
  'application, among other factors. They were computed from the credit files at the time of the request. ' +
  'Check the information behind them. If it is wrong, or if you have a question about a score, contact the ' +
  'bureau that provided it at the address under Consumer referral. If you have a question about the terms of ' +
  'the loan, ask your lender. Lenders give the full notice in the words that the law prescribes: ' +
  '15 U.S.C. 1681g(g)(1)(D).'

/**
 * Returns the score disclosure with a notice; no section if there are no scores. Blank lines in the
 * notice separate paragraphs.
 */
export function scoreDisclosure(report: Report, notice: string): Section[] {
  const scored = report.scores.filter((score) => score._Value !== '')
  if (scored.length === 0) return []
  return [
    section('Score disclosure for applicants', [
      EXPLANATION,
      ...rangeText(report, scored),
      { kind: 'table', columns: COLUMNS, rows: scored.map((score) => scoreRow(report, score)) },
      ...noticeParagraphs(notice),
    ]),
  ]
}

/** Returns one sentence with the distinct ranges of all models. */
function rangeText(report: Report, scored: readonly ScoreValue[]): Block[] {
  const ranges = scored.flatMap((score) => positionOf(report, score).range?.join(' to ') ?? [])
  const distinct = [...new Set(ranges)]
  if (distinct.length === 0) return []
  const models = distinct.length === 1 ? '' : ', depending on the model'
  const all = listed(distinct, distinct.length < 3 ? ' or ' : ', or ')
  return [paragraph(`Scores range from ${all}${models}; a higher score is better.`)]
}

function noticeParagraphs(notice: string): Block[] {
  const text = notice.trim() === '' ? NOTICE_SUMMARY : notice
  return text.split(/\n\s*\n/).map((each) => paragraph(each.replaceAll(/\s+/g, ' ').trim()))
}

function scoreRow(report: Report, score: ScoreValue): Row {
  const { range, percentile } = positionOf(report, score)
  const factors = (score._FACTOR ?? []).map((factor, index) => `${index + 1}. ${factor._Text}`)
  return row([
    cell(borrowerLetters(report, score.BorrowerID)),
    cell([words(score.CreditRepositorySourceType), words(modelName(score))]),
    cell(score._Value, 'strong'),
    cell(range === undefined ? '' : range.join(' to ')),
    cell(percentile === undefined ? '' : `${percentile}% of consumers`),
    cell(date(score._Date)),
    cell([...factors, ...(score._FACTAInquiriesIndicator ? ['Also: recent inquiries.'] : [])]),
  ])
}
