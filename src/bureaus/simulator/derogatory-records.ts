/** Builds the bankruptcies and inquiries of a life as one bureau shows them at a moment. */
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type { EarlierInquiry, FileCreditor, FileInquiry, FilePublicRecord } from '../bureau.ts'
import { bankruptcyDays } from './account-ending.ts'
import { dayText, hasArrived, type Moment, momentAfter, monthText } from './calendar.ts'
import type { Life, LifeInquiry } from './life.ts'
import type { Account } from './life-account.ts'
import { between, streamOf } from './random.ts'
import { standingIn } from './standing.ts'
import { type BankruptcyPlan, INQUIRY_MONTHS } from './story.ts'
import { courtAt } from './tables/courts.ts'
import { inquirerAt } from './tables/creditors.ts'

/** Chapter 7 is shown for ten years (FCRA 605(a)(1)). Bureaus remove chapter 13 after seven. */
export const BANKRUPTCY_MONTHS = { 7: 120, 13: 84 } as const

/** The debts and assets at the time of a petition, in dollars. */
interface Estate {
  /** In whole dollars. */
  readonly liabilities: number
  readonly assets: number
}

const hundreds = (amount: number) => 100 * Math.ceil(amount / 100)

/** Estimates the value of a financed home or vehicle from the amount of its loan. */
function collateralValue({ kind, amount }: Account): number {
  if (kind.type === 'Mortgage') return 1.2 * amount
  return kind.collateral === undefined ? 0 : 0.5 * amount
}

/**
 * Returns the estate from the accounts at that time, with a few debts that no bureau knows. What is
 * owed after a charge-off is a liability without an asset.
 */
function estateOf({ accounts }: Life, { filed }: BankruptcyPlan): Estate {
  const own = accounts.filter(
    ({ opened, ownership }) => opened < filed && ownership !== 'AuthorizedUser',
  )
  const open = own.filter(({ ending }) => (ending?.month ?? Infinity) >= filed)
  const owed = own.reduce((sum, account) => sum + standingIn(account, filed - 1).balance, 0)
  const owned = open.reduce((sum, account) => sum + collateralValue(account), 0)
  return { liabilities: hundreds(4000 + 1.06 * owed), assets: hundreds(3500 + owned) }
}

/** A petition with its own details. */
interface Petition {
  readonly plan: BankruptcyPlan
  readonly docket: string
  readonly days: ReturnType<typeof bankruptcyDays>
  readonly estate: Estate
  readonly court: FileCreditor
}

function recordOf(
  { plan, docket, days, estate, court }: Petition,
  moment: Moment,
): FilePublicRecord {
  const disposed = hasArrived(moment, plan.disposed, days.disposed)
  return {
    subscriberCode: court.subscriberCode,
    _AccountOwnershipType: 'Individual',
    _BankruptcyAssetsAmount: estate.assets,
    _BankruptcyLiabilitiesAmount: estate.liabilities,
    _BankruptcyType: 'Personal',
    _ConsumerDisputeIndicator: false,
    _CourtName: court.name,
    _DerogatoryDataIndicator: true,
    _DispositionDate: disposed ? dayText(moment, plan.disposed, days.disposed) : undefined,
    _DispositionType: disposed ? plan.disposition : 'Filed',
    _DocketIdentifier: docket,
    _FiledDate: dayText(moment, plan.filed, days.filed),
    _ReportedDate: monthText(moment, disposed ? plan.disposed : plan.filed),
    _Type: plan.chapter === 7 ? 'BankruptcyChapter7' : 'BankruptcyChapter13',
    CREDIT_COMMENT: [],
  }
}

/** A public record that a bureau shows, and the court or recorder that reports it. */
export interface ShownRecord {
  readonly record: FilePublicRecord
  readonly court: FileCreditor
}

const NONE: readonly ShownRecord[] = []

/**
 * Returns the bankruptcies that a bureau shows. They are filed in the state where the person lived.
 */
export function bankruptciesOf(
  life: Life,
  bureau: BureauName,
  moment: Moment,
  stateIn: (month: number) => string,
): readonly ShownRecord[] {
  const { bankruptcies } = life.story
  if (bankruptcies.length === 0) return NONE
  const draw = streamOf(life.seed, 'dockets')
  return bankruptcies.flatMap((plan, index) => {
    const year = monthText(moment, plan.filed).slice(2, 4)
    const number = between(draw, [10_000, 59_999])
    const days = bankruptcyDays(life.seed, index)
    const age = moment.month - plan.filed
    const shown =
      hasArrived(moment, plan.filed, days.filed) && age < BANKRUPTCY_MONTHS[plan.chapter]
    if (!shown) return []
    const court = courtAt(bureau, stateIn(plan.filed), (number % 100) / 100)
    const petition = {
      plan,
      docket: `${year}-${number}`,
      days,
      estate: estateOf(life, plan),
      court,
    }
    return [{ record: recordOf(petition, moment), court }]
  })
}

/** Returns the inquiries that a bureau shows, newest first. */
export function shownInquiriesOf(
  life: Life,
  bureau: BureauName,
  moment: Moment,
): readonly LifeInquiry[] {
  return life.inquiries.filter(
    ({ month, day, bureaus }) =>
      bureaus.includes(bureau) &&
      hasArrived(moment, month, day) &&
      moment.month - month < INQUIRY_MONTHS,
  )
}

/** Returns an inquiry as the bureau lists it. */
export function inquiryOf(inquiry: LifeInquiry, bureau: BureauName, moment: Moment): FileInquiry {
  const { creditor, kind, month, day } = inquiry
  const entry = creditor.entries[bureau]
  return {
    subscriberCode: entry.subscriberCode,
    _Name: entry.name,
    _Date: dayText(moment, month, day),
    CreditBusinessType: creditor.businessType,
    CreditLoanType: kind.loan,
    _PurposeType: 'CreditGranting',
  }
}

/** An inquiry made through this service, and its inquirer. */
export interface ServiceInquiry {
  readonly inquiry: FileInquiry
  /** For the directory of the file. */
  readonly inquirer: FileCreditor
}

/**
 * Returns the inquiries made through this service that a bureau shows: one per inquirer and day.
 */
export function serviceInquiriesOf(
  earlier: readonly EarlierInquiry[],
  bureau: BureauName,
  moment: Moment,
): readonly ServiceInquiry[] {
  const inquiries = new Map<string, ServiceInquiry>()
  for (const { askedAt, inquirer } of earlier) {
    const asked = momentAfter(moment, askedAt)
    if (moment.month - asked.month >= INQUIRY_MONTHS) continue
    const entry = inquirerAt(inquirer, bureau)
    const date = dayText(asked, asked.month, asked.day)
    inquiries.set(`${date} ${inquirer}`, {
      inquirer: entry,
      inquiry: {
        subscriberCode: entry.subscriberCode,
        _Name: inquirer,
        _Date: date,
        CreditBusinessType: /\bbank\b/i.test(inquirer) ? 'Banking' : 'Finance',
        CreditLoanType: 'Mortgage',
        _PurposeType: 'CreditGranting',
      },
    })
  }
  return [...inquiries.values()]
}
