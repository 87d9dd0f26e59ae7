/** Kinds of deployment, and the settings that each requires. */
import { z } from 'zod'
import { SIMULATED } from './choices.ts'
import type { BureauSources } from './upstreams.ts'

/**
 * The kinds of deployment. A sandbox creates its own key and accounts. Production does not start
 * without a configured key.
 */
export const DEPLOYMENTS = ['sandbox', 'production'] as const

/**
 * The words of a command: a list in the settings file; in a flag or variable, a JSON list or words
 * separated by spaces.
 */
export const MasterKeyCommandSetting = z.preprocess(
  (given) => (typeof given === 'string' ? wordsOf(given) : given),
  z
    .array(
      z.string().min(1).max(4_000),
      'a list of words, or words separated by spaces, without quotes, backslashes and $',
    )
    .max(100),
) as unknown as z.ZodType<readonly string[]>

function wordsOf(line: string): unknown {
  const trimmed = line.trim()
  if (trimmed.startsWith('[')) return parseJson(trimmed)
  // No shell interprets quotes, so they are rejected: otherwise a different command than intended
  // would run.
  return /["'\\`$]/.test(trimmed) ? trimmed : trimmed.split(/\s+/).filter((word) => word !== '')
}

function parseJson(json: string): unknown {
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

/**
 * Returns the names of the settings that provide a master key; none if the key is created in the
 * data folder.
 */
export function masterKeySettings(settings: KeySettings): readonly string[] {
  return KEY_SETTINGS.filter((name) => settings[name].length > 0)
}

/**
 * Returns an error if more than one setting provides the master key: of two different keys, one
 * would be wrong.
 */
export function masterKeyErrors(settings: KeySettings): string[] {
  const names = masterKeySettings(settings)
  return names.length < 2 ? [] : [`${names.join(', ')}: set only one of these`]
}

interface DeploymentSettings extends KeySettings {
  readonly deployment: (typeof DEPLOYMENTS)[number]
  readonly bureaus: BureauSources
}

/** Returns an error for each setting that the kind of deployment requires or forbids. */
export function deploymentErrors(settings: DeploymentSettings): string[] {
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

/** Transport settings: credentials and credit data never cross a network unencrypted. */

/** The settings that the transport rules check. */
interface TransportSettings {
  readonly host: string
  readonly 'trusted-proxy': boolean
  readonly 'tls-cert': string
  readonly 'tls-key': string
}

const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|::1)$/

/**
 * Whether only programs on the same machine reach the service, and no proxy forwards requests from
 * others.
 */
export function isLocalOnly(settings: Pick<TransportSettings, 'host' | 'trusted-proxy'>): boolean {
  return LOOPBACK.test(settings.host) && !settings['trusted-proxy']
}

/** Returns the errors in the transport settings. */
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
