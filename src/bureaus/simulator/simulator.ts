/**
 * The three simulated bureaus. They have a file for every person. A persona's file follows from its
 * story, and a custom person's from the person file. For anyone else, the bureaus invent a life
 * from the number and the name, which is always the same. They have no state except a cache.
 */
import { nameKey } from '../../documents/names.ts'
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { Bureau, FileRequest, Subject } from '../bureau.ts'
import { type Moment, momentOf, monthNumber } from './calendar.ts'
import { inventedAccounts, inventedStory } from './invent.ts'
import { type Life, lifeOf } from './life.ts'
import { isMagic, magicFault } from './magic.ts'
import type { BureauFault } from './misbehaviour.ts'
import {
  type CustomLife,
  type CustomPerson,
  customLife,
  type FindCustomPerson,
  hasFamilyName,
  identityOfCustom,
} from './people/custom-person.ts'
import type { Person } from './person.ts'
import { PERSONA_STORIES, type PersonaStory } from './persona-stories.ts'
import { findPersona, type Persona } from './personas.ts'
import { type Seed, seedOf } from './random.ts'
import { type FoundLife, foundLifeAt, simulatedFile } from './simulated-file.ts'
import type { Story } from './story.ts'

/** The inputs of the simulated bureaus. */
export interface SimulatorOptions {
  /**
   * The time at which the personas' outcomes hold, and around which lives are planned. A function
   * if the world can be reset.
   */
  readonly epoch: Date | (() => Date)
  /** The time-out of each of the three, as of a real bureau. */
  readonly timeoutMs: number
  /** Returns the injected fault for a request to a bureau. Absent for bureaus without faults. */
  readonly faultFor?:
    | ((bureau: BureauName, request: FileRequest) => Promise<BureauFault | undefined>)
    | undefined
  /** Returns the custom person with a social security number of nine digits. */
  readonly customPerson?: FindCustomPerson | undefined
}

/**
 * Returns the key by which bureaus identify a person: number and name, in one normalized spelling.
 */
function personKey({ ssn, firstName, lastName }: Pick<Subject, 'ssn' | 'firstName' | 'lastName'>) {
  return `${ssn} ${nameKey(firstName)} ${nameKey(lastName)}`
}

/**
 * Returns the seed of a persona. The stated outcome depends on this seed, so the spelling of the
 * key never changes. A persona has only one spelling, so none is normalized.
 */
function seedOfPersona({ ssn, firstName, lastName }: Persona): Seed {
  const letters = (name: string) =>
    name
      .normalize('NFD')
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
  return seedOf(`person ${ssn.replaceAll('-', '')} ${letters(firstName)} ${letters(lastName)}`)
}

/** Returns the story of a persona, and how it continues after the epoch. */
function storyOf(persona: Persona, seed: Seed, epochMonth: number): Story {
  const story: PersonaStory = PERSONA_STORIES[persona.id]
  const after =
    story.goesOnAs === undefined
      ? { accounts: [], inquiries: [] }
      : inventedAccounts(
          story.goesOnAs,
          {
            start: story.start,
            until: Infinity,
            epochMonth,
            state: persona.address.state,
            bankruptcies: story.bankruptcies,
          },
          seed,
        )
  return {
    ...story,
    birthDate: persona.birthDate,
    accounts: [...story.accounts, ...after.accounts.filter(({ opened }) => opened > 1)],
    inquiries: [...(story.inquiries ?? []), ...after.inquiries.filter(({ month }) => month > 1)],
    bankruptcies: story.bankruptcies ?? [],
    alerts: story.alerts ?? [],
    withheld: story.withheld ?? {},
  }
}

function personOf(persona: Persona): Person {
  return { ...persona, ssn: persona.ssn.replaceAll('-', ''), formerAddresses: [] }
}

const PARTIAL_DATE = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/

/**
 * Returns the birth date of a request if it is a valid date, which then limits when accounts can
 * begin.
 */
function requestedBirthDate({ birthDate }: Subject): string | undefined {
  return birthDate !== undefined && PARTIAL_DATE.test(birthDate) ? birthDate : undefined
}

/** Creates a function that finds the life for a request, once for the three bureaus of an order. */
function lifeFinder(epochMonth: number) {
  const find = {
    invented: inventedFinder(epochMonth),
    persona: personaFinder(epochMonth),
    custom: customFinder(epochMonth),
  }
  const known = new WeakMap<Subject, FoundLife>()
  return (subject: Subject, moment: Moment, custom: CustomPerson | undefined): FoundLife => {
    const before = known.get(subject)
    if (before?.month === moment.month) return before
    const persona = findPersona(subject.ssn, subject.lastName)
    const found =
      // A custom person has precedence, so that a custom file can replace a persona.
      (custom && find.custom(custom, subject, moment)) ??
      (persona === undefined
        ? find.invented(subject, moment, custom !== undefined)
        : find.persona(persona, moment))
    known.set(subject, found)
    return found
  }
}

/**
 * Returns the finder for the current epoch. In a world that begins in another month, lives differ.
 */
function currentFinder(epoch: () => Date): () => ReturnType<typeof lifeFinder> {
  let month = monthNumber(epoch())
  let find = lifeFinder(month)
  return () => {
    const now = monthNumber(epoch())
    if (now !== month) {
      month = now
      find = lifeFinder(month)
    }
    return find
  }
}

/**
 * Returns the key of the people with one family name at one address. A parent and a child of the
 * same name are not a couple, so a person with a suffix has no household.
 */
function householdOf({ lastName, suffix, address }: Subject): string | undefined {
  if (suffix !== '' || isMagic(address.street)) return undefined
  return [lastName, address.street, address.postalCode.slice(0, 5)].map(nameKey).join(' ')
}

/**
 * Returns the invented life of a person who is neither a persona nor a custom person, until a month
 * that is counted from the epoch.
 */
export function inventedLife(subject: Subject, epochMonth: number, until: number): Life {
  const seed = seedOf(`person ${personKey(subject)}`)
  const { state } = subject.address
  return lifeOf(
    inventedStory(seed, { epochMonth, until, state, household: householdOf(subject) }),
    seed,
  )
}

/** Finds people who are neither personas nor custom people. */
function inventedFinder(epochMonth: number) {
  return (subject: Subject, moment: Moment, isSsnOfAnother: boolean): FoundLife => {
    const life = inventedLife(subject, epochMonth, moment.month)
    const asked = requestedBirthDate(subject)
    return foundLifeAt(moment, {
      life,
      person: { ...subject, birthDate: asked ?? life.story.birthDate },
      alerts: isSsnOfAnother || findPersona(subject.ssn) !== undefined ? ['ssnOfAnother'] : [],
      isBirthDateRequested: asked !== undefined,
    })
  }
}

/** Finds personas. Their whole lives are cached. */
function personaFinder(epochMonth: number) {
  const lives = new Map<string, Life>()
  const lifeOfPersona = (persona: Persona): Life => {
    const known = lives.get(persona.id)
    if (known !== undefined) return known
    const seed = seedOfPersona(persona)
    const life = lifeOf(storyOf(persona, seed, epochMonth), seed)
    lives.set(persona.id, life)
    return life
  }
  return (persona: Persona, moment: Moment): FoundLife => {
    const person = personOf(persona)
    const life = lifeOfPersona(persona)
    return foundLifeAt(moment, { life, person, alerts: [], isBirthDateRequested: false })
  }
}

/** Finds custom people. Their lives are cached while their files are unchanged. */
function customFinder(epochMonth: number) {
  const lives = new WeakMap<CustomPerson, CustomLife>()
  return (custom: CustomPerson, subject: Subject, moment: Moment): FoundLife | undefined => {
    if (!hasFamilyName(subject.lastName, identityOfCustom(custom))) return undefined
    const known = lives.get(custom) ?? customLife(custom, epochMonth)
    lives.set(custom, known)
    return foundLifeAt(moment, { ...known, alerts: [], isBirthDateRequested: false })
  }
}

/**
 * Returns the request with the known address in place of a magic street, which is not an address to
 * compare with the file.
 */
function withKnownAddress(request: FileRequest, custom: CustomPerson | undefined): FileRequest {
  const { subject } = request
  if (!isMagic(subject.address.street)) return request
  const known = custom && identityOfCustom(custom)
  const address =
    known?.address ?? findPersona(subject.ssn, subject.lastName)?.address ?? subject.address
  return { ...request, subject: { ...subject, address } }
}

/** Looks up a custom person once for the three bureaus of an order. */
function customPeopleOf(find: FindCustomPerson = async () => undefined) {
  const asked = new WeakMap<Subject, ReturnType<FindCustomPerson>>()
  return (subject: Subject) => {
    const found = asked.get(subject) ?? find(subject.ssn)
    asked.set(subject, found)
    return found
  }
}

/** Creates the three simulated bureaus. They share the lives of people. */
export function createSimulatedBureaus(options: SimulatorOptions): Bureau[] {
  const { epoch } = options
  const epochNow = typeof epoch === 'function' ? epoch : () => epoch
  const find = currentFinder(epochNow)
  const customOf = customPeopleOf(options.customPerson)
  return BUREAUS.map((name) => {
    const answer = async (request: FileRequest) => {
      const moment = momentOf(epochNow(), request.askedAt)
      const custom = await customOf(request.subject)
      const found = find()(request.subject, moment, custom)
      return simulatedFile(found, name, withKnownAddress(request, custom), moment)
    }
    return {
      name,
      simulated: true,
      // Repeating a request leaves no second inquiry and costs nothing.
      repeatable: true,
      timeoutMs: options.timeoutMs,
      pull: async (request: FileRequest) => {
        request.signal.throwIfAborted()
        const { street } = request.subject.address
        // Injected faults have precedence over magic streets.
        const fault = (await options.faultFor?.(name, request)) ?? magicFault(street, name)
        if (fault === undefined) return answer(request)
        request.onInjectedFault?.(fault)
        return fault.behaviour(answer, request, name)
      },
    }
  })
}
