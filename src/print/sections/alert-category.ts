/** The category of an alert, as far as the bureau or vendor states it. */
import type { AlertValue, CreditFileValue } from '../../documents/tables/response.ts'
import { noFileReason, words } from '../../documents/wording.ts'

/** The description of alerts and remarks about a check against OFAC's lists. */
export const OFAC = 'OFAC'

/**
 * Returns the category of an alert in words. Empty if the alert has none or has `Other`, which
 * gives a reader nothing to act on: many vendors send only the text of an alert.
 */
export function categoryName({
  _CategoryType: category,
  _CategoryTypeOtherDescription: other,
}: AlertValue): string {
  if (category === 'Other') return other === OFAC ? 'OFAC alert' : ''
  return words(category)
}

/**
 * Whether a delivered file has an alert without a usable category, which can be about anything,
 * such as a death.
 */
export function hasUnclassifiedAlert(file: CreditFileValue): boolean {
  const alerts = file._ALERT_MESSAGE ?? []
  return noFileReason(file) === '' && alerts.some((alert) => categoryName(alert) === '')
}
