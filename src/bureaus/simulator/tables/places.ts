/** Streets, employers and names for invented identities. The employers are invented. */

/** Street names. */
export const STREETS = [
  'ALDER ST',
  'BIRCH LN',
  'CHAPEL HILL RD',
  'COMMON ST',
  'DEPOT ST',
  'ELM CT',
  'FERRY RD',
  'GARDEN WAY',
  'HIGH ST',
  'JUNIPER DR',
  'LINDEN AVE',
  'MAPLE ST',
  'MEETING HOUSE RD',
  'ORCHARD LN',
  'PLEASANT ST',
  'QUARRY RD',
  'SPRING ST',
  'SUMMIT AVE',
  'UNION ST',
  'WILLOW BEND',
] as const

/** An invented employer and its occupations. */
export interface Employer {
  readonly name: string
  readonly occupations: readonly string[]
}

/** Invented employers with their occupations. */
// biome-ignore format: a table
export const EMPLOYERS: readonly Employer[] = [
  { name: 'ALDERBROOK BOATYARD',           occupations: ['BOATBUILDER', 'CARPENTER', 'RIGGER', 'YARD MANAGER'] },
  { name: 'BLUE HERON VETERINARY CLINIC',  occupations: ['VETERINARIAN', 'VETERINARY TECHNICIAN', 'OFFICE MANAGER'] },
  { name: 'CASTLETON PAPER MILL',          occupations: ['MACHINIST', 'ELECTRICIAN', 'SHIFT SUPERVISOR', 'MILLWRIGHT'] },
  { name: 'DRUMLIN ARCHITECTS',            occupations: ['ARCHITECT', 'DRAFTER', 'BOOKKEEPER'] },
  { name: 'EASTLIGHT REGIONAL SCHOOLS',    occupations: ['TEACHER', 'SCHOOL NURSE', 'PRINCIPAL', 'BUS DRIVER', 'LIBRARIAN'] },
  { name: 'FIDDLEHEAD FOODS',              occupations: ['BUYER', 'STORE MANAGER', 'BAKER', 'ACCOUNTANT'] },
  { name: 'GRANITE RIDGE CONSTRUCTION',    occupations: ['CARPENTER', 'ELECTRICIAN', 'SITE MANAGER', 'ESTIMATOR'] },
  { name: 'HIGHFIELD COUNTY HOSPITAL',     occupations: ['NURSE', 'RADIOLOGY TECHNICIAN', 'PHARMACIST', 'BILLING CLERK'] },
  { name: 'IRONWOOD LOGISTICS',            occupations: ['DISPATCHER', 'TRUCK DRIVER', 'WAREHOUSE MANAGER'] },
  { name: 'JUNIPER SOFTWARE WORKS',        occupations: ['SOFTWARE ENGINEER', 'PRODUCT MANAGER', 'SALES MANAGER'] },
  { name: 'KINGFISHER TRANSIT AUTHORITY',  occupations: ['BUS OPERATOR', 'DISPATCHER', 'MECHANIC'] },
  { name: 'LOWLAND GROWERS COOPERATIVE',   occupations: ['AGRONOMIST', 'EQUIPMENT MECHANIC', 'ACCOUNTANT'] },
  { name: 'MARLIN STREET PRINTERS',        occupations: ['PRESS OPERATOR', 'GRAPHIC DESIGNER', 'SALES REPRESENTATIVE'] },
  { name: 'NORTHERN LOOM TEXTILES',        occupations: ['MACHINE OPERATOR', 'QUALITY INSPECTOR', 'PLANT MANAGER'] },
  { name: 'OAK HOLLOW SAVINGS BANK',       occupations: ['TELLER', 'LOAN OFFICER', 'BRANCH MANAGER'] },
  { name: 'PIKE COUNTY SHERIFF',           occupations: ['DEPUTY SHERIFF', 'DISPATCHER', 'RECORDS CLERK'] },
]

/** Employers and occupations of first jobs. */
// biome-ignore format: a table
export const FIRST_JOBS: readonly Employer[] = [
  { name: 'FIDDLEHEAD FOODS',        occupations: ['CASHIER', 'STOCK CLERK', 'DELI CLERK'] },
  { name: 'IRONWOOD LOGISTICS',      occupations: ['WAREHOUSE ASSOCIATE', 'PACKAGE HANDLER'] },
  { name: 'SUNNY CORNER DINER',      occupations: ['SERVER', 'COOK'] },
  { name: 'WILLOW DEPARTMENT STORES', occupations: ['SALES ASSOCIATE', 'CASHIER'] },
  { name: 'HIGHFIELD COUNTY HOSPITAL', occupations: ['NURSING ASSISTANT', 'FOOD SERVICE WORKER'] },
]

/** Family names before marriage. */
export const FORMER_LAST_NAMES = [
  'ABERNETH',
  'BRANDYWELL',
  'CORRIGAN',
  'DELACROIX',
  'EASTERLY',
  'FENWICKE',
  'GALVESTON',
  'HOLLOWAY',
  'LINDQVIST',
  'MARCHETTI',
  'OKONJO',
  'PEMBERLEY',
] as const
