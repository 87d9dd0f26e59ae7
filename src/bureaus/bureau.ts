/**
 * A source of credit files, with its requests and responses. The simulator and upstream vendors
 * implement `Bureau`. The contract suite in `test/bureaus/bureau.contract.ts` defines its behavior.
 *
 * Values in a file are MISMO's own (`src/documents`), so that nothing is renamed between bureau and
 * response. Values that depend on the report (identifiers, the borrower, the repositories) are
 * added when files are merged.
 */
import type { BureauName, FILE_RESULT_STATUS_TYPES } from '../documents/tables/enumerations.ts'
import type {
  AlertValue,
  FactorValue,
  FileBorrowerValue,
  OwningBureauValue,
  ScoreValue,
  VariationType,
} from '../documents/tables/response.ts'
import type { Comment, Inquiry, Liability, PublicRecord } from '../documents/tables/tradelines.ts'
import type { Trace } from '../trace.ts'
import type { ScoreFamily } from './score-models.ts'

/** An address of a person. */
export interface Address {
  /** The whole line, with house number and unit. */
  readonly street: string
  readonly city: string
  /** The two-letter code of the postal service. */
  readonly state: string
  /** ZIP or ZIP+4, as sent. */
  readonly postalCode: string
}

/** The person whose file is requested, as named in the order. */
export interface Subject {
  readonly firstName: string
  /** Empty if the order has none, as is the suffix. */
  readonly middleName: string
  readonly lastName: string
  /** Generation such as JR or III; empty if the order has none. */
  readonly suffix: string
  /** Nine digits. */
  readonly ssn: string
  /** As precise as in the order. */
  readonly birthDate?: string | undefined
  /** The current address. */
  readonly address: Address
  /** Empty if the order has only the current address. */
  readonly formerAddresses: readonly Address[]
}

/** An earlier hard request for the person's file at the same bureau. */
export interface EarlierInquiry {
  /** In the time of the source's world. */
  readonly askedAt: Date
  /** The end user on whose behalf the file was requested. */
  readonly inquirer: string
}

/** One request for one file. */
export interface FileRequest {
  /** The order that needs the file, so that a source can recognize a repetition. */
  readonly orderId: string
  /**
   * The account that ordered, the keyed hash of the social security number, and the generation of
   * the sandbox's world in which the order began; for simulated bureaus.
   */
  readonly account?: string | undefined
  readonly ssnIndex?: Uint8Array | undefined
  readonly world?: number | undefined
  /**
   * The same object in all pulls for one borrower of an order, so that a source can use it as a
   * cache key.
   */
  readonly subject: Subject
  /** Whether the request appears as an inquiry on later files (a hard inquiry). */
  readonly hard: boolean
  /** Whether the order requests a score from this bureau. */
  readonly scoreWanted: boolean
  /** The requested families of score models; Classic if absent. */
  readonly scoreFamilies?: readonly ScoreFamily[] | undefined
  /** The certified permissible purpose (FCRA 604) and the end user (FCRA 607(e)). */
  readonly purpose: string
  readonly endUser: string
  /**
   * Hard requests of earlier orders of any account, within two years, newest first. A simulated
   * bureau shows them on the file. A real bureau has its own record and gets none.
   */
  readonly earlierInquiries: readonly EarlierInquiry[]
  /** The time of the request in the source's world. */
  readonly askedAt: Date
  /**
   * The time at which the order first intended the request. It stays the same if the order repeats
   * the request after an interruption, so that a source that recognizes repetitions by their bytes
   * gets the same bytes.
   */
  readonly intendedAt?: Date | undefined
  /** The trace of the request, to be passed on. */
  readonly trace?: Trace | undefined
  /** Called by a simulated bureau whose response follows an injected fault or a magic street. */
  readonly onInjectedFault?: ((fault: ShownFault) => void) | undefined
  /**
   * Ends the request when the order's time for this bureau is over. The order does not wait for a
   * source that ignores it.
   */
  readonly signal: AbortSignal
}

/** The result of a pull: a file, or the reason for none. MISMO: `CreditFileResultStatusType`. */
export type FileStatus = (typeof FILE_RESULT_STATUS_TYPES)[number]

/**
 * An injected fault as the console shows it. A magic street has no ID, because it is part of the
 * order and not of the sandbox.
 */
export interface ShownFault {
  readonly title: string
  readonly id?: string | undefined
}

/** The members that accounts, records, inquiries and creditors of a file share. */
interface FileItem {
  /** The bureau's code for the company that reported the item. */
  readonly subscriberCode: string
}

/**
 * The position of an account or public record in a vendor's own merge, for vendors that deliver
 * merged reports.
 */
export interface MergedPlace {
  /** Identifies the merge, which is one response of a source. */
  readonly merge: string
  /** The position of the account or record in that response. */
  readonly line: number
}

/** An item that several bureaus can report, and that a source can merge. */
interface MergeableItem extends FileItem {
  /**
   * The position in the source's merge, if it merged the reports of several bureaus. Items of one
   * merge are the same exactly if they come from the same line.
   */
  readonly mergedPlace?: MergedPlace | undefined
}

/** An account as one bureau reports it. */
export type FileAccount = MergeableItem &
  Omit<
    Liability,
    | 'CreditLiabilityID'
    | 'BorrowerID'
    | 'CreditFileID'
    | 'CreditTradeReferenceID'
    | 'CREDIT_REPOSITORY'
  >

/** A public record as one bureau reports it. */
export type FilePublicRecord = MergeableItem &
  Omit<PublicRecord, 'CreditPublicRecordID' | 'BorrowerID' | 'CreditFileID' | 'CREDIT_REPOSITORY'>

/** An inquiry on one bureau's file. */
export type FileInquiry = FileItem &
  Omit<
    Inquiry,
    | 'CreditInquiryID'
    | 'BorrowerID'
    | 'CreditFileID'
    | 'CreditTradeReferenceID'
    | 'CREDIT_REPOSITORY'
  >

/** A score that a bureau computed from its file, or the reason for none. */
export interface FileScore {
  /** MISMO's name of the model, or `Other` with a description for newer models. */
  readonly model: ScoreValue['_ModelNameType']
  /** The name of a model that has no name in MISMO. */
  readonly description?: string | undefined
  /** Undefined if the file cannot be scored. */
  readonly value?: number | undefined
  /** The reason for a missing value, as a MISMO value. */
  readonly exclusionReason?: ScoreValue['_ExclusionReasonType']
  /** The one with the greatest effect first; four from simulated bureaus. */
  readonly factors: readonly FactorValue[]
  /** Whether the number of inquiries lowered the score (FCRA 609(f)(9)). */
  readonly inquiriesLowered: boolean
  /** The percent of consumers who score lower, if a vendor states it. */
  readonly percentile?: number | undefined
  /** The lowest and the highest score of the model, if a vendor states them. */
  readonly range?: readonly [lowest: number, highest: number] | undefined
  /** YYYY-MM-DD. */
  readonly date: string
}

/** A company that reports to the bureau or requested the file, for the directory of creditors. */
export interface FileCreditor extends FileItem {
  readonly name: string
  /** Absent if the bureau has none, as is the telephone number. */
  readonly address?: Address | undefined
  readonly phone?: string | undefined
}

/** Evidence for disputes: traces a file to the response that it was taken from. */
export interface FileEvidence {
  /** The vendor's name in the settings. */
  readonly source: string
  /** SHA-256 of the response as received, in hex. */
  readonly sha256: string
  /** The identifier of the request that the vendor received. */
  readonly requestId: string
  /** The vendor's own number of the report, if it gave one. */
  readonly reportId?: string | undefined
  /** Whether the vendor says that its report is simulated. */
  readonly simulated?: boolean | undefined
}

/** The response of one bureau about one person. It is plain data, because it is stored as JSON. */
export interface CreditFile {
  readonly bureau: BureauName
  /** `FileReturned` for a file with content. Every other value is a reason for the missing file. */
  readonly status: FileStatus
  /** The reason for a missing file, in words for the reader of the report. */
  readonly message?: string | undefined
  /** The date since which the bureau has had the person on file, YYYY-MM or YYYY-MM-DD. */
  readonly inFileDate?: string | undefined
  /** The person as the bureau knows them; undefined without a file. */
  readonly person?: FileBorrowerValue | undefined
  /** The office that a consumer can contact; always present. */
  readonly owningBureau: OwningBureauValue
  /** Alerts about fraud, freezes and similar, in the bureau's words. */
  readonly alerts: readonly AlertValue[]
  /**
   * The differences between the person of the file and that of the request, as the bureau reports
   * them.
   */
  readonly variations: readonly VariationType[]
  /** Remarks about the whole file, such as a consumer's statement. */
  readonly comments: readonly Comment[]
  /** Tradelines, including collections. */
  readonly accounts: readonly FileAccount[]
  readonly publicRecords: readonly FilePublicRecord[]
  readonly inquiries: readonly FileInquiry[]
  /** The companies to which the items refer by code. */
  readonly creditors: readonly FileCreditor[]
  /** Undefined if no score was requested or there is no file. */
  readonly score?: FileScore | undefined
  /** The scores of further models, if the order requests several. */
  readonly furtherScores?: readonly FileScore[] | undefined
  /** The response from which a vendor's file was taken; undefined for simulated bureaus. */
  readonly evidence?: FileEvidence | undefined
}

/**
 * The states of a circuit breaker, which pauses a source that failed repeatedly: `open` during the
 * pause and until the next order arrives, `half-open` while one order tests whether the source has
 * recovered.
 */
export const BREAKER_STATES = ['closed', 'open', 'half-open'] as const
/** The state of a source's circuit breaker. */
export type BreakerState = (typeof BREAKER_STATES)[number]

/** A source of credit files of one bureau. */
export interface Bureau {
  /** The bureau whose files the source returns. A vendor of three bureaus is three sources. */
  readonly name: BureauName
  /** Whether its files are simulated. Everything that shows them is then marked as simulated. */
  readonly simulated: boolean
  /**
   * Whether repeating the request of an order is harmless: no second inquiry and no second charge.
   * An interrupted order then continues; otherwise it ends without a charge.
   */
  readonly repeatable: boolean
  /** How long an order waits for the source. */
  readonly timeoutMs: number
  /**
   * The state of the source's circuit breaker in this process; absent if the source has none, as
   * simulated bureaus.
   */
  readonly breaker?: () => BreakerState
  /**
   * Requests a file. Returns the file or the reason for none. Rejects with `PullFailed` if the
   * source cannot be reached or its response cannot be understood.
   */
  pull(request: FileRequest): Promise<CreditFile>
}
