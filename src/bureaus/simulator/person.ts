/** Builds a person's identity as each bureau has it: the same person with small differences. */
import { isSameName, nameKey } from '../../documents/names.ts'
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { FileBorrowerValue, VariationType } from '../../documents/tables/response.ts'
import { truncated } from '../../documents/wording.ts'
import type { Address, Subject } from '../bureau.ts'
import { type Moment, monthOfText, monthText, reportedDate } from './calendar.ts'
import { type Life, personalNoise } from './life.ts'
import { between, chance, noiseAt, pick, streamOf } from './random.ts'
import type { Home } from './story.ts'
import { ALL_CITIES, type City, citiesOf } from './tables/cities.ts'
import { EMPLOYERS, FIRST_JOBS, STREETS } from './tables/places.ts'
import { wholeText } from './whole-text.ts'

/** The person of a file: a persona with its own names and address, or the person of the order. */
export type Person = Pick<
  Subject,
  'firstName' | 'middleName' | 'lastName' | 'suffix' | 'ssn' | 'address' | 'formerAddresses'
> & {
  /** YYYY-MM-DD, YYYY-MM or YYYY. */
  readonly birthDate: string
}

/** Texts without accents, which are most, need no normalization. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about the range
const ASCII = /^[\x00-\x7f]*$/

/** Returns a text in capitals, with at most `lengthMax` characters. One bureau removes accents. */
function onFile(text: string, bureau: BureauName, lengthMax: number): string {
  return truncated(normalized(text, bureau).toUpperCase().trim(), lengthMax)
}

function normalized(text: string, bureau: BureauName): string {
  if (ASCII.test(text)) return text
  const plain = bureau === 'Experian' ? text.normalize('NFD').replace(/\p{M}/gu, '') : text
  return plain.normalize('NFC')
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}

/** The fraction of moves that stay within a state, close to the fraction in the census. */
const SAME_STATE = 0.82

/**
 * Returns another city than the one of the previous home, because bureaus do not record moves
 * within a city.
 */
function otherCity(city: City, postalCode = '', cities: readonly City[]): City {
  if (city[2] !== postalCode.slice(0, 5)) return city
  return cities[(cities.indexOf(city) + 1) % cities.length] ?? city
}

/** Returns the homes of a life, newest first. */
export function homesOf(life: Life, person: Person): readonly Home[] {
  if (life.story.homes !== undefined) return life.story.homes
  const draw = streamOf(life.seed, 'moves')
  const homes: Home[] = []
  let since = -between(draw, [8, 110])
  const given = [person.address, ...person.formerAddresses]
  for (let index = 0; index < 4; index++) {
    const stays = chance(draw, SAME_STATE)
    const before = homes.at(-1)?.address
    const cities = stays ? citiesOf(before?.state ?? '') : ALL_CITIES
    const [city, state, postalCode] = otherCity(pick(draw, cities), before?.postalCode, cities)
    const street = wholeText(String(between(draw, [2, 980])), ' ', pick(draw, STREETS))
    const address = given[index] ?? { street, city, state, postalCode }
    homes.push({ address, since: Math.max(since, life.story.start) })
    if (since <= life.story.start) break
    since -= between(draw, [14, 90])
  }
  return homes
}

function residencesOf(
  { life, homes, inFileMonth }: KnownPerson,
  bureau: BureauName,
  moment: Moment,
) {
  const isOld = life.story.oldAddressAt === bureau || life.story.onFile?.[bureau]?.oldAddress
  const own = isOld && homes.length > 1 ? homes.slice(1) : homes
  // The months of stated homes are kept.
  const earliest = life.story.homes === undefined ? inFileMonth : -Infinity
  return own.map(({ address, since }) => {
    const month = Math.min(Math.max(since, earliest), moment.month)
    return {
      _StreetAddress: onFile(address.street, bureau, 250),
      _City: onFile(address.city, bureau, 250),
      _State: onFile(address.state, bureau, 250),
      _PostalCode: address.postalCode,
      _DateReported: reportedDate(bureau, moment, month, 1),
    }
  })
}

function aliasesOf(life: Life, person: Person, bureau: BureauName, noise: number) {
  const names: [string, string][] = []
  const { formerLastName } = life.story
  if (formerLastName !== undefined && noise < 0.7) names.push([person.firstName, formerLastName])
  if (noise > 0.85) names.push([[...person.firstName][0] ?? '', person.lastName])
  return names.map(([first, last]) => ({
    _FirstName: onFile(first, bureau, 100),
    _LastName: onFile(last, bureau, 100),
    _UnparsedName: joined([onFile(first, bureau, 100), onFile(last, bureau, 100)]),
  }))
}

function middleNameOf(person: Person, noise: number): string {
  if (noise < 0.15) return ''
  return noise < 0.4 ? ([...person.middleName][0] ?? '') : person.middleName
}

/** A person's employment. */
export interface Employment {
  readonly text: string
  /** A bureau that does not know of the employment. */
  readonly unknownAt: BureauName | undefined
}

/**
 * Ages in years: people are retired from `RETIRED_YEARS` on, and a job that began before
 * `BEGINNER_YEARS` is a first job.
 */
const RETIRED_YEARS = 67
const BEGINNER_YEARS = 22

/** Returns the employment of a life at a moment, appropriate for the person's age. */
export function employmentOf(life: Life, moment: Moment, birthDate: string): Employment {
  if (life.story.employment !== undefined) {
    return { text: life.story.employment, unknownAt: undefined }
  }
  const draw = streamOf(life.seed, 'employment')
  const born = monthOfText(moment, birthDate)
  const years = Math.floor((moment.month - born) / 12)
  const began = -between(draw, [4, 140])
  const adult = born + 18 * 12
  const since = Math.min(moment.month, Math.max(life.story.start, adult, began))
  const jobs = (since - born) / 12 < BEGINNER_YEARS ? FIRST_JOBS : EMPLOYERS
  const { name, occupations } = pick(draw, jobs)
  const occupation = pick(draw, occupations)
  const unknownAt = chance(draw, 0.6) ? pick(draw, BUREAUS) : undefined
  if (years >= RETIRED_YEARS) return { text: 'RETIRED', unknownAt }
  return {
    text: wholeText(name, ', ', occupation, ', SINCE ', monthText(moment, since)),
    unknownAt,
  }
}

/** The facts about a person that all bureaus know. */
interface KnownPerson {
  readonly life: Life
  readonly person: Person
  readonly homes: readonly Home[]
  readonly employment: Employment
  /** The month since which the bureau has had the person on file. It knows no address before. */
  readonly inFileMonth: number
}

/** Returns the person as shown on a bureau's file. */
export function identityOf(
  known: KnownPerson,
  bureau: BureauName,
  moment: Moment,
): FileBorrowerValue {
  const { life, employment } = known
  const person = personAt(known, bureau)
  const index = BUREAUS.indexOf(bureau)
  const noise = life.story.exact ? UNCHANGED_NOISE : personalNoise(life, index)
  const first = onFile(person.firstName, bureau, 100)
  const middleNoise = life.story.exact ? UNCHANGED_NOISE : noiseAt(life.seed[1], index)
  const middle = onFile(middleNameOf(person, middleNoise), bureau, 100)
  const last = onFile(person.lastName, bureau, 100)
  const residences = residencesOf(known, bureau, moment)
  const { ssnOnFile } = life.story
  const suffix = suffixAt(life, person, bureau)
  return {
    _BirthDate: noise < 0.2 ? person.birthDate.slice(0, 4) : person.birthDate,
    _FirstName: first,
    _LastName: last,
    _MiddleName: middle,
    _SSN: ssnOnFile?.bureau === bureau ? ssnOnFile.ssn : person.ssn,
    _UnparsedName: joined([first, middle, last, onFile(suffix, bureau, 20)]),
    _ALIAS: aliasesOf(life, person, bureau, noise),
    _RESIDENCE: residences,
    _UnparsedAddress: residences.map((home) =>
      joined([home._StreetAddress, home._City, home._State, home._PostalCode]),
    ),
    _UnparsedEmployment: bureau === employment.unknownAt ? '' : employment.text,
  }
}

/** A noise value that leaves an identity unchanged. */
const UNCHANGED_NOISE = 0.5

/** Returns the person with the values that one bureau has. */
export function personAt(
  { life, person }: Pick<KnownPerson, 'life' | 'person'>,
  bureau: BureauName,
): Person {
  const differing = life.story.onFile?.[bureau]
  return differing === undefined ? person : { ...person, ...differing }
}

/** Returns the generation suffix that a bureau has for the person. */
export function suffixAt({ story }: Life, person: Person, bureau: BureauName): string {
  return story.suffixOnFile?.bureau === bureau ? story.suffixOnFile.suffix : person.suffix
}

function isSameHome(home: FileBorrowerValue['_RESIDENCE'], asked: Address): boolean {
  const current = home?.[0]
  return (
    current !== undefined &&
    nameKey(current._StreetAddress) === nameKey(asked.street).slice(0, 250) &&
    current._PostalCode.slice(0, 5) === asked.postalCode.slice(0, 5)
  )
}

/** Returns the differences between a file and the request. */
export function variationsOf(
  onFilePerson: FileBorrowerValue,
  person: Person,
  asked: Subject,
): readonly VariationType[] {
  const found: VariationType[] = []
  const birth = asked.birthDate ?? ''
  const exactness = Math.min(birth.length, onFilePerson._BirthDate.length)
  if (!isSameHome(onFilePerson._RESIDENCE, asked.address)) found.push('DifferentAddress')
  if (birth.slice(0, exactness) !== onFilePerson._BirthDate.slice(0, exactness)) {
    found.push('DifferentBirthDate')
  }
  if (nameKey(asked.suffix) !== nameKey(person.suffix)) found.push('DifferentGeneration')
  if (!isSameName(asked.lastName, person.lastName)) found.push('DifferentLastName')
  if (!isSameName(asked.firstName, person.firstName)) found.push('DifferentName')
  if (onFilePerson._SSN !== asked.ssn) found.push('DifferentSSN')
  return found
}

/** Returns the month in which the person came of age, as precisely as the birth date allows. */
export function adultFrom(person: Person, moment: Moment): number {
  return monthOfText(moment, person.birthDate) + 18 * 12
}
