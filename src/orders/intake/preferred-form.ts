/** Selects the form of the printed report in a response (MISMO: `PREFERRED_RESPONSE`). */
import type { PrintedForm } from '../../documents/tables/printed-forms.ts'
import type { RequestDocument } from '../../documents/tables/request.ts'
import type { OrderingAccount } from './ordering-account.ts'

/** The printed report that the client wants in the response. */
export interface PrintedChoice {
  readonly form: PrintedForm
  /**
   * Whether the response contains the printed report. The element `EMBEDDED_FILE` is present in any
   * case, because the interface requires it.
   */
  readonly embedded: boolean
}

/** A `PREFERRED_RESPONSE` as clients write it. */
export interface Preference {
  /** `XML`, `PDF`, or `Other` with a description. */
  readonly _Format?: string | undefined
  readonly _FormatOtherDescription?: string | undefined
  /** `N` leaves the printed report out of the response. */
  readonly _UseEmbeddedFileIndicator?: boolean | undefined
}

/**
 * Decides which printed report the response contains. Clients state several preferences, most of
 * them about the XML. The first that names a form of the printed report decides, and those of the
 * ordering party come before those of the platform. If no preference names a form, the account's
 * form applies, and the first preference may still leave the content out.
 */
export function printedChoice(
  { REQUESTING_PARTY: ordering, SUBMITTING_PARTY: platforms = [] }: RequestDocument,
  { profile }: Pick<OrderingAccount, 'profile'>,
): PrintedChoice {
  const preferences: readonly Preference[] = [
    ...(ordering?.PREFERRED_RESPONSE ?? []),
    ...platforms.flatMap((platform) => platform.PREFERRED_RESPONSE ?? []),
  ]
  const deciding =
    preferences.find((preference) => formOf(preference) !== undefined) ?? preferences[0]
  return {
    form: (deciding && formOf(deciding)) ?? profile.printedFormat,
    embedded: deciding?._UseEmbeddedFileIndicator !== false,
  }
}

/**
 * Whether a preference names a form that is not supported. The response then has the account's
 * form.
 */
export function isUnsupportedForm(preference: Preference): boolean {
  return (
    preference._Format !== undefined &&
    preference._Format !== 'XML' &&
    formOf(preference) === undefined
  )
}

/**
 * Returns the form that a preference names. Clients write the description of `Other` in upper or
 * lower case.
 */
function formOf(preference: Preference): PrintedForm | undefined {
  if (preference._Format === 'PDF') return 'PDF'
  const other = preference._FormatOtherDescription?.trim().toUpperCase()
  return preference._Format === 'Other' && other === 'HTML' ? 'HTML' : undefined
}
