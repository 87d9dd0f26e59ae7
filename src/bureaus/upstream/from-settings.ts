/** The vendors of the settings, as sources of the bureaus that are set to come from them. */
import { DIALECTS } from '../../documents/dialects.ts'
import { BUREAUS } from '../../documents/tables/enumerations.ts'
import type { UpstreamAccess, UpstreamParts, UpstreamSettings } from '../../settings/upstreams.ts'
import type { UpstreamCredentials, UpstreamOptions, UpstreamProduct } from './options.ts'
import { openUpstream, type Upstream } from './vendor.ts'

/** What of the settings is about vendors, and who runs this service. */
export interface UpstreamSources extends UpstreamParts {
  readonly upstreamAccess: Readonly<Record<string, UpstreamAccess>>
  readonly 'operator-name': string
}

/** Opens every vendor that a bureau comes from. */
export function openUpstreams(settings: UpstreamSources): readonly Upstream[] {
  return Object.keys(settings.upstreams).flatMap((name) => {
    const options = optionsOf(name, settings)
    return options.bureaus.length > 0 ? [openUpstream(options)] : []
  })
}

function optionsOf(name: string, settings: UpstreamSources): UpstreamOptions {
  const upstream = settings.upstreams[name] as UpstreamSettings
  const access = settings.upstreamAccess[name] ?? {}
  const { hard, soft } = upstream.products
  return {
    name,
    url: upstream.url,
    bureaus: BUREAUS.filter((bureau) => settings.bureaus[bureau] === name),
    dialect: DIALECTS[upstream.dialect],
    version: upstream.version,
    credentials: credentialsOf(upstream, access),
    ca: access.ca,
    connectTimeoutMs: upstream['connect-timeout-ms'],
    headersTimeoutMs: upstream['headers-timeout-ms'] ?? upstream['answer-timeout-ms'],
    answerTimeoutMs: upstream['answer-timeout-ms'],
    connectionCountMax: upstream.connections,
    queueLengthMax: upstream.queue,
    failureCountMax: upstream['breaker-failures'],
    restMs: upstream['breaker-rest-ms'],
    deduplicates: upstream.deduplicates,
    action: upstream.action,
    products: { hard: productOf(hard), soft: productOf(soft) },
    submittingParty: settings['operator-name'],
    keys: upstream.keys,
  }
}

function credentialsOf(
  { credentials }: UpstreamSettings,
  { login = '', password = '' }: UpstreamAccess,
): UpstreamCredentials | undefined {
  return credentials && { as: credentials.as, login, password }
}

function productOf(product: UpstreamSettings['products']['hard']): UpstreamProduct {
  const { path, type, 'type-other': typeOther, description } = product
  return { path, type, typeOther, description }
}
