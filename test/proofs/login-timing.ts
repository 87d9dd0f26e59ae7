/**
 * Tests whether the duration of a rejected login reveals if the account exists. Logins with the
 * name of an account and with unknown names, all with wrong secrets, alternate at random, each from
 * a different network. The Kolmogorov–Smirnov test compares the two samples of durations.
 */
import { randomInt } from 'node:crypto'
import { Agent, request } from 'node:http'
import { quantileOf } from './support/load.ts'
import type { ServiceProcess } from './support/service-process.ts'

/** Two samples, and the probability that their difference is due to chance. */
export interface LoginTiming {
  readonly logins: number
  /** Logins with a status other than 401. */
  readonly other: number
  readonly knownP50Ms: number
  readonly unknownP50Ms: number
  readonly distance: number
  readonly probability: number
}

/**
 * The settings that let each login come from a different network, so that throttling does not
 * interfere.
 */
export const TIMING_FLAGS = { 'trusted-proxy': 'true' }

/** The number of first logins of a service that are not counted. */
const FIRST = 200

/**
 * The number of logins between two looks at the samples, so that a control ends early once it is
 * caught.
 */
const CHECK_EVERY = 200

/** The logins of a run. */
interface Tried {
  /** The name of an account. */
  readonly known: string
  readonly logins: number
  /** Whether the samples are sufficient to end the run early. */
  readonly isEnough?: (found: LoginTiming) => boolean
}

/** Tries logins one after the other. */
export async function loginTiming(
  { address }: ServiceProcess,
  { known, logins, isEnough = () => false }: Tried,
): Promise<LoginTiming> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times = { known: [] as number[], unknown: [] as number[] }
  let other = 0
  for (let index = 0; index < logins + FIRST; index++) {
    const kind = randomInt(2) === 0 ? 'known' : 'unknown'
    // The names have the same length, so that only the existence of the account differs.
    const name = kind === 'known' ? known : String(index).padStart(known.length, 'n')
    const begun = performance.now()
    const status = await rejectedLogin(address, agent, name, index)
    if (index >= FIRST) times[kind].push(performance.now() - begun)
    if (status !== 401) other += 1
    const tried = index + 1 - FIRST
    if (tried > 0 && tried % CHECK_EVERY === 0 && isEnough(timingOf(times, other))) break
  }
  agent.destroy()
  return timingOf(times, other)
}

/** The durations of each kind of login, in milliseconds. */
type Times = Readonly<Record<'known' | 'unknown', readonly number[]>>

function timingOf(times: Times, other: number): LoginTiming {
  const distance = distanceOf(times.known, times.unknown)
  return {
    logins: times.known.length + times.unknown.length,
    other,
    knownP50Ms: quantileOf(times.known, 0.5),
    unknownP50Ms: quantileOf(times.unknown, 0.5),
    distance,
    probability: probabilityOf(distance, times.known.length, times.unknown.length),
  }
}

/**
 * Returns the broken promises. The durations differ if the probability of chance is below
 * `probabilityMin`.
 */
export function brokenTimingPromises(
  found: LoginTiming,
  probabilityMin: number,
): readonly string[] {
  return [
    ...(found.other > 0 ? [`${found.other} logins were not rejected`] : []),
    ...(found.probability < probabilityMin ? ['both take the same time'] : []),
  ]
}

function rejectedLogin(address: string, agent: Agent, name: string, index: number) {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const headers = {
    Authorization: `Basic ${Buffer.from(`${name}:not the secret`).toString('base64')}`,
    'Content-Type': 'application/xml',
    'X-Forwarded-For': `10.${index >> 8}.${index & 255}.1`,
  }
  const sent = request(`${address}/credit_report`, { method: 'POST', agent, headers }, (answer) => {
    answer.resume().on('end', () => resolve(answer.statusCode))
  })
  sent.on('error', reject).end('<REQUEST_GROUP/>')
  return promise
}

/** Returns the greatest distance between the two cumulative distributions. */
function distanceOf(one: readonly number[], other: readonly number[]): number {
  const all = [
    ...one.map((ms) => ({ ms, step: 1 / one.length })),
    ...other.map((ms) => ({ ms, step: -1 / other.length })),
  ].sort((a, b) => a.ms - b.ms)
  let apart = 0
  let greatest = 0
  for (const { step } of all) {
    apart += step
    greatest = Math.max(greatest, Math.abs(apart))
  }
  return greatest
}

const TERMS = 100

/**
 * Returns the probability of at least this distance for two samples of the same distribution
 * (Kolmogorov).
 */
function probabilityOf(distance: number, one: number, other: number): number {
  const size = Math.sqrt((one * other) / (one + other))
  const scaled = (size + 0.12 + 0.11 / size) * distance
  if (scaled < 0.2) return 1
  let sum = 0
  for (let term = 1; term <= TERMS; term++) {
    sum += (term % 2 === 1 ? 2 : -2) * Math.exp(-2 * term ** 2 * scaled ** 2)
  }
  return Math.min(1, Math.max(0, sum))
}
