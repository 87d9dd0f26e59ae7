/** The directory of creditors and inquirers, and the bureaus that a consumer can contact. */
import type { CreditFile, FileCreditor } from '../../bureaus/bureau.ts'
import { BUREAU_OFFICES } from '../../bureaus/offices.ts'
import { isSameCompany } from '../../documents/names.ts'
import { BUREAUS, type BureauName, byBureau } from '../../documents/tables/enumerations.ts'
import type { ReferralValue } from '../../documents/tables/response.ts'
import type { TradeReference } from '../../documents/tables/tradelines.ts'
import { compareText, sortShort } from '../comparing.ts'
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
  /** Its subscriber code is unique within the bureau. */
  readonly creditor: FileCreditor
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
  const all = listCreditors(files, reporters && codesOf(reporters))
  const ids = byBureau(() => new Map<string, string>())
  const entries: TradeReference[] = []
  for (const same of companiesOf(all)) {
    const id = `Creditor${entries.length + 1}`
    for (const { source, creditor } of same) ids[source].getOrInsert(creditor.subscriberCode, id)
    entries.push(entry(id, same))
  }
  return { entries, idOf: (source, code) => ids[source].get(code) }
}

/** Returns the subscriber codes of the creditors that report accounts. */
function codesOf(reporters: readonly Candidate[]) {
  const codes = byBureau(() => new Set<string>())
  for (const { source, account } of reporters) codes[source].add(account.subscriberCode)
  return codes
}

/** Groups creditors by company, sorted by their longest names. */
function companiesOf(all: readonly ListedCreditor[]): ListedCreditor[][] {
  const byPhone = new Map<string | undefined, ListedCreditor[][]>()
  const companies: ListedCreditor[][] = []
  for (const one of all) {
    const there = byPhone.getOrInsertComputed(one.creditor.phone, () => [])
    const same = there.find(([first]) => isSameEntry(first as ListedCreditor, one))
    if (same !== undefined) same.push(one)
    else {
      const company = [one]
      companies.push(company)
      there.push(company)
    }
  }
  for (const company of companies)
    sortShort(company, (a, b) => compareNameLengths(a, b) || compareListed(a, b))
  return companies.sort((a, b) => compareListed(a[0] as ListedCreditor, b[0] as ListedCreditor))
}

/** Returns whether two creditors with the same telephone number share an entry. */
function isSameEntry(one: ListedCreditor, other: ListedCreditor): boolean {
  if (one.key === other.key) return true
  const { name, address, phone } = one.creditor
  const { name: otherName, address: otherAddress } = other.creditor
  // An address or a telephone number alone does not identify a company.
  if (phone === undefined || address === undefined || otherAddress === undefined) return false
  const isSameAddress =
    address.street === otherAddress.street && address.postalCode === otherAddress.postalCode
  return isSameAddress && isSameCompany(name, otherName)
}

function compareNameLengths(a: ListedCreditor, b: ListedCreditor): number {
  return b.creditor.name.length - a.creditor.name.length
}

function listCreditors(
  files: readonly CreditFile[],
  codes: Readonly<Record<BureauName, ReadonlySet<string>>> | undefined,
): ListedCreditor[] {
  const all: ListedCreditor[] = []
  for (const { bureau: source, creditors } of files) {
    for (const creditor of creditors) {
      if (codes?.[source].has(creditor.subscriberCode) === false) continue
      all.push({ source, creditor, key: creditorKey(creditor) })
    }
  }
  return all.sort(compareListed)
}

function compareListed(a: ListedCreditor, b: ListedCreditor): number {
  return (
    compareText(a.key, b.key) ||
    compareSources(a, b) ||
    compareText(a.creditor.subscriberCode, b.creditor.subscriberCode)
  )
}

function compareSources(a: ListedCreditor, b: ListedCreditor): number {
  return BUREAUS.indexOf(a.source) - BUREAUS.indexOf(b.source)
}

/** Begins with the name, so that entries are sorted by it. */
function creditorKey({ name, address, phone }: FileCreditor): string {
  return `${name}|${address?.street ?? ''}|${address?.postalCode ?? ''}|${phone ?? ''}`
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
      sortShort([...same], compareSources).map(({ source, creditor }) =>
        repository(source, creditor.subscriberCode),
      ),
    ),
  }
}

/** Returns the requested bureaus, which the consumer can contact (FCRA 609(c), 615(a)). */
export function referralsTo(bureaus: readonly BureauName[]): ReferralValue[] {
  return BUREAUS.filter((bureau) => bureaus.includes(bureau)).map(
    (bureau) => BUREAU_OFFICES[bureau],
  )
}
