/** What the reader must see first: alerts, variations and bureaus without a file. */
import type { CreditFileValue } from '../../documents/tables/response.ts'
import { joined, noFileReason, words } from '../../documents/wording.ts'
import { type Report, whose } from '../../reports/report.ts'

import { type Panel, type Section, section } from '../page.ts'

/** The alerts of all files, one box for each file that has any; no section where none has. */
export function alerts(report: Report): Section[] {
  const panels: Panel[] = []
  for (const file of report.files) {
    const lines = alertLines(file)
    if (lines.length > 0) panels.push(alertBox(report, file, lines))
  }
  return panels.length === 0 ? [] : [section('Alerts', [{ kind: 'panels', across: 1, panels }])]
}

function alertBox(report: Report, file: CreditFileValue, lines: readonly string[]): Panel {
  const letters = whose(report, file.BorrowerID)
  return {
    title: `${words(file.CreditRepositorySourceType)}${letters === '' ? '' : ` (${letters})`}`,
    subtitle: '',
    figure: '',
    tone: 'alert',
    lines: lines.map((text) => ({ text, tone: 'plain' })),
  }
}

function alertLines(file: CreditFileValue): string[] {
  const lines: string[] = []
  const reason = noFileReason(file)
  if (reason !== '') lines.push(`${upperFirst(reason)}: no file.`)
  const { _ALERT_MESSAGE: messages = [], _VARIATION: variations = [] } = file
  for (const message of messages) if (!repeatsFreeze(file, message)) lines.push(alertText(message))
  if (variations.length > 0) {
    const differing = variations.map((variation) => lowerFirst(words(variation._Type)))
    lines.push(`The file differs from the order in: ${differing.join(', ')}.`)
  }
  for (const error of file.CREDIT_ERROR_MESSAGE ?? []) {
    const isAlert = (text: string) => messages.some((message) => message._Text.includes(text))
    for (const text of error._Text) if (!isAlert(text)) lines.push(`${error._Code}: ${text}`)
  }
  return lines
}

type Alert = NonNullable<CreditFileValue['_ALERT_MESSAGE']>[number]

function alertText(alert: Alert): string {
  const category = alert._CategoryTypeOtherDescription ?? words(alert._CategoryType)
  const text = alert._Text.join(' ')
  if (category !== '' && category !== 'Other') return joined(category, ': ', text)
  const source = alert._Type === undefined || alert._Type === 'Other' ? '' : words(alert._Type)
  const code = alert._Code === undefined ? '' : `code ${alert._Code}`
  return joined(joined(source, ', ', code), ': ', text)
}

/** Whether a message only says again that the file is frozen. */
function repeatsFreeze({ _ResultStatusType: status }: CreditFileValue, message: Alert): boolean {
  return status === 'NoFileReturnedCreditFreeze' && message._CategoryType === 'CreditFileSuppressed'
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
