/** The bureaus' offices that consumers can turn to, as credit reports name them. */
import type { BureauName } from '../../documents/enumerations.ts'
import type { OwningBureauValue } from '../../documents/response.ts'

function office(
  name: string,
  street: string,
  [city, state, postalCode]: readonly [string, string, string],
  phone: string,
): OwningBureauValue {
  return {
    _Name: name,
    _StreetAddress: street,
    _City: city,
    _State: state,
    _PostalCode: postalCode,
    _StreetAddress2: '',
    CONTACT_DETAIL: { CONTACT_POINT: [{ _Type: 'Phone', _Value: phone }] },
  }
}

/** The office that owns the file, by bureau. */
// biome-ignore format: a table
export const OFFICES: Readonly<Record<BureauName, OwningBureauValue>> = {
  Equifax:    office('EQUIFAX INFORMATION SVCS', 'P.O. BOX 740241', ['ATLANTA', 'GA', '30374'], '(800) 685-1111'),
  Experian:   office('EXPERIAN',                 'P.O. BOX 2002',   ['ALLEN', 'TX', '75013'],   '(888) 397-3742'),
  TransUnion: office('TRANS UNION',              'P.O. BOX 1000',   ['CHESTER', 'PA', '19016'], '(800) 916-8800'),
}
