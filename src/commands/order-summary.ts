/** Summarizes a report in a few readable lines for the terminal. */
import { FAMILY_TITLES, modelName } from '../bureaus/score-models.ts'
import type { OrderedReport, OrderResult, RejectedOrder } from '../client/post-order.ts'
import { PRINTED_FORM_NAMES, PRINTED_FORMS } from '../documents/tables/printed-forms.ts'
import type { ResponseDocument } from '../documents/tables/response.ts'
import { representativeScores } from '../reports/representative-score.ts'
import { currency } from './output.ts'

type CreditResponse = ResponseDocument['RESPONSE']['RESPONSE_DATA']['CREDIT_RESPONSE']

/** Returns the lines of a report: ID, borrowers, scores of each bureau, and main figures. */
export function reportLines({ document, printed, retried }: OrderedReport): string[] {
  const report = document.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE
  const { CREDIT_REPORT_PRICE: price } = report
  return [
    `report ${report.CreditReportIdentifier}, ${originOf(document, retried)}, issued ${report.CreditReportLastUpdatedDate}, ${chargeOf(price._Amount, retried)}`,
    ...bodyLines(report),
    `  printed report: ${Math.ceil(printed.length / 1024)} KB`,
  ]
}

/** Returns the result of an order for programs, with the same facts as the lines for people. */
export function orderSummary(operation: string, result: OrderResult) {
  if (result.kind === 'rejection') {
    const { STATUS, RESPONSE_DATA } = result.document.RESPONSE
    const texts = RESPONSE_DATA.CREDIT_RESPONSE.CREDIT_ERROR_MESSAGE._Text
    return { operation, result: 'rejected', status: result.status, code: STATUS._Code, texts }
  }
  const report = result.document.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE
  return {
    operation,
    result: result.retried ? 'retried' : originName(result.document),
    reportId: report.CreditReportIdentifier,
    issued: report.CreditReportLastUpdatedDate,
    charge: result.retried ? '0.00' : String(report.CREDIT_REPORT_PRICE._Amount),
    borrowers: report.BORROWER.map(({ BorrowerID: id, _UnparsedName: name }) => ({
      id,
      name,
      scores: scoresOf(report, id).map((score) => ({
        bureau: score.CreditRepositorySourceType,
        model: modelName(score),
        score: score._Value === undefined || score._Value === '' ? null : Number(score._Value),
      })),
    })),
  }
}

/** The parts of a report that its lines use. */
type Body = Pick<CreditResponse, 'BORROWER' | 'CREDIT_SCORE' | 'CREDIT_SUMMARY' | 'CREDIT_FILE'>

/** Returns the lines of borrowers and alerts. */
export function bodyLines(report: Body): string[] {
  return [
    ...report.BORROWER.flatMap((borrower) => [
      `  ${borrower._UnparsedName} (${borrower.BorrowerID})`,
      ...scoreLines(report, borrower.BorrowerID),
      ...summaryLines(report, borrower.BorrowerID),
    ]),
    ...alertLines(report),
  ]
}

const ORIGINS: Readonly<Record<string, string>> = {
  new: 'new',
  existing: 'existing report of the same request',
}

/** Returns the origin of a report in words. */
function originOf(document: ResponseDocument, retried: boolean): string {
  if (retried) return 'stored response of the same bytes'
  const origin = originName(document)
  return ORIGINS[origin] ?? origin
}

/** Returns the origin of a report as in the response: `new`, `existing`, `reissued`, … */
function originName(document: ResponseDocument): string {
  return document.RESPONSE.KEY?.find(({ _Name }) => _Name === 'ReportOrigin')?._Value ?? 'new'
}

function chargeOf(amount: string | number, retried: boolean): string {
  if (retried || Number(amount) === 0) return 'no charge'
  return currency(Math.round(Number(amount) * 100))
}

function scoresOf({ CREDIT_SCORE }: Pick<Body, 'CREDIT_SCORE'>, borrowerId: string) {
  return (CREDIT_SCORE ?? []).filter((score) => score.BorrowerID === borrowerId)
}

function scoreLines(report: Body, borrowerId: string): string[] {
  return scoresOf(report, borrowerId).map(
    (score) =>
      `    ${score.CreditRepositorySourceType.padEnd(11)} ${(score._Value || 'no score').padEnd(8)} ${modelName(score)}`,
  )
}

/** Returns the representative score of each borrower, with its rule. */
export function representativeLines({ document }: OrderedReport): string[] {
  const report = document.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE
  return report.BORROWER.flatMap(({ BorrowerID, _UnparsedName }) => {
    const own = (report.CREDIT_SCORE ?? []).filter((score) => score.BorrowerID === BorrowerID)
    const found = representativeScores(own)
    return found.map(({ family, score, rule }) => {
      const model = found.length > 1 || family !== 'Classic' ? `, ${FAMILY_TITLES[family]}` : ''
      return `Representative score of ${_UnparsedName}${model}: ${score} (${rule})`
    })
  })
}

/** The figures of the summary that readers look for first. */
const SHOWN: readonly (readonly [figure: string, label: string, isMoney?: true])[] = [
  ['TotalAccounts', 'accounts'],
  ['TotalBalance', 'balance', true],
  ['TotalMonthlyPayment', 'monthly payments', true],
  ['Differences', 'differences'],
]

function summaryLines(report: Body, borrowerId: string): string[] {
  const summary = (report.CREDIT_SUMMARY ?? []).find(
    (candidate) =>
      candidate.BorrowerID === borrowerId ||
      candidate._DATA_SET?.some((set) => set._Name === 'BorrowerID' && set._Value === borrowerId),
  )
  const figures = SHOWN.flatMap(([name, label, isMoney]) => {
    const found = summary?._DATA_SET?.find((set) => set._Name === name)
    if (found === undefined) return []
    const amount = isMoney ? `$${Number(found._Value).toLocaleString('en-US')}` : found._Value
    return [`${label} ${amount}`]
  })
  const differences = (summary?._DATA_SET ?? [])
    .filter((set) => /^Difference\d+_Text$/.test(set._Name))
    .map((set) => `      ${set._Value}`)
  return figures.length === 0 ? [] : [`    ${figures.join(', ')}`, ...differences]
}

function alertLines(report: Body): string[] {
  return (report.CREDIT_FILE ?? []).flatMap((file) =>
    [file._ALERT_MESSAGE ?? []].flat().map((alert) => {
      const bureau = file.CreditRepositorySourceType
      return `  ! ${bureau}, ${file.BorrowerID}: ${[alert._Text].flat().join(' ')}`
    }),
  )
}

/**
 * Returns a report ID as part of a file name. The ID is a text of the response, and with a slash in
 * it, a hostile service could write files outside the folder of the reports.
 */
export function fileStem(reportId: string): string {
  return reportId.replaceAll(/[^\w.-]/g, '_')
}

/** Returns a file name for a printed report, regardless of the name in the response. */
export function printedFileName(
  stem: string,
  { EMBEDDED_FILE }: Pick<CreditResponse, 'EMBEDDED_FILE'>,
): string {
  const form = PRINTED_FORM_NAMES.find((name) => name === EMBEDDED_FILE._Type)
  return `${stem}.${form === undefined ? 'printed' : PRINTED_FORMS[form].extension}`
}

/** Returns the lines of an error document: the code, the description and the errors. */
export function rejectionLines({ status, document }: RejectedOrder): string[] {
  const { STATUS, RESPONSE_DATA } = document.RESPONSE
  const texts = RESPONSE_DATA.CREDIT_RESPONSE.CREDIT_ERROR_MESSAGE._Text
  return [
    `rejected with ${STATUS._Code} (HTTP ${status}): ${STATUS._Description}`,
    ...texts.map((text) => `  ${text}`),
  ]
}
