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
