/**
 * Combines the `CREDIT_RESPONSE` elements of a vendor's document. Some vendors send one for each
 * bureau.
 */
import type { UpstreamFile, UpstreamResponse } from './answer-document.ts'
import { withoutRepeats } from './repeated-items.ts'
import { commentsBeside, isBureau } from './vendor-account.ts'
import { hasErrorType } from './vendor-status.ts'

/**
 * Returns one response with the contents of all, or undefined if there is none. An error document
 * beside reports only adds its messages, and a repetition adds nothing.
 */
export function combineResponses(sent: readonly UpstreamResponse[]): UpstreamResponse | undefined {
  const all = distinct(sent).map(withoutRepeats).map(withOwnScoreIds)
  if (all.length < 2) return all[0]
  const reports = all.filter((response) => !hasErrorType(response))
  const parts = (reports.length > 0 ? reports : all).map(withOwnFileIds)
  const [first = {}] = parts
  const errors = all.flatMap(({ CREDIT_ERROR_MESSAGE: own = [] }) => own)
  return {
    ...first,
    // Each response is a merge of its own, so their lines can be about the same accounts.
    CreditReportMergeType: undefined,
    CreditRatingCodeType: undefined,
    CREDIT_ERROR_MESSAGE: errors,
    BORROWER: parts.flatMap((part) => part.BORROWER ?? []),
    CREDIT_LIABILITY: parts.flatMap(
      ({ CREDIT_LIABILITY: own = [], CreditRatingCodeType: system }) =>
        own.map((one) => ({ ...one, CreditRatingCodeType: one.CreditRatingCodeType ?? system })),
    ),
    CREDIT_PUBLIC_RECORD: parts.flatMap((part) => part.CREDIT_PUBLIC_RECORD ?? []),
    CREDIT_INQUIRY: parts.flatMap((part) => part.CREDIT_INQUIRY ?? []),
    CREDIT_FILE: parts.flatMap((part) => part.CREDIT_FILE ?? []),
    CREDIT_SCORE: parts.flatMap((part) => part.CREDIT_SCORE ?? []),
    CREDIT_TRADE_REFERENCE: parts.flatMap((part) => part.CREDIT_TRADE_REFERENCE ?? []),
    CREDIT_COMMENT: parts.flatMap((part) => part.CREDIT_COMMENT ?? []),
    REGULATORY_PRODUCT: parts.flatMap((part) => part.REGULATORY_PRODUCT ?? []),
    _ALERT_MESSAGE: parts.flatMap((part) => part._ALERT_MESSAGE ?? []),
  }
}

/**
 * Omits repeated responses, which must not double the debts. A repetition can have other
 * identifiers.
 */
function distinct(sent: readonly UpstreamResponse[]): readonly UpstreamResponse[] {
  if (sent.length < 2) return sent
  return [...new Map(sent.map((one) => [contentOf(one), one])).values()]
}

/**
 * Returns the content of a response with its identifiers numbered in the order in which they occur,
 * so that it still says which items belong together.
 */
function contentOf(response: UpstreamResponse): string {
  const own = { ...response, CreditResponseID: undefined, CreditReportIdentifier: undefined }
  const numbers = new Map<string, number>()
  return JSON.stringify(own, (name, value: unknown) => {
    if (!name.endsWith('ID') || typeof value !== 'string' || value === '') return value
    const number = numbers.get(value) ?? numbers.size
    numbers.set(value, number)
    return number
  })
}

/**
 * Makes the identifiers of the scores those in the names of `KEY`s, which begin with that of the
 * response: each response can number its scores from the start.
 */
function withOwnScoreIds(response: UpstreamResponse): UpstreamResponse {
  const { CreditResponseID: responseId = '', CREDIT_SCORE: scores = [] } = response
  const idOf = (id: string) => `${responseId}_${id}`
  return {
    ...response,
    CREDIT_SCORE: scores.map((one) => ({ ...one, CreditScoreID: idOf(one.CreditScoreID) })),
  }
}

/**
 * Makes the identifiers of files, accounts and public records unique, because each response can
 * number them from the start. An item that names no file belongs to the only file of its response,
 * and an alert, a remark or a check that names no bureau to all of them.
 */
function withOwnFileIds(response: UpstreamResponse, index: number): UpstreamResponse {
  const { CREDIT_FILE: files = [], _ALERT_MESSAGE: alerts = [] } = response
  const { CREDIT_COMMENT: comments = [], REGULATORY_PRODUCT: checks = [] } = response
  const isOnly = files.length === 1
  const ownId = isOnly ? (files[0]?.CreditFileID ?? '') : ''
  const idOf = (id: string) => (id === '' && !isOnly ? '' : `${index}-${id || ownId}`)
  const unique = (id: string) => (id === '' ? '' : `${index}-${id}`)
  const assign = <T extends { readonly CreditFileID: string }>(items: readonly T[] = []) =>
    items.map((item) => ({ ...item, CreditFileID: idOf(item.CreditFileID) }))
  const commentsOf = ({ CreditRepositorySourceType: bureau }: UpstreamFile) =>
    bureau === undefined ? [] : commentsBeside(comments, bureau)
  const assigned = new Set(files.flatMap(commentsOf))
  return {
    ...response,
    CREDIT_FILE: files.map((file) => ({
      ...file,
      CreditFileID: idOf(file.CreditFileID ?? ''),
      _ALERT_MESSAGE: [...(file._ALERT_MESSAGE ?? []), ...alerts],
      CREDIT_COMMENT: [...(file.CREDIT_COMMENT ?? []), ...commentsOf(file)],
    })),
    _ALERT_MESSAGE: files.length > 0 ? [] : alerts,
    CREDIT_COMMENT: comments.filter((comment) => !assigned.has(comment)),
    REGULATORY_PRODUCT: checks.flatMap((check) => checkOfEach(files, check)),
    CREDIT_LIABILITY: assign(response.CREDIT_LIABILITY).map((one) => ({
      ...one,
      CreditLiabilityID: unique(one.CreditLiabilityID),
    })),
    CREDIT_PUBLIC_RECORD: assign(response.CREDIT_PUBLIC_RECORD).map((one) => ({
      ...one,
      CreditPublicRecordID: unique(one.CreditPublicRecordID),
    })),
    CREDIT_INQUIRY: assign(response.CREDIT_INQUIRY),
    CREDIT_SCORE: assign(response.CREDIT_SCORE),
  }
}

type Check = NonNullable<UpstreamResponse['REGULATORY_PRODUCT']>[number]

/** Returns a check for each file of its response, or as it is if it names a bureau. */
function checkOfEach(files: readonly UpstreamFile[], check: Check): readonly Check[] {
  if (files.length === 0 || isBureau(check.CreditRepositorySourceType)) return [check]
  return files.map(({ CreditRepositorySourceType }) => ({ ...check, CreditRepositorySourceType }))
}
