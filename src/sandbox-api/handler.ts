/** What the handlers of the control plane are given, and what they give back. */
import type { Api } from '../admin-api/handler.ts'
import type { AuthenticateController, Controller } from '../http/auth/control-login.ts'
import type { SandboxClock } from '../sandbox/clock.ts'
import type { World } from '../sandbox/world.ts'
import type {
  ControlAnswer,
  ControlBody,
  ControlName,
  ControlParams,
  ControlQuery,
} from './routes.ts'

/** What the control plane works on; there only while every bureau is simulated. */
export interface ControlPlane {
  readonly api: Api
  readonly clock: SandboxClock
  readonly world: World
  readonly authenticate: AuthenticateController
}

/** One call, checked. */
export interface ControlCall<N extends ControlName> {
  readonly caller: Controller
  readonly params: ControlParams<N>
  readonly query: ControlQuery<N>
  readonly body: ControlBody<N>
  /** Adds to the line that the log has of the request; without personal data. */
  readonly note: (facts: Readonly<Record<string, unknown>>) => void
}

type ControlHandler<N extends ControlName> = (
  call: ControlCall<N>,
  plane: ControlPlane,
) => Promise<ControlAnswer<N>>

/** A handler for each of some calls. */
export type ControlHandlers<N extends ControlName> = { readonly [K in N]: ControlHandler<K> }
