/** Courts and recorders: federal bankruptcy courts by district, and offices of the states. */
import type { BureauName } from '../../../documents/tables/enumerations.ts'
import type { FileCreditor } from '../../bureau.ts'
import { noiseAt, numberOf } from '../random.ts'
import { wholeText } from '../whole-text.ts'

/**
 * States and territories with their federal court districts. Without letters, the state is one
 * district.
 */
// biome-ignore format: a table
const DISTRICTS: Readonly<Record<string, readonly [state: string, districts?: string]>> = {
  AL: ['ALABAMA', 'N M S'], AK: ['ALASKA'], AZ: ['ARIZONA'], AR: ['ARKANSAS', 'E W'],
  CA: ['CALIFORNIA', 'N E C S'], CO: ['COLORADO'], CT: ['CONNECTICUT'], DE: ['DELAWARE'],
  DC: ['COLUMBIA'], FL: ['FLORIDA', 'N M S'], GA: ['GEORGIA', 'N M S'], GU: ['GUAM'], HI: ['HAWAII'],
  ID: ['IDAHO'], IL: ['ILLINOIS', 'N C S'], IN: ['INDIANA', 'N S'], IA: ['IOWA', 'N S'], KS: ['KANSAS'],
  KY: ['KENTUCKY', 'E W'], LA: ['LOUISIANA', 'E M W'], ME: ['MAINE'], MD: ['MARYLAND'],
  MA: ['MASSACHUSETTS'], MI: ['MICHIGAN', 'E W'], MN: ['MINNESOTA'], MS: ['MISSISSIPPI', 'N S'],
  MO: ['MISSOURI', 'E W'], MT: ['MONTANA'], NE: ['NEBRASKA'], NV: ['NEVADA'], NH: ['NEW HAMPSHIRE'],
  NJ: ['NEW JERSEY'], NM: ['NEW MEXICO'], NY: ['NEW YORK', 'N E S W'], NC: ['NORTH CAROLINA', 'E M W'],
  ND: ['NORTH DAKOTA'], OH: ['OHIO', 'N S'], OK: ['OKLAHOMA', 'N E W'], OR: ['OREGON'],
  PA: ['PENNSYLVANIA', 'E M W'], PR: ['PUERTO RICO'], RI: ['RHODE ISLAND'], SC: ['SOUTH CAROLINA'],
  SD: ['SOUTH DAKOTA'], TN: ['TENNESSEE', 'E M W'], TX: ['TEXAS', 'N E S W'], UT: ['UTAH'],
  VT: ['VERMONT'], VA: ['VIRGINIA', 'E W'], VI: ['VIRGIN ISLANDS'], WA: ['WASHINGTON', 'E W'],
  WV: ['WEST VIRGINIA', 'N S'], WI: ['WISCONSIN', 'E W'], WY: ['WYOMING'],
}

const DIRECTIONS: Readonly<Record<string, string>> = {
  N: 'NORTHERN',
  E: 'EASTERN',
  S: 'SOUTHERN',
  W: 'WESTERN',
  M: 'MIDDLE',
  C: 'CENTRAL',
}

/**
 * Returns a district of a state by a number from 0 to 1. Military addresses belong to the District
 * of Columbia.
 */
function districtOf(state: string, noise: number): string {
  const [name, parts = ''] = DISTRICTS[state.trim().toUpperCase()] ?? ['COLUMBIA']
  const letters = parts.split(' ')
  const direction = DIRECTIONS[letters[Math.floor(noise * letters.length)] ?? '']
  return `${direction === undefined ? '' : `${direction} `}DISTRICT OF ${name}`
}

const SPELLINGS: Readonly<Record<BureauName, (district: string) => string>> = {
  Equifax: (district) => wholeText('US BANKRUPTCY COURT ', district),
  Experian: (district) => wholeText('US BKPT CT ', district.replace('DISTRICT', 'DIST')),
  TransUnion: (district) => wholeText('US BANKRUPTCY COURT ', district),
}

/** Returns the name of a state as in the names of courts. */
export function stateName(state: string): string {
  return DISTRICTS[state.trim().toUpperCase()]?.[0] ?? 'COLUMBIA'
}

/** Returns the court of a petition, as a bureau's directory lists it. */
export function courtAt(bureau: BureauName, state: string, noise: number): FileCreditor {
  const district = districtOf(state, noise)
  return officeAt(
    bureau,
    SPELLINGS[bureau](district),
    wholeText('COURTHOUSE, ', district),
    district,
  )
}

const OFFICES = {
  court: ['CIRCUIT COURT OF', 'CIR CT OF'],
  recorder: ['COUNTY RECORDER OF', 'CNTY RECORDER OF'],
} as const

/** Returns the office of a state in which a record other than a bankruptcy is filed. */
export function stateOfficeAt(
  bureau: BureauName,
  office: keyof typeof OFFICES,
  state: string,
  named: string | undefined,
): FileCreditor {
  const [name, shortened] = OFFICES[office]
  const place = stateName(state)
  const usual = wholeText(bureau === 'Experian' ? shortened : name, ' ', place)
  const street = wholeText(office === 'court' ? 'COURTHOUSE' : 'COUNTY BUILDING', ', ', place)
  return officeAt(bureau, named ?? usual, street, named ?? `${name} ${place}`)
}

/** Returns an office as a bureau's directory lists it. Each bureau has codes of its own. */
function officeAt(bureau: BureauName, name: string, street: string, key: string): FileCreditor {
  const number = numberOf(key)
  const digits = (length: number, place: number) =>
    String(Math.floor(noiseAt(number, place) * 10 ** length)).padStart(length, '0')
  const codes = {
    Equifax: `960VF${digits(5, 1)}`,
    Experian: `301${digits(4, 2)}`,
    TransUnion: `Z040${digits(5, 3)}`,
  }
  return {
    subscriberCode: codes[bureau],
    name,
    address: { street, city: '', state: '', postalCode: '' },
    phone: wholeText('(202) 555-01', digits(2, 4)),
  }
}
