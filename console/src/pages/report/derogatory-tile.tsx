/** The tile of derogatory items: public records, collections and derogatory accounts. */
import { words } from '../../../../src/documents/wording.ts'
import { dateText, dollarsText, plural, uncapitalized } from '../../format.ts'
import { FILTERS } from './accounts/account-filters.ts'
import { isMortgageOnly, type Report } from './report-data.ts'
import { SectionLink } from './section-link.tsx'

type Account = Report['accounts'][number]
type PublicRecord = Report['publicRecords'][number]

/** A tile with a line for each kind of item, which links to the records or the accounts. */
export function DerogatoryTile({ report }: { readonly report: Report }) {
  const { publicRecords, accounts } = report
  const collections = accounts.filter(holdsOf('collections'))
  const others = accounts.filter(holdsOf('derogatory')).filter((one) => !collections.includes(one))
  const count = publicRecords.length + collections.length + others.length
  const isOpen = collections.length < count || collections.some(({ balance = 0 }) => balance > 0)
  const tone = count === 0 ? 'plain' : isOpen ? 'bad' : 'warn'
  return (
    <div className={`report-tile wide ${tone}`}>
      <dt>Derogatory items</dt>
      <dd className="figure">{count}</dd>
      <dd className="muted small">
        {count === 0 && <p>{noneText(report)}</p>}
        {publicRecords.length > 0 && (
          <p>
            <SectionLink report={report} section="records">
              {recordsText(publicRecords)}
            </SectionLink>
          </p>
        )}
        {collections.length > 0 && (
          <p>
            <SectionLink report={report} section="accounts&accounts=collections">
              {collectionsText(collections)}
            </SectionLink>
          </p>
        )}
        {others.length > 0 && (
          <p>
            <SectionLink report={report} section="accounts&accounts=derogatory">
              {othersText(others)}
            </SectionLink>
          </p>
        )}
      </dd>
    </div>
  )
}

function holdsOf(filter: string): (account: Account) => boolean {
  return FILTERS.find(({ key }) => key === filter)?.holds ?? (() => false)
}

/**
 * Returns the text for a report without derogatory items. A mortgage-only report contains no other
 * accounts, so it says nothing about them.
 */
function noneText(report: Report): string {
  return isMortgageOnly(report) ? 'none on mortgages' : 'none reported'
}

/** The length of a date without its day. */
const MONTH = 'YYYY-MM'.length

/** Returns `Bankruptcy chapter 7, discharged Jun 2023`. Several records are counted by type. */
function recordsText(records: readonly PublicRecord[]): string {
  const [only, ...others] = records
  if (only !== undefined && others.length === 0) {
    const { type, disposition, dispositionDate, filed } = only
    const end = [
      words(disposition).toLowerCase(),
      dateText((dispositionDate ?? filed)?.slice(0, MONTH)),
    ]
    return [words(type), end.filter(Boolean).join(' ')].filter(Boolean).join(', ')
  }
  return counted(records.map(({ type }) => words(type)))
}

/** Returns a text such as `3 collections, $4,540`. */
function collectionsText(collections: readonly Account[]): string {
  const owed = collections.reduce((sum, { balance = 0 }) => sum + balance, 0)
  return `${plural(collections.length, 'collection')}, ${owed === 0 ? 'paid' : dollarsText(owed)}`
}

/** Returns a text such as `4 derogatory accounts: bankruptcy`. Several kinds are counted. */
function othersText(accounts: readonly Account[]): string {
  const kinds = accounts.map(({ rating }) =>
    rating === undefined || NO_LOSS.test(rating.type) ? '90+ days late' : words(rating.type),
  )
  const text = new Set(kinds).size === 1 ? kinds.slice(0, 1) : kinds
  return `${plural(accounts.length, 'derogatory account')}: ${uncapitalized(counted(text))}`
}

/**
 * Ratings without a loss. An account with such a rating is derogatory because it was once 90 or
 * more days late.
 */
const NO_LOSS = /^(AsAgreed|Late|NoData|TooNew)/

/** Returns each name once, with its count if that is more than one: `Judgment (2), lien`. */
function counted(names: readonly string[]): string {
  return Array.from(
    Map.groupBy(names, (name) => name),
    ([name, { length }], index) => {
      const text = index === 0 ? name : uncapitalized(name)
      return length === 1 ? text : `${text} (${length})`
    },
  ).join(', ')
}
