/**
 * A source of credit files, and what it is asked and answers. The simulator and upstream vendors
 * implement `Bureau`; its definition is the contract suite in `test/bureaus/bureau.contract.ts`.
 *
 * Values inside a file are MISMO's own (`src/documents`), so that nothing is renamed on the way
 * from a bureau to the answer. What depends on the report they end up in (identifiers, the borrower,
 * the repositories) is added when files are merged.
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
  /** The two letters of the postal service. */
  readonly state: string
  /** ZIP or ZIP+4, as sent. */
  readonly postalCode: string
}

/** The person whose file is asked for, as the order names them. */
export interface Subject {
  readonly firstName: string
  /** Empty where the order has none; the same for the suffix. */
  readonly middleName: string
  readonly lastName: string
  /** Generation such as JR or III; empty where the order has none. */
  readonly suffix: string
  /** Nine digits. */
  readonly ssn: string
  /** As exact as the order gives it. */
  readonly birthDate?: string | undefined
  /** The current one. */
  readonly address: Address
  /** Empty where the order has only the current one. */
  readonly formerAddresses: readonly Address[]
}

/** An earlier hard request for the person's file at the bureau asked. */
export interface EarlierInquiry {
  /** In the time of the source's world. */
  readonly askedAt: Date
  /** On whose behalf the file was asked for. */
  readonly inquirer: string
}

/** One request for one file. */
export interface FileRequest {
  /** The order for which the file is asked, so that a source can recognise a repetition. */
  readonly orderId: string
  /** The account that ordered, and the keyed hash of the person's number: for simulated bureaus. */
  readonly account?: string | undefined
  readonly ssnIndex?: Uint8Array | undefined
  /**
   * The same object for all pulls of an order's borrower, so that a source can keep what it found
   * by it.
   */
  readonly subject: Subject
  /** Whether the request shows as an inquiry on later files (a hard inquiry). */
  readonly hard: boolean
  /** Whether a score of this bureau is wanted. */
  readonly scoreWanted: boolean
  /** The families of models that are wanted; Classic where it is not given. */
  readonly scoreFamilies?: readonly ScoreFamily[] | undefined
  /** The certified permissible purpose (FCRA 604) and on whose behalf (FCRA 607(e)). */
  readonly purpose: string
  readonly endUser: string
  /**
   * Hard requests of earlier orders, of any account, within two years, newest first. A simulated
   * bureau shows them on the file; a real one keeps its own record and is given none.
   */
  readonly earlierInquiries: readonly EarlierInquiry[]
  /** The time of the request in the world that the source belongs to. */
  readonly askedAt: Date
  /**
   * When the order first intended to ask: the same where it asks again after an interruption, so
   * that a source that knows repetitions by their bytes gets the same ones.
   */
  readonly intendedAt?: Date | undefined
  /** The trace that the request belongs to, to be passed on. */
  readonly trace?: Trace | undefined
  /** Called by a simulated bureau that answers as an injected fault or a magic street has it. */
  readonly onInjectedFault?: ((fault: ShownFault) => void) | undefined
  /**
   * Ends the request when the order's time for this bureau is over. A source that ignores it is not
   * waited for.
   */
  readonly signal: AbortSignal
}

/** What a bureau answered: a file, or why there is none. MISMO: `CreditFileResultStatusType`. */
export type FileStatus = (typeof FILE_RESULT_STATUS_TYPES)[number]

/**
 * An injected fault as the console shows it. The ID is absent for magic streets, which are part of
 * the order and not of the sandbox.
 */
export interface ShownFault {
  readonly title: string
  readonly id?: string | undefined
}

/** What accounts, records, inquiries and creditors of a file have in common. */
interface FileItem {
  /** The bureau's code of who reported the item. */
  readonly subscriberCode: string
}

/**
 * The place of an account or a record in a merge that the source made itself, for vendors that
 * deliver merged reports.
 */
export interface MergedPlace {
  /** Which merge: one answer of a source. */
  readonly merge: string
  /** The position of the account, or of the record, in that answer. */
  readonly line: number
}

/** What bureaus report of the same account or record, which sources merge. */
interface MergeableItem extends FileItem {
  /**
   * Where the source had merged what several bureaus report: items of one merge are the same exactly
   * where they come from one line of it.
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

/** A score that a bureau computed from its file, or why it could not. */
export interface FileScore {
  /** MISMO's name of the model; `Other` with a description for newer ones. */
  readonly model: ScoreValue['_ModelNameType']
  /** The model where MISMO has no name for it. */
  readonly description?: string | undefined
  /** Undefined where the file cannot be scored. */
  readonly value?: number | undefined
  /** Why there is no value, in MISMO's words. */
  readonly exclusionReason?: ScoreValue['_ExclusionReasonType']
  /** Up to four, the weightiest first. */
  readonly factors: readonly FactorValue[]
  /** Whether the number of inquiries lowered the score (FCRA 609(f)(9)). */
  readonly inquiriesLowered: boolean
  /** YYYY-MM-DD. */
  readonly date: string
}

/** A company that reports to the bureau or asked for the file, for the directory of creditors. */
export interface FileCreditor extends FileItem {
  readonly name: string
  /** Absent where the bureau gives none; the same for the telephone. */
  readonly address?: Address | undefined
  readonly phone?: string | undefined
}

/** By what a file can be traced to the answer that it was taken from, in a dispute. */
export interface FileEvidence {
  /** The vendor, as the settings name it. */
  readonly source: string
  /** SHA-256 of the answer as received, in hex. */
  readonly sha256: string
  /** The identifier that the vendor was given for the request. */
  readonly requestId: string
  /** The vendor's own number of the report, where it gave one. */
  readonly reportId?: string | undefined
}

/** What one bureau answered about one person. Plain data: it is stored as JSON. */
export interface CreditFile {
  readonly bureau: BureauName
  /** `FileReturned` for a file with content; every other value says why there is none. */
  readonly status: FileStatus
  /** Why there is no file, in words for the reader of the report. */
  readonly message?: string | undefined
  /** Since when the bureau has had the person on file. YYYY-MM or YYYY-MM-DD. */
  readonly inFileDate?: string | undefined
  /** The person as the bureau knows them; undefined without a file. */
  readonly person?: FileBorrowerValue | undefined
  /** The office that a consumer can turn to; always present. */
  readonly owningBureau: OwningBureauValue
  /** Fraud alerts, freezes and the like, in the bureau's words. */
  readonly alerts: readonly AlertValue[]
  /**
   * The ways in which the person of the file differs from the person of the request, as the bureau
   * reports them.
   */
  readonly variations: readonly VariationType[]
  /** Remarks about the whole file, such as a consumer's statement. */
  readonly comments: readonly Comment[]
  /** Tradelines, collections included. */
  readonly accounts: readonly FileAccount[]
  readonly publicRecords: readonly FilePublicRecord[]
  readonly inquiries: readonly FileInquiry[]
  /** The companies that the items refer to by their codes. */
  readonly creditors: readonly FileCreditor[]
  /** Undefined where no score was wanted or there is no file. */
  readonly score?: FileScore | undefined
  /** The scores of further models, where an order requests several. */
  readonly furtherScores?: readonly FileScore[] | undefined
  /** The answer that a vendor's file was taken from; undefined for simulated bureaus. */
  readonly evidence?: FileEvidence | undefined
}

/**
 * Whether a source that failed repeatedly is paused: `open` while it is and until the next order
 * comes, `half-open` while one order tries whether it is back.
 */
export const BREAKER_STATES = ['closed', 'open', 'half-open'] as const
/** The state of a source's circuit breaker. */
export type BreakerState = (typeof BREAKER_STATES)[number]

/** One source of credit files. */
export interface Bureau {
  /** The bureau whose files it gives; a vendor of three bureaus is three sources. */
  readonly name: BureauName
  /** Whether what it answers is simulated; marked on everything that shows it. */
  readonly simulated: boolean
  /**
   * Whether asking again for the same order does no harm: no second inquiry, no second charge. An
   * order that was interrupted is then carried out; else it is ended uncharged.
   */
  readonly repeatable: boolean
  /** How long an order waits for it. */
  readonly timeoutMs: number
  /**
   * The state of its circuit breaker in this process; absent where the source has none, as
   * simulated bureaus.
   */
  readonly breaker?: () => BreakerState
  /**
   * Answers with a file or the reason for none; rejects with `PullFailed` when the source cannot be
   * reached or understood.
   */
  pull(request: FileRequest): Promise<CreditFile>
}
