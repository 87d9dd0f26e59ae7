import type { SecureContextOptions, TlsOptions } from 'node:tls'
import type { FastifyBaseLogger } from 'fastify'
import type { Api } from '../admin-api/handler.ts'
import type { OrderHandler } from '../orders/fulfil/handle-order.ts'
import type { Tools } from '../orders/tools.ts'
import type { ControlPlane } from '../sandbox-api/control-plane.ts'
import type { Authenticate } from './auth/account-login.ts'
import type { Metrics } from './metrics.ts'
import type { ConnectionLimits } from './overload/connections.ts'

/** The parts that a server is made of; `app` gives the real ones, tests give others. */
export interface ServerOptions {
  readonly tools: Tools
  /** Fulfils orders, in the order threads where there are any. */
  readonly handleOrder: OrderHandler
  /** How busy the threads that carry out orders were since this was last asked, from 0 to 1. */
  readonly utilization: () => number
  readonly authenticate: Authenticate
  /** Control over the simulated world; undefined in production and where any bureau is a real one. */
  readonly sandbox: ControlPlane | undefined
  /** The operator API, which the console uses. */
  readonly api: Api
  /** The path before all routes; empty, or beginning with a slash and not ending with one. */
  readonly basePath: string
  readonly limits: ConnectionLimits
  /** Certificate and key, where the service ends TLS itself. */
  readonly tls: (SecureContextOptions & TlsOptions) | undefined
  /** How long an order may wait for its turn; see `Admission`. */
  readonly waitingMsMax: number
  /** Whether a proxy in front ends TLS and appends the client's address to `X-Forwarded-For`. */
  readonly trustsProxy: boolean
  readonly logger: FastifyBaseLogger
  readonly metrics: Metrics
  /** What a reader of `/metrics` must present; empty: nothing. */
  readonly metricsToken: string
  readonly version: string
  /** Whether the service is about to end, and should be sent no more orders. */
  readonly isLeaving: () => boolean
}
