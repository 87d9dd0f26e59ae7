/** Streets, towns, employers and names from which identities are made. Employers are invented. */

/** City, state and ZIP code. */
export const TOWNS = [
  ['CAMDEN', 'ME', '04843'],
  ['BATH', 'ME', '04530'],
  ['BELFAST', 'ME', '04915'],
  ['KEENE', 'NH', '03431'],
  ['BRATTLEBORO', 'VT', '05301'],
  ['NORTHAMPTON', 'MA', '01060'],
  ['ITHACA', 'NY', '14850'],
  ['BETHLEHEM', 'PA', '18018'],
  ['FREDERICK', 'MD', '21701'],
  ['STAUNTON', 'VA', '24401'],
  ['BOONE', 'NC', '28607'],
  ['DECATUR', 'GA', '30030'],
  ['OCALA', 'FL', '34471'],
  ['ATHENS', 'OH', '45701'],
  ['HOLLAND', 'MI', '49423'],
  ['DECORAH', 'IA', '52101'],
  ['NORTHFIELD', 'MN', '55057'],
  ['LAWRENCE', 'KS', '66044'],
  ['DENTON', 'TX', '76201'],
  ['TAOS', 'NM', '87571'],
  ['PRESCOTT', 'AZ', '86301'],
  ['LOGAN', 'UT', '84321'],
  ['BEND', 'OR', '97701'],
  ['ELLENSBURG', 'WA', '98926'],
] as const

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

/** Invented employers. */
export const EMPLOYERS = [
  'ALDERBROOK BOATYARD',
  'BLUE HERON VETERINARY CLINIC',
  'CASTLETON PAPER MILL',
  'DRUMLIN ARCHITECTS',
  'EASTLIGHT REGIONAL SCHOOLS',
  'FIDDLEHEAD FOODS',
  'GRANITE RIDGE CONSTRUCTION',
  'HIGHFIELD COUNTY HOSPITAL',
  'IRONWOOD LOGISTICS',
  'JUNIPER SOFTWARE WORKS',
  'KINGFISHER TRANSIT AUTHORITY',
  'LOWLAND GROWERS COOPERATIVE',
  'MARLIN STREET PRINTERS',
  'NORTHERN LOOM TEXTILES',
] as const

/** Occupations. */
export const OCCUPATIONS = [
  'ACCOUNTANT',
  'CARPENTER',
  'DISPATCHER',
  'ELECTRICIAN',
  'MACHINIST',
  'MANAGER',
  'NURSE',
  'SALES',
  'TEACHER',
  'TECHNICIAN',
] as const

/** Family names that people had before they married. */
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
