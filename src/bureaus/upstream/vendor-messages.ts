/** The alerts and remarks with a bureau's file in a vendor's report, and its checks against lists. */
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { AlertValue } from '../../documents/tables/response.ts'
import type { Comment } from '../../documents/tables/tradelines.ts'
import type { CreditFile } from '../bureau.ts'
import type { UpstreamAlert, UpstreamFile, UpstreamResponse } from './answer-document.ts'
import { commentsBeside, concerns, withTexts } from './vendor-account.ts'
import type { UpstreamReport } from './vendor-answer.ts'
import { softInquiryCount, unassignedCount } from './vendor-items.ts'

/** Returns the alerts and remarks of a bureau's files, and those of the response about them. */
export function messagesWith(
  files: readonly UpstreamFile[],
  answer: UpstreamReport,
  bureau: BureauName,
): Pick<CreditFile, 'alerts' | 'comments'> {
  const { response } = answer
  const screenings = screeningsOf(response, bureau)
  return {
    alerts: [
      ...files.flatMap(({ _ALERT_MESSAGE: own = [] }) => own).flatMap(alertOf),
      ...(response._ALERT_MESSAGE ?? [])
        .filter((alert) => isAlertOf(alert, bureau))
        .flatMap(alertOf),
      ...screenings.alerts,
    ],
    comments: [
      ...withTexts([
        ...files.flatMap(({ CREDIT_COMMENT: own = [] }) => own),
        ...commentsBeside(response.CREDIT_COMMENT ?? [], bureau),
      ]),
      ...screenings.comments,
      ...remarksOnOmittedItems(answer, bureau),
    ],
  }
}

/** Reports whether an alert beside the files concerns a bureau: its type can name another one. */
function isAlertOf({ _Type: type }: UpstreamAlert, bureau: BureauName): boolean {
  return type?.startsWith(bureau) || !BUREAUS.some((other) => type?.startsWith(other))
}

/**
 * Returns an alert with a text. A fraud alert with only a category must not be lost. An alert without
 * either says nothing.
 */
function alertOf({ _Text: texts = [], ...alert }: UpstreamAlert): readonly AlertValue[] {
  if (texts.length > 0) return [{ ...alert, _Text: texts }]
  const { _CategoryType, _CategoryTypeOtherDescription, _Code, _Type } = alert
  const names = [_CategoryType, _CategoryTypeOtherDescription, _Code, _Type]
  const isNamed = names.some((name) => name !== undefined && name !== 'Other')
  return isNamed ? [{ ...alert, _Text: ['The source gave no text.'] }] : []
}

/**
 * Returns remarks about items that could not be read or assigned. Their loss must be visible,
 * because a decision may depend on them.
 */
function remarksOnOmittedItems(answer: UpstreamReport, bureau: BureauName): readonly Comment[] {
  const reasons = [
    [answer.itemsLeftOut, 'could not be parsed'],
    [unassignedCount(answer.response), 'name no bureau'],
    [softInquiryCount(answer, bureau), 'are soft inquiries'],
  ] as const
  return reasons
    .filter(([count]) => count > 0)
    .map(([count, reason]) => omissionRemark(reason, count))
}

/** Returns a remark about items that are not shown. `reason` is a verb with its object. */
export function omissionRemark(reason: string, count: number): Comment {
  return {
    _SourceType: 'CreditBureau',
    _Type: 'Instruction',
    _Text: [`Items of the source's response that ${reason} and are not shown: ${count}.`],
  }
}

// The vendor's checks against lists, such as OFAC's.

/** Returns the results that concern a bureau's file: a clear one is a remark, others are alerts. */
function screeningsOf(
  { REGULATORY_PRODUCT: products = [] }: UpstreamResponse,
  bureau: BureauName,
): Pick<CreditFile, 'alerts' | 'comments'> {
  const screenings = products
    .filter(({ CreditRepositorySourceType: source }) => concerns(source, bureau))
    .map((product) => {
      const { _SourceType, _SourceTypeOtherDescription: other } = product
      const { _ResultStatusType: status, _ResultText: text } = product
      const list = (_SourceType === 'Other' ? other : _SourceType) ?? 'Screening'
      const result = [status, text].filter((part) => part !== undefined).join(': ')
      return { list, result: result || 'The result is missing.', isClear: status === 'Clear' }
    })
  return {
    alerts: screenings
      .filter(({ isClear }) => !isClear)
      .map(({ list, result }) => ({
        _CategoryType: 'Other',
        _CategoryTypeOtherDescription: list,
        _Text: [result],
      })),
    comments: screenings
      .filter(({ isClear }) => isClear)
      .map(({ list, result }) => ({
        _SourceType: 'CreditBureau',
        _Type: 'Other',
        _TypeOtherDescription: list,
        _Text: [result],
      })),
  }
}
