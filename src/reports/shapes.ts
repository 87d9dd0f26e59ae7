/**
 * A report as shapes M and R of the interface (section 2.2) hold it. What those shapes merely do not
 * list the writer leaves out; here is what they hold in another form.
 */
import type { CreditFileValue, SummaryValue } from '../documents/tables/response.ts'
import type { MergedData } from './report.ts'

/** The longest text of an alert. */
const ALERT_LENGTH_MAX = 4000

/** Narrows a report, or merged data, to shape M. Why a file has no score is among the KEYs anyway. */
export function mortgageOnlyData<T extends MergedData>(report: T): T {
  return {
    ...report,
    files: report.files.map(mortgageOnlyFile),
    summaries: report.summaries.map(narrowSummary),
  }
}

/** Narrows a file to shape M, which has at most one alert with one text: all texts as sentences. */
export function mortgageOnlyFile(file: CreditFileValue): CreditFileValue {
  const { _ALERT_MESSAGE: alerts = [], ...rest } = file
  const texts = alerts
    .flatMap((alert) => alert._Text.map((text) => text.trim()))
    .filter((text) => text !== '')
  if (texts.length === 0) return rest
  const joined = texts.length === 1 ? texts.join('') : texts.map(asSentence).join(' ')
  return { ...rest, _ALERT_MESSAGE: [{ _Text: [joined.slice(0, ALERT_LENGTH_MAX)] }] }
}

function asSentence(text: string): string {
  return /[.!?;:]$/.test(text) ? text : `${text}.`
}

/** Narrows a summary to shapes M and R, where a data set says whose figures they are. */
export function narrowSummary(summary: SummaryValue): SummaryValue {
  const { BorrowerID: borrowerId, _DATA_SET: sets = [], ...rest } = summary
  if (borrowerId === undefined) return summary
  return { ...rest, _DATA_SET: [{ _Name: 'BorrowerID', _Value: borrowerId }, ...sets] }
}
