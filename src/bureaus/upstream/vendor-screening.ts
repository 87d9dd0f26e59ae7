/** Converts a vendor's checks against lists, such as OFAC's, to alerts and remarks of a file. */
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { CreditFile } from '../bureau.ts'
import type { UpstreamResponse } from './answer-document.ts'

/** Returns the results that concern a bureau's file: a clear one is a remark, others are alerts. */
export function screeningsOf(
  { REGULATORY_PRODUCT: products = [] }: UpstreamResponse,
  bureau: BureauName,
): Pick<CreditFile, 'alerts' | 'comments'> {
  const isOfOther = (source: string | undefined) =>
    source !== bureau && BUREAUS.some((other) => other === source)
  const screenings = products
    .filter(({ CreditRepositorySourceType: source }) => !isOfOther(source))
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
