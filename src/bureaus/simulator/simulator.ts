/**
 * Three simulated bureaus. They have a file of every person: of personas by their stories, of
 * custom people by their files, of all others by a life that is invented from number and name, the
 * same every time. They keep no state but a cache.
 */
import { nameKey } from '../../documents/names.ts'
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { Bureau, FileRequest, Subject } from '../bureau.ts'
import { type Moment, momentOf, monthNumber } from './calendar.ts'
import { inventedAccounts, inventedStory } from './invent.ts'
import { type Life, lifeOf } from './life.ts'
import { isMagic, magicOf } from './magic.ts'
import type { MetFault } from './misbehaviour.ts'
import {
  type CustomLife,
  type CustomPerson,
  customLife,
  type FindCustomPerson,
  identityOfCustom,
  isNamed,
} from './people/custom-person.ts'
import type { Person } from './person.ts'
import { PERSONA_STORIES, type PersonaStory } from './persona-stories.ts'
import { findPersona, type Persona } from './personas.ts'
import { type Seed, seedOf } from './random.ts'
import { type Found, fileOf, foundAt } from './simulated-file.ts'
import type { Story } from './story.ts'

/** Lives are kept between the three pulls of an order, and for personas. */
const LIVES_MAX = 256

/** The inputs of the simulated bureaus. */
export interface SimulatorOptions {
  /**
   * The time at which the personas' outcomes hold; lives are planned around it. A function where the
   * world may begin again.
   */
  readonly epoch: Date | (() => Date)
  /** Of each of the three, as of a real bureau. */
  readonly timeoutMs: number
  /** The injected fault that a request meets at a bureau; absent for bureaus without faults. */
  readonly faultFor?:
    | ((bureau: BureauName, request: FileRequest) => Promise<MetFault | undefined>)
    | undefined
  /** The custom person of a social security number, of nine digits. */
  readonly customPerson?: FindCustomPerson | undefined
}

/** The key by which bureaus know a person: number and name, spelled in one way. */
function personKey({ ssn, firstName, lastName }: Pick<Subject, 'ssn' | 'firstName' | 'lastName'>) {
  return `${ssn} ${nameKey(firstName)} ${nameKey(lastName)}`
}

/**
 * The seed of a persona. Its stated outcome holds for this seed, so its spelling never changes; a
 * persona has one spelling, so none is compared.
 */
function seedOfPersona({ ssn, firstName, lastName }: Persona): Seed {
  const letters = (name: string) =>
    name
      .normalize('NFD')
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
  return seedOf(`person ${ssn.replaceAll('-', '')} ${letters(firstName)} ${letters(lastName)}`)
}

/** The story of a persona, and what comes after it. */
function storyOf(persona: Persona, seed: Seed, epochMonth: number): Story {
  const story: PersonaStory = PERSONA_STORIES[persona.id]
  const after =
    story.goesOnAs === undefined
      ? { accounts: [], inquiries: [] }
      : inventedAccounts(
          story.goesOnAs,
          { start: story.start, until: Infinity, epochMonth, state: persona.address.state },
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

/** The birth date of a request if it is a date: it then bounds the life. */
function bornAsAsked({ birthDate }: Subject): string | undefined {
  return birthDate !== undefined && PARTIAL_DATE.test(birthDate) ? birthDate : undefined
}

/** The most recently used lives, by person. */
function lifeCache() {
  const lives = new Map<string, Life>()
  return (key: string, create: () => Life): Life => {
    const life = lives.get(key) ?? create()
    // Inserted again, so that the map's order is that of use and its first key is the oldest.
    lives.delete(key)
    lives.set(key, life)
    if (lives.size > LIVES_MAX) lives.delete(lives.keys().next().value ?? key)
    return life
  }
}

/** Finds the life that a request is about, once for the three bureaus of an order. */
function finder(epochMonth: number) {
  const find = {
    invented: inventedFinder(epochMonth),
    persona: personaFinder(epochMonth),
    custom: customFinder(epochMonth),
  }
  const known = new WeakMap<Subject, Found>()
  return (subject: Subject, moment: Moment, custom: CustomPerson | undefined): Found => {
    const before = known.get(subject)
    if (before?.month === moment.month) return before
    const persona = findPersona(subject.ssn, subject.lastName)
    const found =
      // A custom person comes first, so that a persona can be replaced by a file of one's own.
      (custom && find.custom(custom, subject, moment)) ??
      (persona === undefined
        ? find.invented(subject, moment, custom !== undefined)
        : find.persona(persona, moment))
    known.set(subject, found)
    return found
  }
}

/** The finder of the world as it is: in one that begins in another month, lives are others. */
function finderSince(epoch: () => Date): () => ReturnType<typeof finder> {
  let month = monthNumber(epoch())
  let find = finder(month)
  return () => {
    const now = monthNumber(epoch())
    if (now !== month) {
      month = now
      find = finder(month)
    }
    return find
  }
}

/** Who lives under one family name at one address; a parent and a child of one name are no couple. */
function householdOf({ lastName, suffix, address }: Subject): string | undefined {
  if (suffix !== '' || isMagic(address.street)) return undefined
  return [lastName, address.street, address.postalCode.slice(0, 5)].map(nameKey).join(' ')
}

/** The life of someone who has no story of their own, as far as a month, counted from the epoch. */
export function inventedLife(subject: Subject, epochMonth: number, until: number): Life {
  const seed = seedOf(`person ${personKey(subject)}`)
  const { state } = subject.address
  return lifeOf(
    inventedStory(seed, { epochMonth, until, state, household: householdOf(subject) }),
    seed,
  )
}

/** Finds people who have no story of their own. */
function inventedFinder(epochMonth: number) {
  const lives = lifeCache()
  return (subject: Subject, moment: Moment, isOfAnother: boolean): Found => {
    const key = personKey(subject)
    const { state } = subject.address
    const household = householdOf(subject)
    const life = lives(`${moment.month} ${state} ${household} ${key}`, () =>
      inventedLife(subject, epochMonth, moment.month),
    )
    const asked = bornAsAsked(subject)
    return foundAt(moment, {
      life,
      person: { ...subject, birthDate: asked ?? life.story.birthDate },
      alerts: isOfAnother || findPersona(subject.ssn) !== undefined ? ['ssnOfAnother'] : [],
      bornAsAsked: asked !== undefined,
    })
  }
}

/** Finds personas, whose whole lives are kept. */
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
  return (persona: Persona, moment: Moment): Found => {
    const person = personOf(persona)
    const life = lifeOfPersona(persona)
    return foundAt(moment, { life, person, alerts: [], bornAsAsked: false })
  }
}

/** Finds custom people, whose lives are kept as long as they are unchanged. */
function customFinder(epochMonth: number) {
  const lives = new WeakMap<CustomPerson, CustomLife>()
  return (custom: CustomPerson, subject: Subject, moment: Moment): Found | undefined => {
    if (!isNamed(subject.lastName, identityOfCustom(custom))) return undefined
    const known = lives.get(custom) ?? customLife(custom, epochMonth)
    lives.set(custom, known)
    return foundAt(moment, { ...known, alerts: [], bornAsAsked: false })
  }
}

/** The request as it is answered: a persona's magic street is no address to compare with. */
function understood(request: FileRequest, custom: CustomPerson | undefined): FileRequest {
  const { subject } = request
  if (!isMagic(subject.address.street)) return request
  const known = custom && identityOfCustom(custom)
  const address =
    known?.address ?? findPersona(subject.ssn, subject.lastName)?.address ?? subject.address
  return { ...request, subject: { ...subject, address } }
}

/** Looks for a custom person once for the three bureaus of an order. */
function customPeopleOf(find: FindCustomPerson = async () => undefined) {
  const asked = new WeakMap<Subject, ReturnType<FindCustomPerson>>()
  return (subject: Subject) => {
    const found = asked.get(subject) ?? find(subject.ssn)
    asked.set(subject, found)
    return found
  }
}

/** The three simulated bureaus, sharing the lives of the people they know. */
export function createSimulatedBureaus(options: SimulatorOptions): Bureau[] {
  const { epoch } = options
  const epochNow = typeof epoch === 'function' ? epoch : () => epoch
  const find = finderSince(epochNow)
  const customOf = customPeopleOf(options.customPerson)
  return BUREAUS.map((name) => {
    const answer = async (request: FileRequest) => {
      const moment = momentOf(epochNow(), request.askedAt)
      const custom = await customOf(request.subject)
      const found = find()(request.subject, moment, custom)
      return fileOf(found, name, understood(request, custom), moment)
    }
    return {
      name,
      simulated: true,
      // Asking again leaves no second inquiry and costs nothing.
      repeatable: true,
      timeoutMs: options.timeoutMs,
      pull: async (request: FileRequest) => {
        request.signal.throwIfAborted()
        const { street } = request.subject.address
        // Injected faults come before magic streets.
        const fault = (await options.faultFor?.(name, request)) ?? magicOf(street, name)
        if (fault === undefined) return answer(request)
        request.onInjectedFault?.(fault)
        return fault.behaviour(answer, request, name)
      },
    }
  })
}
