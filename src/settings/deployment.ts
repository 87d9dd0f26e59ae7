/** What a service is for, and what it must be given for that. */
import { z } from 'zod'
import { type BureauSources, SIMULATED } from './upstreams.ts'

/** A sandbox makes what it is not given; production refuses to start without it. */
export const DEPLOYMENTS = ['sandbox', 'production'] as const

/** Words of a command: a list in the file; in one line a JSON list, or words apart by spaces. */
export const MasterKeyCommandSetting = z.preprocess(
  (given) => (typeof given === 'string' ? wordsOf(given) : given),
  z.array(z.string().min(1).max(4_000)).max(100),
) as unknown as z.ZodType<readonly string[]>

function wordsOf(line: string): unknown {
  const trimmed = line.trim()
  if (trimmed.startsWith('[')) return parsed(trimmed)
  // Quotes mean something to a shell, and there is none: better refused than run otherwise.
  return /["'\\`$]/.test(trimmed) ? trimmed : trimmed.split(/\s+/).filter((word) => word !== '')
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

interface KeySettings {
  readonly 'master-key': string
  readonly 'master-key-file': string
  readonly 'master-key-command': readonly string[]
}

const KEY_SETTINGS = ['master-key', 'master-key-file', 'master-key-command'] as const

/** The settings that give a master key, by name: none where it is made beside the data. */
export function masterKeySettings(settings: KeySettings): readonly string[] {
  return KEY_SETTINGS.filter((name) => settings[name].length > 0)
}

/** Whether the key comes from one place at most: of two that differ, one would be wrong. */
export function givesMasterKey(settings: KeySettings): string[] {
  const names = masterKeySettings(settings)
  return names.length < 2 ? [] : [`${names.join(', ')}: give the master key in one way only`]
}

interface DeploymentSettings extends KeySettings {
  readonly deployment: (typeof DEPLOYMENTS)[number]
  readonly bureaus: BureauSources
}

/** What the deployment wants and was not given. */
export function mayRun(settings: DeploymentSettings): string[] {
  if (settings.deployment === 'sandbox') return []
  const faults: string[] = []
  if (masterKeySettings(settings).length === 0) {
    faults.push(
      `deployment: production needs a master key that is kept apart from the data: give one of ${KEY_SETTINGS.join(', ')}`,
    )
  }
  const simulated = Object.entries(settings.bureaus).filter(([, source]) => source === SIMULATED)
  if (simulated.length > 0) {
    const names = simulated.map(([name]) => name).join(', ')
    faults.push(`bureaus: production takes no invented files, and these are simulated: ${names}`)
  }
  return faults
}

/** Settings of the way to the service: credentials and credit data cross no network in clear. */

/** What the rules look at. */
interface TransportSettings {
  readonly host: string
  readonly 'trusted-proxy': boolean
  readonly 'tls-cert': string
  readonly 'tls-key': string
}

const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|::1)$/

/** What is wrong with how the service would be reached. */
export function transportFaults(settings: TransportSettings): string[] {
  const { host, 'tls-cert': certificate, 'tls-key': key } = settings
  if (certificate === '' && key !== '') return ['tls-cert: is missing, and tls-key is there']
  if (key === '' && certificate !== '') return ['tls-key: is missing, and tls-cert is there']
  if (certificate !== '' || LOOPBACK.test(host) || settings['trusted-proxy']) return []
  return [
    'host: an address that is not loopback needs tls-cert and tls-key, or trusted-proxy where a proxy ends TLS',
  ]
}
