/** The parts of a vendor's public records and inquiries that are read, which can be more than ours. */
import { element, optional, type Value } from '../../documents/element.ts'
import { count, partialDate, text } from '../../documents/kinds.ts'
import {
  DISPOSITION_TYPES,
  INQUIRY_PURPOSE_TYPES,
  PUBLIC_RECORD_TYPES,
} from '../../documents/tables/enumerations.ts'
import { FullCreditResponse } from '../../documents/tables/response.ts'
import { openEnumeration } from './answer-liability.ts'

const record = FullCreditResponse.children.CREDIT_PUBLIC_RECORD.element

/** A vendor's public record. */
// biome-ignore format: a table
export const UpstreamPublicRecord = element({
  ...record,
  fields: {
    ...record.fields,
    _Type:                           optional(openEnumeration(PUBLIC_RECORD_TYPES), 'Type of record; also one that the standard does not list.'),
    _TypeOtherDescription:           optional(text(80), 'The type if it is Other.'),
    _DispositionType:                optional(openEnumeration(DISPOSITION_TYPES), 'Disposition; also one that the standard does not list.'),
    _DispositionTypeOtherDescription: optional(text(80), 'The disposition if it is Other.'),
    _DefendantName:                  optional(text(), 'Name of the defendant.'),
    _BankruptcyExemptAmount:         optional(count, 'Assets that are exempt.'),
    _BankruptcyRepaymentPercent:     optional(text(10), 'Percent of the debts that is repaid.'),
    _SettledDate:                    optional(partialDate, 'When the record was settled.'),
  },
})

/** A vendor's public record. */
export type UpstreamPublicRecord = Value<typeof UpstreamPublicRecord>

const inquiry = FullCreditResponse.children.CREDIT_INQUIRY.element

/** A vendor's inquiry. Some vendors state only whether it is hard or soft as its purpose. */
export const UpstreamInquiry = element({
  ...inquiry,
  fields: {
    ...inquiry.fields,
    _PurposeType: optional(
      openEnumeration(INQUIRY_PURPOSE_TYPES),
      'Purpose of the inquiry, or HARD or SOFT.',
    ),
  },
})
