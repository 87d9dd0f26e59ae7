/** The parts of a vendor's tradeline that are read, which may be less or other than in ours. */
import { element, many, maybe, optional, type Value } from '../../documents/element.ts'
import { count, enumeration, type Kind, partialDate, text } from '../../documents/kinds.ts'
import {
  ACCOUNT_STATUS_TYPES,
  LOAN_TYPES,
  RATING_CODE_TYPES,
  RATING_TYPES,
} from '../../documents/tables/enumerations.ts'
import { FullCreditResponse } from '../../documents/tables/response.ts'

const openText = text(80)

/** Returns the letters and digits of a name: some vendors write names as words. */
const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** A value of the standard in any spelling, or else the text that the vendor sent. */
export function openEnumeration(values: readonly string[]): Kind<string> {
  const listed = new Map(values.map((value) => [lettersOf(value), value]))
  const read = (value: string) => listed.get(lettersOf(value)) ?? openText.read(value)
  return { ...openText, values, read }
}

const liability = FullCreditResponse.children.CREDIT_LIABILITY.element
const origin = 'MISMO'

/** A rating of a tradeline. Some vendors send only the code, and others only the type. */
// biome-ignore format: a table
const sentRating = (name: string) => element({
  name, origin,
  doc: 'A payment rating.',
  fields: {
    _Amount: optional(count, 'Amount that was due.'),
    _Code:   optional(text(4), 'Manner of payment.'),
    _Date:   optional(partialDate, 'Month of the rating.'),
    _Type:   optional(enumeration(RATING_TYPES), 'Meaning of the code.'),
  },
})

const UpstreamPattern = element({
  name: '_PAYMENT_PATTERN',
  origin,
  doc: 'Payment history: one character per month.',
  fields: {
    _Data: optional(text(200), 'The ratings of the months, newest first.'),
    _StartDate: optional(partialDate, 'The month of the first character.'),
  },
})

/** A credit in favor of the consumer: -125.00, ($125.00), 125.00- or 125.00 CR. */
const CREDIT = /^-\$?[0-9][0-9,.]*$|^\(\$?[0-9][0-9,.]*\)$|^\$?[0-9][0-9,.]* ?(?:-|CR)$/

/** An amount that the consumer owes. A credit means that nothing is owed. */
const owed: Kind<number> = {
  ...count,
  read: (value) => (CREDIT.test(value.trim()) ? 0 : count.read(value)),
}

const NEGATIVE = /^-\$?([0-9,]+)(?:\.[0-9]*)?$|^\(\$?([0-9,]+)(?:\.[0-9]*)?\)$/

/** An amount that some vendors write as negative, because it is a loss. */
const loss: Kind<number> = {
  ...count,
  read: (value) => {
    const [, minus, parentheses] = NEGATIVE.exec(value.trim()) ?? []
    return count.read((minus ?? parentheses)?.replaceAll(',', '') ?? value)
  },
}

/** A vendor's tradeline. The status may be missing. */
export const UpstreamLiability = element({
  ...liability,
  fields: {
    ...liability.fields,
    _AccountStatusType: optional(
      openEnumeration(ACCOUNT_STATUS_TYPES),
      'Whether the account is open, or how it ended; also in words that the standard does not list.',
    ),
    _BalloonPaymentAmount: optional(count, 'Balloon payment at the end of the loan.'),
    _BalloonPaymentDueDate: optional(partialDate, 'When the balloon payment is due.'),
    _ChargeOffAmount: optional(loss, 'Amount charged off.'),
    _PastDueAmount: optional(owed, 'Amount past due.'),
    CreditRatingCodeType: optional(
      enumeration(RATING_CODE_TYPES),
      'The system of the rating codes, if the tradeline comes from a response of its own.',
    ),
    CreditLoanType: optional(
      openEnumeration(LOAN_TYPES),
      'Loan type; also one that the standard does not list.',
    ),
    _UnpaidBalanceAmount: optional(owed, 'Balance owed.'),
  },
  children: {
    ...liability.children,
    _CURRENT_RATING: maybe(sentRating('_CURRENT_RATING')),
    _HIGHEST_ADVERSE_RATING: maybe(sentRating('_HIGHEST_ADVERSE_RATING')),
    _MOST_RECENT_ADVERSE_RATING: maybe(sentRating('_MOST_RECENT_ADVERSE_RATING')),
    _PRIOR_ADVERSE_RATING: many(sentRating('_PRIOR_ADVERSE_RATING')),
    _PAYMENT_PATTERN: maybe(UpstreamPattern),
  },
})

/** A vendor's tradeline. The status may be missing. */
export type UpstreamLiability = Value<typeof UpstreamLiability>
/** A vendor's rating, which may have only a code or only a type. */
export type UpstreamRating = Value<ReturnType<typeof sentRating>>
