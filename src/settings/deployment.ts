/** Kinds of deployment, and the settings that each requires. */
import { z } from 'zod'
import { SIMULATED } from './choices.ts'
import type { BureauSources } from './upstreams.ts'

/** A sandbox creates its own key and accounts; production does not start without a configured key. */
export const DEPLOYMENTS = ['sandbox', 'production'] as const

/** Words of a command: a list in the file; in one line a JSON list, or words apart by spaces. */
export const MasterKeyCommandSetting = z.preprocess(
  (given) => (typeof given === 'string' ? wordsOf(given) : given),
  z.array(z.string().min(1).max(4_000)).max(100),
) as unknown as z.ZodType<readonly string[]>

function wordsOf(line: string): unknown {
  const trimmed = line.trim()
  if (trimmed.startsWith('[')) return parsed(trimmed)
  // No shell interprets quotes: reject them rather than run another command than was meant.
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

/** At most one setting may give the key: of two different keys, one would be wrong. */
export function givesMasterKey(settings: KeySettings): string[] {
  const names = masterKeySettings(settings)
  return names.length < 2 ? [] : [`${names.join(', ')}: set only one of these`]
}

interface DeploymentSettings extends KeySettings {
  readonly deployment: (typeof DEPLOYMENTS)[number]
  readonly bureaus: BureauSources
}

/** The required settings of the deployment that are missing. */
export function mayRun(settings: DeploymentSettings): string[] {
  if (settings.deployment === 'sandbox') return []
  const errors: string[] = []
  if (masterKeySettings(settings).length === 0) {
    errors.push(
      `deployment: production needs a master key that is kept apart from the data: set one of ${KEY_SETTINGS.join(', ')}`,
    )
  }
  const simulated = Object.entries(settings.bureaus).filter(([, source]) => source === SIMULATED)
  if (simulated.length > 0) {
    const names = simulated.map(([name]) => name).join(', ')
    errors.push(`bureaus: production does not allow simulated bureaus: set a vendor for ${names}`)
  }
  return errors
}

/** Transport settings: credentials and credit data cross no network in clear. */

/** What the rules look at. */
interface TransportSettings {
  readonly host: string
  readonly 'trusted-proxy': boolean
  readonly 'tls-cert': string
  readonly 'tls-key': string
}

const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|::1)$/

/** Whether only programs of the same machine reach the service, and none for others. */
export function isLocalOnly(settings: Pick<TransportSettings, 'host' | 'trusted-proxy'>): boolean {
  return LOOPBACK.test(settings.host) && !settings['trusted-proxy']
}

/** What is wrong with how the service would be reached. */
export function transportErrors(settings: TransportSettings): string[] {
  const { host, 'tls-cert': certificate, 'tls-key': key } = settings
  if (certificate === '' && key !== '')
    return ['tls-cert: missing although tls-key is set; set both']
  if (key === '' && certificate !== '')
    return ['tls-key: missing although tls-cert is set; set both']
  if (certificate !== '' || LOOPBACK.test(host) || settings['trusted-proxy']) return []
  return [
    'host: an address other than loopback needs tls-cert and tls-key, or trusted-proxy if a proxy terminates TLS',
  ]
}
