/** What the reader must see first: alerts, variations and bureaus without a file. */
import type { CreditFileValue } from '../../documents/response.ts'
import type { Report } from '../report.ts'
import { type Box, type Section, section } from './page.ts'
import { noFileReason, whose, words } from './wording.ts'

/** The alerts of all files, one box for each file that has any; no section where none has. */
export function alerts(report: Report): Section[] {
  const boxes = report.files
    .map((file) => alertBox(report, file))
    .filter((box) => box.lines.length > 0)
  return boxes.length === 0 ? [] : [section('Alerts', [{ kind: 'boxes', across: 1, boxes }])]
}

function alertBox(report: Report, file: CreditFileValue): Box {
  const letters = whose(report, file.BorrowerID)
  return {
    title: `${words(file.CreditRepositorySourceType)}${letters === '' ? '' : ` (${letters})`}`,
    subtitle: '',
    figure: '',
    tone: 'alert',
    lines: alertLines(file).map((text) => ({ text, tone: 'plain' })),
  }
}

function alertLines(file: CreditFileValue): string[] {
  const reason = noFileReason(file)
  const variations = (file._VARIATION ?? []).map((variation) => lowerFirst(words(variation._Type)))
  const alerted = new Set((file._ALERT_MESSAGE ?? []).flatMap((alert) => alert._Text))
  const errors = (file.CREDIT_ERROR_MESSAGE ?? []).flatMap((error) =>
    error._Text.filter((text) => !alerted.has(text)).map((text) => `${error._Code}: ${text}`),
  )
  return [
    ...(reason === '' ? [] : [`No file was returned: ${reason}.`]),
    ...(file._ALERT_MESSAGE ?? []).map(alertText),
    ...(variations.length === 0
      ? []
      : [`The file differs from the order: ${variations.join(', ')}.`]),
    ...errors,
  ]
}

function alertText(alert: NonNullable<CreditFileValue['_ALERT_MESSAGE']>[number]): string {
  const category = alert._CategoryTypeOtherDescription ?? words(alert._CategoryType)
  const source = alert._Type === undefined || alert._Type === 'Other' ? '' : words(alert._Type)
  const code = alert._Code === undefined ? '' : `code ${alert._Code}`
  const about = [category === 'Other' ? '' : category, source, code].filter((text) => text !== '')
  const text = alert._Text.join(' ')
  return about.length === 0 ? text : `${about.join(', ')}: ${text}`
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
