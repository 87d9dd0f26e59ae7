/** What an alert is about, as far as its bureau or vendor states it. */
import type { AlertValue, CreditFileValue } from '../../documents/tables/response.ts'
import { noFileReason, words } from '../../documents/wording.ts'

/**
 * The category in words. Empty without one, and for `Other`, which names nothing that a reader could
 * act on: many vendors send only the text of an alert.
 */
export function categoryName({ _CategoryType: category }: AlertValue): string {
  return category === 'Other' ? '' : words(category)
}

/** Whether a delivered file has an alert that can be about anything, such as a death. */
export function hasUnclassifiedAlert(file: CreditFileValue): boolean {
  const alerts = file._ALERT_MESSAGE ?? []
  return noFileReason(file) === '' && alerts.some((alert) => categoryName(alert) === '')
}
