/**
 * A service that gets its files from a vendor. The vendor is another service or a server of the
 * test.
 */
import type { TestContext } from 'node:test'
import { type RunningService, runningService } from '../../support/running-service.ts'

/** The options of a gateway besides the URL of its vendor. */
export interface GatewayOptions {
  readonly upstream?: Readonly<Record<string, unknown>>
  /** The source of each bureau. By default, all bureaus come from the vendor. */
  readonly bureaus?: Readonly<Record<string, string>>
  readonly flags?: Readonly<Record<string, unknown>>
  readonly environment?: Readonly<Record<string, string>>
  readonly surroundings?: NonNullable<Parameters<typeof runningService>[1]>['surroundings']
}

const FROM_VENDOR = { Equifax: 'vendor', Experian: 'vendor', TransUnion: 'vendor' }

/** Starts a service that orders from the vendor at a URL. */
export function gatewayTo(
  t: TestContext,
  url: string,
  options: GatewayOptions = {},
): Promise<RunningService> {
  return runningService(t, {
    flags: {
      bureaus: options.bureaus ?? FROM_VENDOR,
      upstreams: { vendor: { url, ...options.upstream } },
      ...options.flags,
    },
    ...(options.environment && { environment: options.environment }),
    ...(options.surroundings && { surroundings: options.surroundings }),
  })
}

/** Starts a service that orders from another service. */
export function gatewayBefore(
  t: TestContext,
  vendor: RunningService,
  options: GatewayOptions = {},
): Promise<RunningService> {
  return gatewayTo(t, vendor.url, {
    ...options,
    upstream: { credentials: basic('VENDOR_LOGIN', 'VENDOR_PASSWORD'), ...options.upstream },
    environment: { VENDOR_LOGIN: vendor.account, VENDOR_PASSWORD: vendor.secret },
  })
}

function basic(login: string, password: string) {
  return { as: 'basic', 'login-variable': login, 'password-variable': password }
}
