/** The bureaus' public offices, which a consumer can contact about a file (FCRA 609, 615). */
import type { BureauName } from '../documents/tables/enumerations.ts'
import type { OwningBureauValue } from '../documents/tables/response.ts'

function office(
  name: string,
  street: string,
  place: readonly [city: string, state: string, postalCode: string],
  phone: string,
): OwningBureauValue {
  const [city, state, postalCode] = place
  return {
    _Name: name,
    _StreetAddress: street,
    _StreetAddress2: '',
    _City: city,
    _State: state,
    _PostalCode: postalCode,
    CONTACT_DETAIL: { CONTACT_POINT: [{ _Type: 'Phone', _Value: phone }] },
  }
}

/** The office of each bureau, as credit files and consumer referrals name it. */
export const BUREAU_OFFICES: Readonly<Record<BureauName, OwningBureauValue>> = {
  Equifax: office(
    'EQUIFAX INFORMATION SVCS',
    'P.O. BOX 740241',
    ['ATLANTA', 'GA', '30374'],
    '(800) 685-1111',
  ),
  Experian: office('EXPERIAN', 'P.O. BOX 2002', ['ALLEN', 'TX', '75013'], '(888) 397-3742'),
  TransUnion: office('TRANS UNION', 'P.O. BOX 1000', ['CHESTER', 'PA', '19016'], '(800) 916-8800'),
}
