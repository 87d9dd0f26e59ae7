/**
 * The KEYs of a response: named values without a field in MISMO 2.3.1. Score disclosures need the
 * range, percentile, date and factors of a score (FCRA 609(f), (g)).
 */
import type { FileScore } from '../../bureaus/bureau.ts'
import { modelName } from '../../bureaus/score-models.ts'
import { ANSWER_ORIGINS } from '../../documents/tables/enumerations.ts'
import type { KeyValue, ScoreValue } from '../../documents/tables/response.ts'
import type { Report } from '../report.ts'
import { SCORE_MODELS } from './scores.ts'

/**
 * The maximum number of notes on a request that a response repeats. The request log has all of
 * them.
 */
export const NOTE_COUNT_MAX = 20

/** The KEYs about the order, which a response adds to the KEYs of its report. */
const ORDER_KEYS = {
  ReportOrigin: `How the report was made: ${ANSWER_ORIGINS.map((origin) => `\`${origin}\``).join(', ')}.`,
  Simulated: '`Y` if the report is from simulated bureaus; absent otherwise.',
  RequestNote: `A note on the request, such as an unknown name that was ignored; at most ${NOTE_COUNT_MAX} are returned.`,
} as const

/** The name of a KEY about the order. */
export type OrderKey = keyof typeof ORDER_KEYS

/** The data from which the KEYs of a report are made. */
export interface KeyFacts {
  readonly responseId: string
  readonly scores: readonly ScoreValue[]
  /** The percentile of each score. */
  readonly percentiles: readonly (number | undefined)[]
  /** The range of each score's model, if a vendor states it. */
  readonly ranges: readonly (FileScore['range'] | undefined)[]
  /** Requested files: borrowers times bureaus. */
  readonly filesAsked: number
  readonly filesDelivered: number
}

interface KeyRow {
  /** As in the reference. Braces mark the variable parts. */
  readonly name: string
  readonly doc: string
  /** Returns each KEY as name and value. */
  readonly make: (facts: KeyFacts) => readonly (readonly [string, string | number])[]
}

const KEYS: readonly KeyRow[] = [
  {
    name: 'FilesAsked',
    doc: 'Number of credit files of the report, delivered or not: one for each borrower and bureau that was asked.',
    make: ({ filesAsked }) => [['FilesAsked', filesAsked]],
  },
  {
    name: 'FilesDelivered',
    doc: 'Number of delivered credit files.',
    make: ({ filesDelivered }) => [['FilesDelivered', filesDelivered]],
  },
  {
    name: '{Model}_MinimumValue',
    doc: 'Lowest possible score of the model; one KEY for each model in the report.',
    make: (facts) => rangesOf(facts).map(([name, [lowest]]) => [`${name}_MinimumValue`, lowest]),
  },
  {
    name: '{Model}_MaximumValue',
    doc: 'Highest possible score of the model; one KEY for each model in the report.',
    make: (facts) =>
      rangesOf(facts).map(([name, [, highest]]) => [`${name}_MaximumValue`, highest]),
  },
  {
    name: 'CreditScoreRankPercent_{CreditResponseID}_{CreditScoreID}',
    doc: 'The percentage of consumers who score lower. For a simulated score, it is between 1 and 99 and follows a smooth curve of our own for each model, not the curve of the model’s maker. For a score from a vendor, it is the percentage that the vendor states; if the vendor states none, the KEY is absent.',
    make: ({ responseId, scores, percentiles }) =>
      scores.flatMap(({ CreditScoreID: id }, index) => {
        const percent = percentiles[index]
        return percent === undefined ? [] : [[percentileKey(responseId, id), percent] as const]
      }),
  },
  {
    name: 'CreditScoreExclusionReason_{CreditResponseID}_{CreditScoreID}',
    doc: 'Why a file has no score, in the words of CreditScoreExclusionReasonType.',
    make: ({ responseId, scores }) =>
      scores.flatMap(({ CreditScoreID: id, _ExclusionReasonType: reason }) =>
        reason === undefined
          ? []
          : [[`CreditScoreExclusionReason_${responseId}_${id}`, reason] as const],
      ),
  },
]

/** Returns the range of each model in a report: ours of a known model, else that of the vendor. */
function rangesOf({ scores, ranges }: KeyFacts) {
  const found = new Map<string, NonNullable<FileScore['range']>>()
  for (const [index, score] of scores.entries()) {
    const name = modelName(score)
    const model = SCORE_MODELS[name]
    const range = model === undefined ? ranges[index] : ([model.minimum, model.maximum] as const)
    if (range !== undefined && !found.has(name)) found.set(name, range)
  }
  return [...found]
}

/** Returns the range of a score's model; undefined if the KEYs of the report have none. */
export function rangeIn(
  { keys }: Pick<Report, 'keys'>,
  score: ScoreValue,
): readonly [lowest: string, highest: string] | undefined {
  const limit = (suffix: string) =>
    keys.find(({ _Name }) => _Name === `${modelName(score)}_${suffix}`)?._Value
  const [lowest, highest] = [limit('MinimumValue'), limit('MaximumValue')]
  return lowest === undefined || highest === undefined ? undefined : [lowest, highest]
}

function percentileKey(responseId: string, scoreId: string): string {
  return `CreditScoreRankPercent_${responseId}_${scoreId}`
}

/** Returns the percentile of a score of a report; undefined if its KEYs have none. */
export function percentileIn(
  { keys, responseId }: Pick<Report, 'keys' | 'responseId'>,
  { CreditScoreID: id }: Pick<ScoreValue, 'CreditScoreID'>,
): string | undefined {
  return keys.find(({ _Name }) => _Name === percentileKey(responseId, id))?._Value
}

/** Returns the KEYs of a merged report, which has at least one. */
export function reportKeys(facts: KeyFacts): KeyValue[] {
  return KEYS.flatMap((row) =>
    row.make(facts).map(([_Name, value]) => ({ _Name, _Value: String(value) })),
  )
}

/** Returns the page of the reference about KEYs, in Markdown. */
export function keysReference(): string {
  const ranges = Object.entries(SCORE_MODELS).map(
    ([name, { minimum, maximum }]) => `| \`${name}\` | ${minimum} | ${maximum} |`,
  )
  return [
    '# Response keys',
    '',
    'The `KEY` elements of a response. The KEYs of your request follow them unchanged, even if a name is in this',
    'table, so read the first KEY with a given name. In dialects with neutral words, the names of score models contain the',
    'neutral word of the bureau.',
    '',
    '| `_Name` | `_Value` |',
    '|---|---|',
    ...Object.entries(ORDER_KEYS).map(([name, doc]) => `| \`${name}\` | ${doc} |`),
    ...KEYS.map(({ name, doc }) => `| \`${name}\` | ${doc} |`),
    '',
    '## Score ranges',
    '',
    '| Model | Lowest | Highest |',
    '|---|---|---|',
    ...ranges,
    '',
  ].join('\n')
}
