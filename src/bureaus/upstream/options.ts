/** The options of a vendor of credit reports, as configured in the settings. */
import type { Dialect } from '../../documents/dialects.ts'
import type { BureauName } from '../../documents/tables/enumerations.ts'

/** The login at a vendor, and its place in the request. */
export interface UpstreamCredentials {
  /** HTTP Basic, the login attributes of MISMO's `REQUEST`, or parameters of the URL. */
  readonly as: 'basic' | 'attributes' | 'parameters'
  readonly login: string
  readonly password: string
}

/** A product of the vendor, as an order names it. */
export interface UpstreamProduct {
  /** The path after the vendor's URL; empty if all products share one address. */
  readonly path: string
  /** The vendor's `CreditReportType` of the product. */
  readonly type: string
  /**
   * `CreditReportTypeOtherDescription`. Empty if the vendor does not need it, as is `description`.
   */
  readonly typeOther: string
  readonly description: string
}

/**
 * How strictly the borrower in a vendor's response must match the requested one. `lenient` accepts
 * an absent or masked social security number if given name and family name agree.
 */
export type IdentityRule = 'strict' | 'lenient'

/** Attributes of an order. Each is empty if the vendor does not need it. */
export interface UpstreamAttributes {
  /** `InternalAccountIdentifier`. */
  readonly account: string
  /** `RequestingPartyBranchIdentifier`. */
  readonly branch: string
  /** `REQUESTING_PARTY/@_Identifier`. */
  readonly requestingPartyIdentifier: string
  /** `SUBMITTING_PARTY/@_Identifier`. */
  readonly submittingPartyIdentifier: string
  /** `RECEIVING_PARTY/@_Name`. */
  readonly receivingParty: string
  /** `RequestingPartyRequestedByName`. */
  readonly requestedBy: string
  /** `PREFERRED_RESPONSE/@_Format`. */
  readonly preferredFormat: '' | 'XML' | 'PDF' | 'Text'
}

/** A vendor of credit reports. */
export interface UpstreamOptions {
  /** The name in the settings. */
  readonly name: string
  /** `https`, or `http` on loopback. The path of the product is added to it. */
  readonly url: string
  /** The bureaus whose files are ordered from this vendor. */
  readonly bureaus: readonly BureauName[]
  /** The dialect that the vendor reads and writes. */
  readonly dialect: Dialect
  /** The MISMO version that the vendor expects. */
  readonly version: string
  /** Absent if the vendor needs no login. */
  readonly credentials?: UpstreamCredentials | undefined
  /** Certificates to trust in place of the default ones, as PEM. */
  readonly ca?: string | undefined
  /** Time-out for the connection. An order that waits longer was certainly not sent. */
  readonly connectTimeoutMs: number
  /** Time-out until the response begins. Vendors merge files before they respond. */
  readonly headersTimeoutMs: number
  /** Time-out for the whole exchange, including the wait for a connection and all attempts. */
  readonly answerTimeoutMs: number
  /** The maximum number of orders at the vendor at once. */
  readonly connectionCountMax: number
  /** The maximum number of orders that wait for a connection. Further orders fail as `crowded`. */
  readonly queueLengthMax: number
  /** The number of consecutive failures after which the vendor is paused. */
  readonly failureCountMax: number
  /** The length of the pause. */
  readonly restMs: number
  /**
   * Whether the vendor recognizes a repeated order by its bytes, so that a repetition costs
   * nothing.
   */
  readonly deduplicates: boolean
  /**
   * `ForceNew`, because an order that could use an older report is never sent; or `Submit` for
   * vendors that only support that.
   */
  readonly action: 'Submit' | 'ForceNew'
  /** The products for hard and for soft inquiries. */
  readonly products: { readonly hard: UpstreamProduct; readonly soft: UpstreamProduct }
  /** `SUBMITTING_PARTY`: the operator of this service. */
  readonly submittingParty: string
  /** How strictly the borrower in a response must match the requested one. */
  readonly identity: IdentityRule
  /** Attributes that the vendor needs in every order. */
  readonly attributes: UpstreamAttributes
  /** KEYs that the vendor needs in every order. */
  readonly keys: Readonly<Record<string, string>>
  /** Logs an event of the vendor that is not about one order. The text has no data of an order. */
  readonly log?: ((what: string) => void) | undefined
}
