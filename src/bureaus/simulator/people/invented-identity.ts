/** Who a custom person is, where the file leaves it open: invented from the ID, and never a real number. */
import type { Address } from '../../bureau.ts'
import type { Person } from '../person.ts'
import { between, pick, seedOf, streamOf } from '../random.ts'
import { ALL_CITIES } from '../tables/cities.ts'
import { STREETS } from '../tables/places.ts'
import { CALENDAR_YEAR_MONTHS, monthAt } from './month-text.ts'
import type { PersonFile } from './person-file.ts'

/** A person with their former family name and the street address of today. */
export type Identity = Person & {
  readonly former: string | undefined
  readonly address: Address & { readonly since?: string | undefined }
}

const FIRST_NAMES = [
  'Ansel',
  'Briony',
  'Corin',
  'Dagny',
  'Ellis',
  'Fenna',
  'Garrick',
  'Hollis',
  'Isolde',
  'Jory',
  'Keziah',
  'Lorne',
  'Maren',
  'Niall',
  'Orla',
  'Perrin',
  'Quill',
  'Romy',
  'Soren',
  'Tamsin',
] as const
const LAST_NAMES = [
  'Ashgrove',
  'Birchwood',
  'Coldwater',
  'Dunmere',
  'Eastlake',
  'Fallowfield',
  'Greystone',
  'Hartwell',
  'Inglewood',
  'Kestrel',
  'Larkspur',
  'Mossgate',
  'Northcott',
  'Oxenford',
  'Penhallow',
  'Ravenscar',
  'Silverton',
  'Thornbury',
  'Underhill',
  'Whitlock',
] as const

/** Years of age at which people take out their first account, and the years they are at least now. */
const FIRST_ACCOUNT_YEARS = 21
const ADULT_YEARS = 27

const padded = (value: number, length: number) => String(value).padStart(length, '0')

/** The identity of a file, completed from the ID. */
export function identityFor(id: string, file: PersonFile, putMonth: number): Identity {
  const draw = streamOf(seedOf(`custom ${id}`), 'identity')
  const first = pick(draw, FIRST_NAMES)
  const last = pick(draw, LAST_NAMES)
  // Groups below 50 are not those of taxpayer numbers.
  const ssn = `93${between(draw, [0, 9])}-${padded(between(draw, [1, 49]), 2)}-${padded(between(draw, [1, 9999]), 4)}`
  const [city, state, postalCode] = pick(draw, ALL_CITIES)
  const street = `${between(draw, [2, 980])} ${pick(draw, STREETS)}`
  const day = padded(between(draw, [1, 28]), 2)
  const born = Math.min(
    oldestMonth(file, putMonth) - FIRST_ACCOUNT_YEARS * CALENDAR_YEAR_MONTHS,
    putMonth - ADULT_YEARS * CALENDAR_YEAR_MONTHS,
  )
  const { name } = file
  return {
    firstName: name?.first ?? first,
    middleName: name?.middle ?? '',
    lastName: name?.last ?? last,
    suffix: name?.suffix ?? '',
    former: name?.former,
    ssn: file.ssn ?? ssn,
    birthDate: file.birthDate ?? `${Math.floor(born / 12)}-${padded((born % 12) + 1, 2)}-${day}`,
    address: file.address ?? { street, city, state, postalCode },
    formerAddresses: file.formerAddresses,
  }
}

/** The month since the year 0 in which the oldest account was opened. */
function oldestMonth({ accounts, outcome }: PersonFile, putMonth: number): number {
  const at = { epochMonth: 0, month: putMonth }
  const oldest = (outcome?.oldestAccountYears ?? 0) * CALENDAR_YEAR_MONTHS
  return Math.min(putMonth - oldest, ...accounts.map(({ opened }) => monthAt(at, opened)))
}
