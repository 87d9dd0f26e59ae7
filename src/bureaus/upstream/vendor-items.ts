/**
 * Extracts the items of a vendor's report that belong to one bureau's file, with the companies that
 * reported them.
 */
import {
  BUREAUS,
  type BureauName,
  INQUIRY_PURPOSE_TYPES,
} from '../../documents/tables/enumerations.ts'
import type { Comment, Inquiry, TradeReference } from '../../documents/tables/tradelines.ts'
import type {
  FileAccount,
  FileCreditor,
  FileInquiry,
  FilePublicRecord,
  MergedPlace,
} from '../bureau.ts'
import type { UpstreamResponse } from './answer-document.ts'
import { repeatedIds } from './repeated-items.ts'
import { accountOf, remarkOf } from './vendor-account.ts'
import type { UpstreamReport } from './vendor-answer.ts'
import { recordOf } from './vendor-record.ts'

/** A bureau's part of a report. */
export interface BureauItems {
  readonly accounts: readonly FileAccount[]
  readonly publicRecords: readonly FilePublicRecord[]
  readonly inquiries: readonly FileInquiry[]
  readonly creditors: readonly FileCreditor[]
}

interface Sourced {
  readonly CreditFileID: string
  readonly CREDIT_REPOSITORY?:
    | readonly { readonly _SourceType: string; readonly _SubscriberCode?: string | undefined }[]
    | undefined
}

/**
 * Returns a bureau's part of a report. An item belongs to each bureau that it names, with that
 * bureau's code of the reporting company. If it names no bureau, it belongs to the bureau whose
 * file it refers to, or to the only bureau of the response.
 */
export function itemsOf(
  { response, evidence, answeredOn }: UpstreamReport,
  bureau: BureauName,
): BureauItems {
  const codeOf = (item: Sourced) => subscriberCode(item, bureau, response)
  const entryOf = directoryOf(response)
  const { CREDIT_LIABILITY: liabilities = [], CREDIT_PUBLIC_RECORD: records = [] } = response
  const source = { response, bureau, merge: evidence.requestId }
  const accounts = mergeable(liabilities, (one) => one.CreditLiabilityID, source).map(
    ({ item: liability, remarks, ...place }) => {
      const account = accountOf(liability, bureau, response.CreditRatingCodeType, answeredOn)
      const creditor = account._CREDITOR ?? entryOf(liability)
      const CREDIT_COMMENT = [...(account.CREDIT_COMMENT ?? []), ...remarks]
      return { ...account, _CREDITOR: creditor, CREDIT_COMMENT, ...place }
    },
  )
  const publicRecords = mergeable(records, (one) => one.CreditPublicRecordID, source).map(
    ({ item, remarks, ...place }) => {
      const record = recordOf(item)
      return { ...record, CREDIT_COMMENT: [...(record.CREDIT_COMMENT ?? []), ...remarks], ...place }
    },
  )
  const inquiries = (response.CREDIT_INQUIRY ?? []).flatMap((one) => {
    const code = codeOf(one)
    if (code === undefined) return []
    const {
      CreditInquiryID,
      BorrowerID,
      CreditFileID,
      CreditTradeReferenceID,
      CREDIT_REPOSITORY,
      _PurposeType: purpose,
      ...inquiry
    } = one
    if (isSoft(one)) return []
    const _PurposeType = INQUIRY_PURPOSE_TYPES.find((listed) => listed === purpose)
    const name = inquiry._Name || entryOf(one)?._Name || 'NAME NOT GIVEN'
    return [{ ...inquiry, _Name: name, _PurposeType, subscriberCode: code }]
  })
  const creditors = creditorsOf(response, bureau, { accounts, publicRecords, inquiries })
  return { accounts, publicRecords, inquiries, creditors }
}

/** An item of a bureau that other bureaus can report too. */
interface MergeableEntry<T> {
  readonly item: T
  readonly subscriberCode: string
  readonly mergedPlace: MergedPlace | undefined
  readonly remarks: readonly Comment[]
}

const SAME_ID = remarkOf(
  'The source lists several items of this bureau with one identifier. They may be the same item.',
)

/**
 * Returns a bureau's accounts or public records. Lines with the same identifier are not lines of a
 * merge: the vendor lists an item once for each bureau, or its identifiers cannot be relied on. Such
 * items are matched like those of different sources. Two of them in one file stay separate.
 */
function mergeable<T extends Sourced>(
  items: readonly T[],
  idOf: (item: T) => string,
  source: {
    readonly response: UpstreamResponse
    readonly bureau: BureauName
    readonly merge: string
  },
): readonly MergeableEntry<T>[] {
  const { response, bureau, merge } = source
  const repeated = repeatedIds(items, idOf)
  const own = items.flatMap((item, line) => {
    const code = subscriberCode(item, bureau, response)
    if (code === undefined) return []
    const place = repeated.has(idOf(item)) ? undefined : placeOf(response, item, { merge, line })
    return [{ item, subscriberCode: code, mergedPlace: place }]
  })
  const repeatedHere = repeatedIds(own, ({ item }) => idOf(item))
  return own.map((entry) => {
    return { ...entry, remarks: repeatedHere.has(idOf(entry.item)) ? [SAME_ID] : [] }
  })
}

/** Reports whether an inquiry is soft. Other lenders do not see it, and it does not count. */
function isSoft({ _PurposeType: purpose = '' }: { readonly _PurposeType?: string | undefined }) {
  return purpose.toUpperCase() === 'SOFT'
}

/** Returns the number of soft inquiries on a bureau's file, which the report does not list. */
export function softInquiryCount({ response }: UpstreamReport, bureau: BureauName): number {
  const soft = (response.CREDIT_INQUIRY ?? []).filter(isSoft)
  return soft.filter((one) => subscriberCode(one, bureau, response) !== undefined).length
}

type Entry = NonNullable<FileAccount['_CREDITOR']>

/**
 * Returns a function for the entry of the directory to which an item refers: some vendors name
 * creditors and inquirers only there.
 */
function directoryOf({ CREDIT_TRADE_REFERENCE: references = [] }: UpstreamResponse) {
  const entries = new Map(
    references.map(({ CreditTradeReferenceID: id, CREDIT_REPOSITORY, ...entry }) => [id, entry]),
  )
  return ({ CreditTradeReferenceID: id = '' }: Pick<Inquiry, 'CreditTradeReferenceID'>) =>
    id === '' ? undefined : (entries.get(id) as Entry | undefined)
}

/** Returns the only bureau that the files and scores of a response name, if there is only one. */
function onlyBureau({ CREDIT_FILE: files = [], CREDIT_SCORE: scores = [] }: UpstreamResponse) {
  const named = [...files, ...scores].map((one) => one.CreditRepositorySourceType)
  const bureaus = BUREAUS.filter((bureau) => named.includes(bureau))
  return bureaus.length === 1 ? bureaus[0] : undefined
}

/**
 * Returns the bureau to which an item or score belongs that names none: that of its file, or the
 * only bureau of the response. Undefined if the response does not say whose it is.
 */
export function unnamedBureau(
  CreditFileID: string,
  response: UpstreamResponse,
): BureauName | undefined {
  const file = (response.CREDIT_FILE ?? []).find(
    (one) => CreditFileID !== '' && one.CreditFileID === CreditFileID,
  )
  const source = file?.CreditRepositorySourceType
  return BUREAUS.find((bureau) => bureau === source) ?? onlyBureau(response)
}

function namesNoBureau({ CREDIT_REPOSITORY: sources = [] }: Sourced): boolean {
  return sources.every(({ _SourceType: type }) => type === 'MergedData' || type === 'Other')
}

/** Returns the number of items of a response that cannot be assigned to a bureau. */
export function unassignedCount(response: UpstreamResponse): number {
  const items: readonly Sourced[] = [
    ...(response.CREDIT_LIABILITY ?? []),
    ...(response.CREDIT_PUBLIC_RECORD ?? []),
    ...(response.CREDIT_INQUIRY ?? []),
  ]
  return items.filter(
    (item) => namesNoBureau(item) && unnamedBureau(item.CreditFileID, response) === undefined,
  ).length
}

/**
 * Returns the bureau's code of the company that reported the item. Undefined if the bureau does not
 * report the item, empty if the response has no code.
 */
function subscriberCode(
  item: Sourced,
  bureau: BureauName,
  response: UpstreamResponse,
): string | undefined {
  const { CREDIT_REPOSITORY: sources = [], CreditFileID } = item
  const named = sources.find(({ _SourceType }) => _SourceType === bureau)
  if (named !== undefined) return named._SubscriberCode ?? ''
  if (!namesNoBureau(item) || unnamedBureau(CreditFileID, response) !== bureau) return undefined
  return sources[0]?._SubscriberCode ?? ''
}

/**
 * Returns the position in the vendor's merge. In a blended report, every line is one item; in
 * others, only the lines that several bureaus report.
 */
function placeOf(
  { CreditReportMergeType: type }: UpstreamResponse,
  { CREDIT_REPOSITORY: sources = [] }: Sourced,
  place: MergedPlace,
): MergedPlace | undefined {
  return type === 'Blend' || sources.length > 1 ? place : undefined
}

/**
 * Returns the bureau's entries of the directory, and the creditors of items that are missing in the
 * directory.
 */
function creditorsOf(
  { CREDIT_TRADE_REFERENCE: references = [] }: UpstreamResponse,
  bureau: BureauName,
  items: Omit<BureauItems, 'creditors'>,
): readonly FileCreditor[] {
  const creditors = new Map<string, FileCreditor>()
  for (const reference of references) {
    for (const { _SourceType, _SubscriberCode: code = '' } of reference.CREDIT_REPOSITORY ?? []) {
      if (_SourceType !== bureau || code === '' || creditors.has(code)) continue
      creditors.set(code, creditorOf(reference, code))
    }
  }
  const add = (code: string, name: string | undefined) => {
    if (code === '' || name === undefined || creditors.has(code)) return
    creditors.set(code, { subscriberCode: code, name })
  }
  for (const account of items.accounts) {
    const { _CREDITOR: creditor, subscriberCode: code } = account
    if (creditor !== undefined && code !== '' && !creditors.has(code)) {
      creditors.set(code, creditorOf(creditor, code))
    } else add(code, account._OriginalCreditorName)
  }
  for (const inquiry of items.inquiries) add(inquiry.subscriberCode, inquiry._Name)
  for (const record of items.publicRecords) add(record.subscriberCode, record._CourtName)
  return [...creditors.values()]
}

type Named = Pick<
  TradeReference,
  '_Name' | '_StreetAddress' | '_City' | '_State' | '_PostalCode' | 'CONTACT_DETAIL'
>

function creditorOf(named: Named, subscriberCode: string): FileCreditor {
  const { _StreetAddress: street, _City: city, _State: state, _PostalCode: postalCode } = named
  const points = named.CONTACT_DETAIL?.CONTACT_POINT ?? []
  const known = [street, city, state, postalCode].some((part) => part !== undefined)
  return {
    subscriberCode,
    name: named._Name,
    address: known
      ? { street: street ?? '', city: city ?? '', state: state ?? '', postalCode: postalCode ?? '' }
      : undefined,
    phone: points.find(({ _Type }) => _Type === 'Phone')?._Value,
  }
}
