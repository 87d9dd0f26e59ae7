/** Which form of the printed report a response carries (MISMO: `PREFERRED_RESPONSE`). */
import type { PrintedForm } from '../../documents/tables/printed-forms.ts'
import type { RequestDocument } from '../../documents/tables/request.ts'
import type { OrderingAccount } from './ordering-account.ts'

/** What an answer holds of the printed report. */
export interface PrintedWish {
  readonly form: PrintedForm
  /**
   * Whether the response holds its content. The element `EMBEDDED_FILE` is present in any case,
   * because the interface requires it.
   */
  readonly embedded: boolean
}

/** A wish as clients write it. */
export interface Preference {
  /** `XML`, `PDF`, or `Other` with a description. */
  readonly _Format?: string | undefined
  readonly _FormatOtherDescription?: string | undefined
  /** `N` leaves the content out. */
  readonly _UseEmbeddedFileIndicator?: boolean | undefined
}

/**
 * Clients state several wishes, most of them about the XML. The first that names a form of the
 * printed report decides, the ordering party's before the platform's; where none does, the account
 * has a form and the first wish may still leave the content out.
 */
export function printedWish(
  { REQUESTING_PARTY: ordering, SUBMITTING_PARTY: platforms = [] }: RequestDocument,
  { profile }: Pick<OrderingAccount, 'profile'>,
): PrintedWish {
  const wishes: readonly Preference[] = [
    ...(ordering?.PREFERRED_RESPONSE ?? []),
    ...platforms.flatMap((platform) => platform.PREFERRED_RESPONSE ?? []),
  ]
  const deciding = wishes.find((wish) => formOf(wish) !== undefined) ?? wishes[0]
  return {
    form: (deciding && formOf(deciding)) ?? profile.printedFormat,
    embedded: deciding?._UseEmbeddedFileIndicator !== false,
  }
}

/** Whether a wish is for a form in which nothing is printed; the account's is answered instead. */
export function isForeignForm(wish: Preference): boolean {
  return wish._Format !== undefined && wish._Format !== 'XML' && formOf(wish) === undefined
}

/** The form that a wish names; systems write the other format in any case. */
function formOf(wish: Preference): PrintedForm | undefined {
  if (wish._Format === 'PDF') return 'PDF'
  const other = wish._FormatOtherDescription?.trim().toUpperCase()
  return wish._Format === 'Other' && other === 'HTML' ? 'HTML' : undefined
}
