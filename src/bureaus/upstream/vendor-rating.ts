/** Completes payment ratings of vendors, which may have only a code or only a type. */
import type { RATING_TYPES } from '../../documents/tables/enumerations.ts'
import type { UpstreamResponse } from './answer-document.ts'
import type { UpstreamRating } from './answer-liability.ts'

type RatingType = (typeof RATING_TYPES)[number]

/**
 * The types of the codes of the manner of payment. The first type is used if a rating has only a
 * code.
 */
const TYPES: Readonly<Record<string, readonly [RatingType, ...RatingType[]]>> = {
  '0': ['TooNew'],
  '1': ['AsAgreed'],
  '2': ['Late30Days'],
  '3': ['Late60Days'],
  '4': ['Late90Days'],
  '5': ['LateOver120Days'],
  '6': ['LateOver120Days'],
  '7': ['BankruptcyOrWageEarnerPlan', 'WageEarnerPlan'],
  '8': ['ForeclosureOrRepossession', 'Foreclosure', 'Repossession'],
  '9': ['CollectionOrChargeOff', 'Collection', 'ChargeOff'],
  U: ['NoDataAvailable'],
  C: ['AsAgreed'],
}

/** A rating with its code and type. */
type CompleteRating = UpstreamRating & { readonly _Code: string; readonly _Type: RatingType }

/**
 * Returns a rating with its code and type, or undefined if it has neither. A code may begin with
 * the letter of the account type, as in R9, and TransUnion's codes have a zero before the digit or a
 * letter after it, as 09 and 9B. The type of an unknown code stays unknown, and so does that of
 * Experian's codes, which have other meanings.
 */
export function completeRating(
  rating: UpstreamRating,
  codeSystem: UpstreamResponse['CreditRatingCodeType'],
): CompleteRating | undefined {
  const { _Code: code, _Type: type } = rating
  if (type !== undefined) return { ...rating, _Code: code ?? codeOf(type), _Type: type }
  if (code === undefined) return undefined
  const manner = code.toUpperCase().replace(/^[A-Z]?0?([0-9])[A-Z]?$/, '$1')
  const [known] = (codeSystem === 'Experian' ? undefined : TYPES[manner]) ?? []
  return { ...rating, _Code: code, _Type: known ?? 'NoDataAvailable' }
}

function codeOf(type: RatingType): string {
  const [code = 'U'] = Object.entries(TYPES).find(([, types]) => types.includes(type)) ?? []
  return code
}
