/** The directory of creditors and inquirers, and the bureaus that a consumer can contact. */
import type { CreditFile, FileCreditor } from '../../bureaus/bureau.ts'
import { BUREAU_OFFICES } from '../../bureaus/offices.ts'
import { isSameCompany } from '../../documents/names.ts'
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { ReferralValue } from '../../documents/tables/response.ts'
import type { TradeReference } from '../../documents/tables/tradelines.ts'
import { compareText } from '../comparing.ts'
import type { Candidate } from './match.ts'
import { repositories, repository } from './provenance.ts'

/** The directory of a report: its entries, and a lookup for the items that refer to them. */
export interface Directory {
  /** Sorted by name, one for each company. */
  readonly entries: readonly TradeReference[]
  /**
   * Returns the identifier of a creditor's entry by the bureau and its code, or undefined if the
   * file does not list the creditor.
   */
  idOf(source: BureauName, subscriberCode: string): string | undefined
}

interface ListedCreditor {
  readonly source: BureauName
  readonly creditor: FileCreditor
  /** Bureau and subscriber code, which are unique together. */
  readonly code: string
  /** The sort key: name, address and telephone number. */
  readonly key: string
}

/**
 * Makes the directory from the creditors of the files. Creditors share an entry if address and
 * telephone number are the same and the names can be the same company's, because bureaus abbreviate
 * names differently. The entry has the longest spelling. With `reporters`, lists only the creditors
 * of these accounts.
 */
export function makeDirectory(
  files: readonly CreditFile[],
  reporters?: readonly Candidate[],
): Directory {
  // A mortgage-only report must not reveal the creditors of other accounts.
  const codes = reporters?.map(({ source, account }) => codeOf(source, account.subscriberCode))
  const ids = new Map<string, string>()
  const entries: TradeReference[] = []
  for (const same of companiesOf(listCreditors(files, codes && new Set(codes)))) {
    const id = `Creditor${entries.length + 1}`
    for (const { code } of same) if (!ids.has(code)) ids.set(code, id)
    entries.push(entry(id, same))
  }
  return { entries, idOf: (source, code) => ids.get(codeOf(source, code)) }
}

/** Groups creditors by company, sorted by their longest names. */
function companiesOf(all: readonly ListedCreditor[]): ListedCreditor[][] {
  const byLocation = new Map<string, ListedCreditor[][]>()
  const companies: ListedCreditor[][] = []
  for (const one of all) {
    const location = locationKey(one.creditor)
    const there = byLocation.get(location) ?? []
    const same = there.find(([first]) => isSameEntry(first as ListedCreditor, one, location))
    if (same !== undefined) same.push(one)
    else {
      const company = [one]
      companies.push(company)
      byLocation.set(location, [...there, company])
    }
  }
  for (const company of companies)
    company.sort((a, b) => compareNameLengths(a, b) || compareListed(a, b))
  return companies.sort((a, b) => compareListed(a[0] as ListedCreditor, b[0] as ListedCreditor))
}

function isSameEntry(one: ListedCreditor, other: ListedCreditor, location: string): boolean {
  if (one.key === other.key) return true
  return location !== '' && isSameCompany(one.creditor.name, other.creditor.name)
}

/**
 * Returns address and telephone number. Empty if either is missing, because one of them does not
 * identify a company.
 */
function locationKey({ address, phone }: FileCreditor): string {
  if (phone === undefined || address === undefined) return ''
  return `${address.street}|${address.postalCode}|${phone}`
}

function compareNameLengths(a: ListedCreditor, b: ListedCreditor): number {
  return b.creditor.name.length - a.creditor.name.length
}

function listCreditors(
  files: readonly CreditFile[],
  codes: ReadonlySet<string> | undefined,
): ListedCreditor[] {
  const all: ListedCreditor[] = []
  for (const { bureau: source, creditors } of files) {
    for (const creditor of creditors) {
      const code = codeOf(source, creditor.subscriberCode)
      if (codes?.has(code) === false) continue
      all.push({ source, creditor, code, key: creditorKey(creditor) })
    }
  }
  return all.sort(compareListed)
}

function compareListed(a: ListedCreditor, b: ListedCreditor): number {
  return (
    compareText(a.key, b.key) ||
    BUREAUS.indexOf(a.source) - BUREAUS.indexOf(b.source) ||
    compareText(a.code, b.code)
  )
}

/** Begins with the name, so that entries are sorted by it. */
function creditorKey({ name, address, phone }: FileCreditor): string {
  return `${name}|${address?.street ?? ''}|${address?.postalCode ?? ''}|${phone ?? ''}`
}

/** Adds the bureau, because a code is unique only within its bureau. */
function codeOf(source: BureauName, subscriberCode: string): string {
  return `${source}|${subscriberCode}`
}

function entry(id: string, same: readonly ListedCreditor[]): TradeReference {
  const { name, address, phone } = (same[0] as ListedCreditor).creditor
  return {
    CreditTradeReferenceID: id,
    _Name: name,
    _StreetAddress: address?.street || undefined,
    _City: address?.city || undefined,
    _State: address?.state || undefined,
    _PostalCode: address?.postalCode || undefined,
    CONTACT_DETAIL:
      phone === undefined ? undefined : { CONTACT_POINT: [{ _Type: 'Phone', _Value: phone }] },
    CREDIT_REPOSITORY: repositories(
      same
        .toSorted((a, b) => BUREAUS.indexOf(a.source) - BUREAUS.indexOf(b.source))
        .map(({ source, creditor }) => repository(source, creditor.subscriberCode)),
    ),
  }
}

/** Returns the requested bureaus, which the consumer can contact (FCRA 609(c), 615(a)). */
export function referralsTo(bureaus: readonly BureauName[]): ReferralValue[] {
  return BUREAUS.filter((bureau) => bureaus.includes(bureau)).map(
    (bureau) => BUREAU_OFFICES[bureau],
  )
}
