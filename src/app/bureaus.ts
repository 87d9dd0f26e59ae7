/** Opens the sources of credit files in the settings, and the clock of their world. */
import type { FastifyBaseLogger } from 'fastify'
import type { Bureau } from '../bureaus/bureau.ts'
import { createSimulatedBureaus } from '../bureaus/simulator/simulator.ts'
import type { BureauName } from '../documents/tables/enumerations.ts'
import { type SandboxClock, sandboxClock } from '../sandbox/clock.ts'
import { findCustomPeople } from '../sandbox/find-people.ts'
import { faultFinder } from '../sandbox/injected-faults.ts'
import { SIMULATED } from '../settings/choices.ts'
import type { Settings } from '../settings/settings.ts'
import type { SandboxState } from '../store/records/sandbox.ts'
import type { WorldStart } from '../store/records/snapshots.ts'
import type { Store } from '../store/store.ts'
import type { Environment } from './environment.ts'
import type { Storage } from './open-storage.ts'

interface BureauOptions {
  /** The bureaus of vendors, in place of those in the settings. */
  readonly vendors?: readonly Bureau[]
  /** Logs the events of vendors that are not about one order. */
  readonly logger?: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Opens the source of each bureau, and the clock of the world if all sources are simulated. Opens
 * the vendors of the settings, unless `vendors` provides their bureaus.
 */
export async function openBureaus(
  settings: Settings,
  store: Store,
  environment: Environment,
  { vendors, logger }: BureauOptions = {},
) {
  // Assigned after the bureaus are created, and before any bureau is asked.
  let clock: SandboxClock | undefined
  const simulated =
    environment.bureaus ??
    (await simulatedBureaus(settings, store, environment, () => clock?.state()))
  const hasProvidedBureaus = environment.bureaus !== undefined || vendors !== undefined
  const upstreams = hasProvidedBureaus ? [] : await vendorsOf(settings, logger)
  const real = vendors ?? upstreams.flatMap((upstream) => upstream.bureaus)
  const bureaus = [...real, ...simulated]
  clock = await clockOf(bureaus, store, environment.now)
  return { bureaus, clock, upstreams }
}

/**
 * Opens the vendors of the settings. Loads their modules only if there are vendors, because a
 * sandbox has none.
 */
async function vendorsOf(settings: Settings, logger: BureauOptions['logger']) {
  if (Object.values(settings.bureaus).every((source) => source === SIMULATED)) return []
  const { openUpstreams } = await import('../bureaus/upstream/vendor.ts')
  return openUpstreams(settings, (what) => logger?.warn(what))
}

async function simulatedBureaus(
  settings: Settings,
  store: Store,
  { now }: Pick<Environment, 'now'>,
  state: () => SandboxState | undefined = () => undefined,
): Promise<readonly Bureau[]> {
  const started = await store.sandbox.begin(now().getTime(), worldStart(settings))
  const findCustom = findCustomPeople(store)
  const all = createSimulatedBureaus({
    epoch: () => new Date(state()?.epoch ?? started.epoch),
    timeoutMs: settings['bureau-timeout-ms'],
    faultFor: faultFinder(state, store),
    customPerson: async (ssn) => (state()?.peopled === false ? undefined : findCustom(ssn)),
  })
  return all.filter(({ name }) => settings.bureaus[name] === SIMULATED)
}

/** Returns the start of a world according to the settings. */
function worldStart({ 'world-start': start, ids }: Settings): Partial<WorldStart> {
  const isSet = start !== ''
  const counts = ids === 'counted' || (ids === 'auto' && isSet)
  return {
    ...(isSet && { epoch: Date.parse(start), frozen: true }),
    ids: counts ? 'counted' : 'random',
  }
}

/**
 * Opens the clock of the world if all bureaus are simulated. Files from real bureaus follow the
 * real time.
 */
async function clockOf(
  bureaus: readonly Bureau[],
  store: Store,
  machineNow: () => Date,
): Promise<SandboxClock | undefined> {
  if (!bureaus.every(({ simulated }) => simulated)) return undefined
  const clock = sandboxClock(store, machineNow)
  await clock.refresh()
  return clock
}

/** Opens the clock of services with these settings; undefined if they have real bureaus. */
export async function openClock(
  settings: Settings,
  { store }: Storage,
  machineNow: () => Date,
): Promise<SandboxClock | undefined> {
  if (Object.values(settings.bureaus).some((source) => source !== SIMULATED)) return undefined
  return clockOf(await simulatedBureaus(settings, store, { now: machineNow }), store, machineNow)
}

/**
 * Returns the source of each bureau by its name. Throws if a bureau has none, which the settings
 * should have prevented.
 */
export function bureausByName(bureaus: readonly Bureau[]): Readonly<Record<BureauName, Bureau>> {
  const named = (name: BureauName) => {
    const bureau = bureaus.find((candidate) => candidate.name === name)
    if (bureau === undefined) throw new TypeError(`no source for ${name}`)
    return bureau
  }
  return {
    Equifax: named('Equifax'),
    Experian: named('Experian'),
    TransUnion: named('TransUnion'),
  }
}
