import type { SecureContextOptions, TlsOptions } from 'node:tls'
import type { FastifyBaseLogger } from 'fastify'
import type { Api } from '../admin-api/handler.ts'
import type { OrderHandler } from '../orders/fulfil/order-handler.ts'
import type { Tools } from '../orders/tools.ts'
import type { ControlPlane } from '../sandbox-api/control-plane.ts'
import type { Authenticate } from './auth/account-login.ts'
import type { Metrics } from './metrics.ts'
import type { ConnectionLimits } from './overload/connections.ts'

/** The dependencies of a server. `app` passes the real ones, and tests pass others. */
export interface ServerOptions {
  readonly tools: Tools
  /** Fulfils orders, on the order threads if there are any. */
  readonly handleOrder: OrderHandler
  /** Returns how busy the threads that fulfil orders were since the last call, from 0 to 1. */
  readonly utilization: () => number
  readonly authenticate: Authenticate
  /** Control over the simulated world. Undefined in production and if any bureau is real. */
  readonly sandbox: ControlPlane | undefined
  /** The operator API, which the console uses. */
  readonly api: Api
  /** The path before all routes: empty, or with a slash at the start and none at the end. */
  readonly basePath: string
  readonly limits: ConnectionLimits
  /** Certificate and key, if the service terminates TLS itself. */
  readonly tls: (SecureContextOptions & TlsOptions) | undefined
  /** The longest time that an order may wait for a slot; see `Admission`. */
  readonly waitingMsMax: number
  /** Whether a proxy terminates TLS and appends the client's address to `X-Forwarded-For`. */
  readonly trustsProxy: boolean
  readonly logger: FastifyBaseLogger
  readonly metrics: Metrics
  /** The bearer token that a reader of `/metrics` must present. Empty: none is required. */
  readonly metricsToken: string
  readonly version: string
  /** Returns whether the service is about to shut down and should receive no more orders. */
  readonly isDraining: () => boolean
}
