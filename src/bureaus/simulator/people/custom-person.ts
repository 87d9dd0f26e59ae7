/**
 * A custom test person: the file, the month in which it was put, and the life that follows from it.
 */
import { isSameName } from '../../../documents/names.ts'
import type { BureauName } from '../../../documents/tables/enumerations.ts'
import type { Address, FileStatus } from '../../bureau.ts'
import { inventedAccounts } from '../invent.ts'
import { type Life, lifeOf } from '../life.ts'
import type { Person } from '../person.ts'
import { between, pick, type Seed, seedOf, streamOf } from '../random.ts'
import type { AccountPlan, BankruptcyPlan, Home, IdentityOnFile, Story } from '../story.ts'
import { ACCOUNT_KINDS } from '../tables/account-kinds.ts'
import type { ArchetypeName } from '../tables/archetypes.ts'
import { ALL_CITIES } from '../tables/cities.ts'
import { STREETS } from '../tables/places.ts'
import {
  accountPlans,
  alertPlans,
  bankruptcyPlans,
  factMonths,
  inquiryPlans,
  presentMonth,
  recordPlans,
  withoutUndefined,
} from './custom-accounts.ts'
import { CALENDAR_YEAR_MONTHS, monthAt, type ReadAt } from './file-months.ts'
import type { BureauDifference, PersonFile } from './person-file.ts'

/** A file with its ID and the month in which it was put. */
export interface CustomPerson {
  readonly id: string
  readonly file: PersonFile
  /** The month from which relative months of the file count, in months since year 0. */
  readonly putMonth: number
}

/** Finds a custom person. Returns the same object while the person is unchanged. */
export type FindCustomPerson = (ssn: string) => Promise<CustomPerson | undefined>

/** The life of a custom person in a world. */
export interface CustomLife {
  readonly person: Person
  readonly life: Life
}

/** Reports whether the family name of an order is that of the person, current or former. */
export function hasFamilyName(
  lastName: string,
  known: { lastName: string; former: string | undefined },
) {
  return (
    isSameName(lastName, known.lastName) ||
    (known.former !== undefined && isSameName(lastName, known.former))
  )
}

/** Returns the life of a custom person, from which bureaus build their files. */
export function customLife(custom: CustomPerson, epochMonth: number): CustomLife {
  const { id, file, putMonth } = custom
  const at = { epochMonth, month: putMonth }
  const identity = identityOfCustom(custom)
  const seed = seedOf(`custom ${id}`)
  const story = storyOf(file, identity, at, seed)
  return {
    person: { ...identity, ssn: identity.ssn.replaceAll('-', '') },
    life: lifeOf(story, seed),
  }
}

function storyOf(file: PersonFile, identity: Identity, at: ReadAt, seed: Seed): Story {
  const accounts = accountPlans(file, at)
  const bankruptcies = bankruptcyPlans(file, at)
  const start = startOf(file, at)
  const { state } = identity.address
  const after = inventedAfter(file, { accounts, bankruptcies, start, state }, at, seed)
  const { former } = identity
  return {
    exact: true,
    start,
    birthDate: identity.birthDate,
    accounts: [...accounts, ...after.accounts],
    inquiries: [...inquiryPlans(file, at), ...after.inquiries],
    bankruptcies,
    records: recordPlans(file, at),
    alerts: alertPlans(file, at),
    withheld: withheldOf(file),
    formerLastName: former,
    onFile: onFileOf(file),
    homes: homesOf(file, identity, start, at),
    employment: file.employment?.toUpperCase(),
    scoreShift: {
      Equifax: file.bureaus.Equifax?.scoreShift ?? 0,
      Experian: file.bureaus.Experian?.scoreShift ?? 0,
      TransUnion: file.bureaus.TransUnion?.scoreShift ?? 0,
    },
  }
}

/** The months since which bureaus know a person whose file states no facts and no date. */
const KNOWN_MONTHS = 12

function startOf(file: PersonFile, at: ReadAt): number {
  if (file.onFileSince !== undefined) return monthAt(at, file.onFileSince)
  const months = factMonths(file, at)
  return Math.min(
    presentMonth(at),
    ...(months.length === 0 ? [presentMonth(at) - KNOWN_MONTHS] : months),
  )
}

const DEFAULT_ARCHETYPE: ArchetypeName = 'careful'

const isOpenMortgage = ({ kind, ending }: AccountPlan, now: number) =>
  ACCOUNT_KINDS[kind].type === 'Mortgage' && (ending?.month ?? Number.POSITIVE_INFINITY) > now

interface StatedLife {
  readonly accounts: readonly AccountPlan[]
  readonly bankruptcies: readonly BankruptcyPlan[]
  readonly start: number
  readonly state: string
}

/**
 * Returns the accounts and inquiries after the month in which the file was put. The file itself
 * holds for that month.
 */
function inventedAfter(
  file: PersonFile,
  { accounts, ...stated }: StatedLife,
  at: ReadAt,
  seed: Seed,
): Pick<Story, 'accounts' | 'inquiries'> {
  const now = presentMonth(at)
  const ended = file.alerts.some(({ kind }) => kind === 'deceased') || accounts.length === 0
  const goesOnAs = file.goesOnAs ?? (ended ? 'nothing' : DEFAULT_ARCHETYPE)
  if (goesOnAs === 'nothing') return { accounts: [], inquiries: [] }
  const span = { ...stated, until: Number.POSITIVE_INFINITY, epochMonth: at.epochMonth }
  const invented = inventedAccounts(goesOnAs, span, seed)
  const owns = accounts.some((account) => isOpenMortgage(account, now))
  const later = invented.accounts.filter(
    ({ opened, kind }) => opened > now + 1 && !(owns && ACCOUNT_KINDS[kind].type === 'Mortgage'),
  )
  const known = new Set(later.map(({ id }) => id))
  return {
    accounts: later,
    inquiries: invented.inquiries.filter(
      ({ month, account }) => month > now + 1 && (account === undefined || known.has(account)),
    ),
  }
}

function entriesOf(file: PersonFile): [BureauName, BureauDifference][] {
  return Object.entries(file.bureaus) as [BureauName, BureauDifference][]
}

function withheldOf(file: PersonFile): Partial<Record<BureauName, FileStatus>> {
  return Object.fromEntries(
    entriesOf(file).flatMap(([bureau, { frozen, status }]) => {
      if (frozen) return [[bureau, 'NoFileReturnedCreditFreeze']]
      return status === undefined || status === 'FileReturned' ? [] : [[bureau, status]]
    }),
  )
}

function onFileOf(file: PersonFile): Partial<Record<BureauName, IdentityOnFile>> {
  return Object.fromEntries(
    entriesOf(file).map(([bureau, { frozen: _, status: __, scoreShift: ___, ...own }]) => [
      bureau,
      withoutUndefined({ ...own, ssn: own.ssn?.replaceAll('-', '') }),
    ]),
  )
}

/** The months at an address if a file does not state the move. */
const STAY_MONTHS = 30

function homesOf(
  file: PersonFile,
  { address }: Identity,
  start: number,
  at: ReadAt,
): readonly Home[] {
  const stated = [file.address ?? address, ...file.formerAddresses]
  let next = presentMonth(at)
  return stated.map(({ since, ...own }, index) => {
    const last = index === 0 ? next : next - 1
    const first = Math.max(next - STAY_MONTHS, firstMoveOf(stated, index, start, at))
    next = since === undefined ? Math.min(last, first) : monthAt(at, since)
    return { address: own, since: next }
  })
}

/** Returns the first month in which a move can have been: after the next earlier one that is stated. */
function firstMoveOf(stated: readonly Moved[], index: number, start: number, at: ReadAt): number {
  const before = stated.findIndex(({ since }, place) => place > index && since !== undefined)
  const since = stated[before]?.since
  return since === undefined ? start : monthAt(at, since) + before - index
}
type Moved = Identity['address']

// The identity of the person. Parts that the file omits are invented from the ID. The number is
// never a real one.

/** A person with the former family name and the current street address. */
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

/** The age in years at the first account, and the minimum age now. */
const FIRST_ACCOUNT_YEARS = 21
const ADULT_YEARS = 27

const padded = (value: number, length: number) => String(value).padStart(length, '0')

/** Returns number, name, birth date and address of a custom person, completed from the ID. */
export function identityOfCustom({ id, file, putMonth }: CustomPerson): Identity {
  const draw = streamOf(seedOf(`custom ${id}`), 'identity')
  const first = pick(draw, FIRST_NAMES)
  const last = pick(draw, LAST_NAMES)
  // Groups below 50 are not used in taxpayer numbers.
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

/**
 * Returns the month of the oldest fact of a file, in months since year 0: the first account or
 * filing, or the month since which the person is on file.
 */
function oldestMonth(file: PersonFile, putMonth: number): number {
  const at = { epochMonth: 0, month: putMonth }
  const accountYears = file.outcome?.oldestAccountYears ?? 0
  const since = file.onFileSince === undefined ? putMonth : monthAt(at, file.onFileSince)
  return Math.min(putMonth - accountYears * CALENDAR_YEAR_MONTHS, since, ...factMonths(file, at))
}
