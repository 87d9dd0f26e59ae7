/** A vendor of credit reports and how it wants to be asked: what the settings say of it. */
import type { Dialect } from '../../documents/dialects.ts'
import type { BureauName } from '../../documents/tables/enumerations.ts'

/** The login at a vendor, and where the request carries it. */
export interface UpstreamCredentials {
  /** HTTP Basic, the login attributes of MISMO's `REQUEST`, or parameters of the URL. */
  readonly as: 'basic' | 'attributes' | 'parameters'
  readonly login: string
  readonly password: string
}

/** How an order names a product of the vendor. */
export interface UpstreamProduct {
  /** The path after the vendor's URL; empty where one address takes all products. */
  readonly path: string
  /** `CreditReportType`, as the vendor names the product. */
  readonly type: string
  /** `CreditReportTypeOtherDescription`; empty where the vendor wants none, as `description`. */
  readonly typeOther: string
  readonly description: string
}

/**
 * How strictly a vendor's borrower must match the one asked for. `lenient` accepts a number that is
 * absent or masked if given and family name agree.
 */
export type IdentityRule = 'strict' | 'lenient'

/** Attributes of an order, each empty where the vendor does not want it. */
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
  /** As the settings name it. */
  readonly name: string
  /** `https`, or `http` on loopback. Products add their path to it. */
  readonly url: string
  /** The bureaus whose files are ordered from it. */
  readonly bureaus: readonly BureauName[]
  /** The spelling that the vendor reads and writes. */
  readonly dialect: Dialect
  /** Version of the documents, as the vendor expects it. */
  readonly version: string
  /** Absent where the vendor wants no login. */
  readonly credentials?: UpstreamCredentials | undefined
  /** Certificates to trust in place of the usual ones, as PEM. */
  readonly ca?: string | undefined
  /** Until a connection is made; an order that waits longer was surely not sent. */
  readonly connectTimeoutMs: number
  /** Until the answer begins; vendors merge files before they answer. */
  readonly headersTimeoutMs: number
  /** For the whole exchange, with waiting for a connection and every attempt. */
  readonly answerTimeoutMs: number
  /** Orders that are with the vendor at once, and that wait for that. */
  readonly connectionCountMax: number
  /** Orders that wait for a connection; further ones are `crowded`. */
  readonly queueLengthMax: number
  /** Failures in a row after which the vendor is paused, and for how long. */
  readonly failureCountMax: number
  /** For how long a failing vendor is paused. */
  readonly restMs: number
  /** Whether the vendor knows a repeated order by its bytes, so that asking again costs nothing. */
  readonly deduplicates: boolean
  /** `ForceNew`, since an order that could use an older report is never sent; or what it knows. */
  readonly action: 'Submit' | 'ForceNew'
  /** By whether the pull leaves a hard inquiry. */
  readonly products: { readonly hard: UpstreamProduct; readonly soft: UpstreamProduct }
  /** `SUBMITTING_PARTY`: who runs this service. */
  readonly submittingParty: string
  /** How the vendor's borrower is held against the one asked for. */
  readonly identity: IdentityRule
  /** Attributes that the vendor wants with every order. */
  readonly attributes: UpstreamAttributes
  /** KEYs that the vendor wants with every order. */
  readonly keys: Readonly<Record<string, string>>
}
