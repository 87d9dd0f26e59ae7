/** Companies that report accounts and request files. All are invented. */
import { type BureauName, byBureau } from '../../../documents/tables/enumerations.ts'
import type { FileAccount, FileCreditor } from '../../bureau.ts'
import { noiseAt, numberOf } from '../random.ts'
import { wholeText } from '../whole-text.ts'

/** A company's business, as far as its accounts depend on it. */
export type LineOfBusiness =
  | 'mortgage'
  | 'card'
  | 'union'
  | 'auto'
  | 'store'
  | 'student'
  | 'personal'
  | 'charge'
  | 'phone'
  | 'collector'
  | 'medical'

/** A company, as the bureaus name it. */
export interface Creditor {
  readonly businessType: NonNullable<FileAccount['CreditBusinessType']>
  /** Its entry in each bureau's directory. */
  readonly entries: Readonly<Record<BureauName, FileCreditor>>
  /** The value of `_CREDITOR` at each bureau. */
  readonly values: Readonly<Record<BureauName, NonNullable<FileAccount['_CREDITOR']>>>
}

const BUSINESS_TYPES = {
  mortgage: 'Finance',
  card: 'Banking',
  union: 'Finance',
  auto: 'Automotive',
  store: 'DepartmentAndMailOrder',
  student: 'Government',
  personal: 'Finance',
  charge: 'OilAndNationalCreditCards',
  phone: 'UtilitiesAndFuel',
  collector: 'CollectionServices',
  medical: 'MedicalAndHealth',
} as const satisfies Record<LineOfBusiness, Creditor['businessType']>

type Row = readonly [line: LineOfBusiness, name: string, street: string, place: number]

/** Places of company offices: city, state, ZIP code, telephone area. */
const OFFICES = [
  ['PORTLAND', 'ME', '04101', '207'],
  ['CONCORD', 'NH', '03301', '603'],
  ['DES MOINES', 'IA', '50309', '515'],
  ['OMAHA', 'NE', '68102', '402'],
  ['COLUMBUS', 'OH', '43215', '614'],
  ['SALT LAKE CITY', 'UT', '84101', '801'],
  ['BOISE', 'ID', '83702', '208'],
  ['SIOUX FALLS', 'SD', '57104', '605'],
] as const

// biome-ignore format: a table
const ROWS: readonly Row[] = [
  ['mortgage',  'TALLPINE HOME LENDING',           'PO BOX 4110', 0],
  ['mortgage',  'NORTHQUAY MORTGAGE COMPANY',      '200 QUAYSIDE PLZ', 1],
  ['mortgage',  'GRANITE COVE SAVINGS BANK',       '18 COVE ST', 1],
  ['mortgage',  'PRAIRIE HEARTH MORTGAGE SERVICES', 'PO BOX 88120', 2],
  ['mortgage',  'LANTERN HILL HOME LOANS',         '75 LANTERN HILL RD', 4],
  ['mortgage',  'SAGEBRUSH MORTGAGE SERVICING',    'PO BOX 2260', 6],
  ['mortgage',  'COPPERLEAF NATIONAL MORTGAGE',    '910 COPPERLEAF AVE', 5],
  ['card',      'BRIGHTWATER BANK CARD SERVICES',  'PO BOX 6071', 7],
  ['card',      'HARBORLIGHT NATIONAL BANK',       '1 HARBORLIGHT SQ', 0],
  ['card',      'MERIDIAN ELM BANK',               'PO BOX 15519', 7],
  ['card',      'KESTREL BANK CARD',               'PO BOX 30943', 5],
  ['card',      'FIRST FOXGLOVE BANK',             '44 FOXGLOVE WAY', 4],
  ['card',      'OSPREY & WREN BANK',              'PO BOX 9203', 7],
  ['card',      'SILVERBIRCH BANK',                'PO BOX 78009', 3],
  ['card',      'TIDEMARK CARD SERVICES',          '600 TIDEMARK BLVD', 5],
  ['union',     'PINE TREE ROW CREDIT UNION',      '12 PINE TREE ROW', 0],
  ['union',     'GRAIN BELT TEACHERS CREDIT UNION', '3300 GRAIN BELT PKWY', 2],
  ['union',     'RIVER BEND EMPLOYEES CREDIT UNION', '85 RIVER BEND DR', 4],
  ['auto',      'ROADRUNNER AUTO FINANCE',         'PO BOX 5210', 6],
  ['auto',      'VELLUM MOTOR CREDIT',             '4000 VELLUM CTR', 4],
  ['auto',      'ASHWORTH AUTO ACCEPTANCE',        'PO BOX 6400', 3],
  ['auto',      'BLUE SPRUCE VEHICLE FINANCE',     '210 SPRUCE ST', 1],
  ['auto',      'CANTERBROOK MOTOR LEASING',       'PO BOX 1888', 5],
  ['store',     'ORCHARD AND FINCH STORES',        'PO BOX 8218', 4],
  ['store',     'MARLOWE HOUSE FURNISHINGS',       '77 MARLOWE ST', 3],
  ['store',     'THIMBLE & THREAD CLOTHING',       'PO BOX 6120', 7],
  ['store',     'HEARTHSTONE HARDWARE CARD',       'PO BOX 7390', 2],
  ['store',     'GALLOWAY JEWELERS CREDIT',        '16 GALLOWAY PL', 1],
  ['store',     'WILLOW DEPARTMENT STORES',        'PO BOX 2105', 4],
  ['student',   'LAMPLIGHT STUDENT LOAN SERVICING', 'PO BOX 9635', 3],
  ['student',   'QUADRANGLE EDUCATION LOANS',      '500 QUADRANGLE WAY', 7],
  ['student',   'CAMPUS OAK LOAN SERVICES',        'PO BOX 53210', 2],
  ['personal',  'STEPPING STONE LENDING',          '1200 STEPPING STONE RD', 5],
  ['personal',  'HALVARD CONSUMER FINANCE',        'PO BOX 3660', 4],
  ['personal',  'CLEARFORD PERSONAL LOANS',        '9 CLEARFORD PLZ', 6],
  ['charge',    'ATLAS PASSAGE TRAVEL CARD',       'PO BOX 2870', 5],
  ['charge',    'COMPASS ROSE CHARGE CARD',        '30 COMPASS ROSE CIR', 4],
  ['phone',     'SKYLARK MOBILE',                  'PO BOX 6190', 6],
  ['phone',     'TWIN RIVERS WIRELESS',            '450 TWIN RIVERS PKWY', 2],
  ['collector', 'LARKSPUR RECOVERY SERVICES',      'PO BOX 1540', 1],
  ['collector', 'STONEGATE RECEIVABLES',           '820 STONEGATE CT', 4],
  ['collector', 'DUNMORE COLLECTION BUREAU',       'PO BOX 4408', 3],
  ['collector', 'BEACON FALLS RECEIVABLES GROUP',  'PO BOX 7011', 5],
  ['medical',   'MILLBROOK GENERAL HOSPITAL',      '100 HOSPITAL DR', 0],
  ['medical',   'CEDAR VALLEY EMERGENCY PHYSICIANS', 'PO BOX 3001', 2],
  ['medical',   'LAKESHORE IMAGING ASSOCIATES',    '62 LAKESHORE DR', 4],
]

/** Abbreviations of bureaus for the words of a company's name. */
const SHORT_WORDS = new Map([
  ['BANK', 'BK'],
  ['SAVINGS', 'SVGS'],
  ['NATIONAL', 'NATL'],
  ['MORTGAGE', 'MTG'],
  ['COMPANY', 'CO'],
  ['SERVICES', 'SVCS'],
  ['SERVICING', 'SVCG'],
  ['FINANCE', 'FIN'],
  ['CREDIT', 'CR'],
  ['UNION', 'UN'],
  ['ACCEPTANCE', 'ACCEPT'],
  ['STUDENT', 'STDNT'],
  ['DEPARTMENT', 'DEPT'],
  ['AND', '&'],
  ['RECEIVABLES', 'RECV'],
  ['ASSOCIATES', 'ASSOC'],
])

function shortened(name: string): string {
  return name
    .split(' ')
    .map((word) => SHORT_WORDS.get(word) ?? word)
    .join(' ')
}

const digits = (value: number, length: number) =>
  String(Math.floor(value * 10 ** length)).padStart(length, '0')

/** Returns a subscriber code in the format of the bureau: 402BB01234, 1234567, B01234567. */
function subscriberCodeOf(bureau: BureauName, line: LineOfBusiness, noise: number): string {
  const letter = BUSINESS_TYPES[line].charAt(0)
  if (bureau === 'Equifax') return `${digits(noise, 3)}${letter}${letter}${digits(1 - noise, 5)}`
  if (bureau === 'Experian') return digits(noise, 7)
  return letter + digits(noise, 8)
}

function entryOf([line, name, street, place]: Row, bureau: BureauName): FileCreditor {
  const seed = numberOf(`${bureau} ${name}`)
  const office = OFFICES[place] ?? OFFICES[0]
  const [city, state, postalCode, area] = office
  return {
    subscriberCode: subscriberCodeOf(bureau, line, noiseAt(seed, 1)),
    name: noiseAt(seed, 2) < 0.25 ? shortened(name) : name,
    address: { street, city, state, postalCode },
    phone: wholeText('(', area, ') 555-01', digits(noiseAt(numberOf(name), 3), 2)),
  }
}

/**
 * Returns an inquirer who requested files through this service, as a bureau's directory lists it.
 * The code depends on the name.
 */
export function inquirerAt(name: string, bureau: BureauName): FileCreditor {
  const noise = noiseAt(numberOf(`${bureau} ${name}`), 1)
  return { subscriberCode: subscriberCodeOf(bureau, 'mortgage', noise), name }
}

function creditorValueOf({
  name,
  address,
  phone,
}: FileCreditor): NonNullable<FileAccount['_CREDITOR']> {
  return {
    _Name: name,
    _StreetAddress: address?.street,
    _City: address?.city,
    _State: address?.state,
    _PostalCode: address?.postalCode,
    CONTACT_DETAIL: { CONTACT_POINT: [{ _Type: 'Phone', _Value: phone ?? '' }] },
  }
}

function creditorOf(row: Row): Creditor {
  const entries = byBureau((bureau) => entryOf(row, bureau))
  return {
    businessType: BUSINESS_TYPES[row[0]],
    entries,
    values: byBureau((bureau) => creditorValueOf(entries[bureau])),
  }
}

const ALL = ROWS.map((row) => ({ line: row[0], name: row[1], creditor: creditorOf(row) }))
const ALL_BY_NAME = Map.groupBy(ALL, ({ name }) => name)

/**
 * Returns a company by name, as the bureaus' directories list it. A name that is not in the table
 * becomes a new company. Its line of business follows from the name, so that all accounts and
 * inquiries of one kind have the same company.
 */
export function creditorByName(name: string, lines: readonly LineOfBusiness[]): Creditor {
  const capitals = name.toUpperCase()
  const listed = ALL_BY_NAME.get(capitals)?.find((each) => lines.includes(each.line))
  if (listed !== undefined) return listed.creditor
  const [usual = 'card'] = lines
  const line = lines.includes('union') && capitals.includes('CREDIT UNION') ? 'union' : usual
  const own = `${line} ${capitals}`
  const known = CREDITORS_BY_NAME.get(own)
  if (known !== undefined) return known
  const number = numberOf(own)
  const street = `${100 + (number % 800)} COMMERCE ST`
  const creditor = creditorOf([line, capitals, street, number % OFFICES.length])
  if (CREDITORS_BY_NAME.size < CREDITORS_BY_NAME_MAX) CREDITORS_BY_NAME.set(own, creditor)
  return creditor
}
const CREDITORS_BY_NAME = new Map<string, Creditor>()
const CREDITORS_BY_NAME_MAX = 1_000

/** Returns the companies of a line of business. */
export function creditorsIn(line: LineOfBusiness): readonly Creditor[] {
  return BY_LINE.get(line) ?? []
}

const BY_LINE = new Map(
  ALL.map(({ line }) => [
    line,
    ALL.filter((other) => other.line === line).map(({ creditor }) => creditor),
  ]),
)
