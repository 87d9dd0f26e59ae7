/** Public records and inquiries of a life as one bureau shows them at a moment. */
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type { EarlierInquiry, FileCreditor, FileInquiry, FilePublicRecord } from '../bureau.ts'
import { dayText, hasCome, type Moment, momentAfter, monthText } from './calendar.ts'
import { inquirerAt } from './creditors.ts'
import type { Life, LifeInquiry } from './life.ts'
import { between, streamOf } from './random.ts'
import type { BankruptcyPlan } from './story.ts'

/** Inquiries stay for two years, which bureaus chose; the law wants one or two (FCRA 609(a)(3)). */
const INQUIRY_MONTHS = 24

/** Ten years for chapter 7 (FCRA 605(a)(1)); bureaus remove chapter 13 after seven. */
const BANKRUPTCY_MONTHS = { 7: 120, 13: 84 } as const

/** The court reports to each bureau by another code. */
const COURTS: Readonly<Record<BureauName, FileCreditor>> = {
  Equifax: { subscriberCode: '960VF00031', name: 'US BANKRUPTCY COURT' },
  Experian: { subscriberCode: '3019999', name: 'US BKPT CT' },
  TransUnion: { subscriberCode: 'Z04019999', name: 'US BANKRUPTCY COURT' },
}

function recordOf(
  plan: BankruptcyPlan,
  docket: string,
  bureau: BureauName,
  moment: Moment,
): FilePublicRecord {
  const disposed = hasCome(moment, plan.disposed, 15)
  const court = COURTS[bureau]
  return {
    subscriberCode: court.subscriberCode,
    _AccountOwnershipType: 'Individual',
    _BankruptcyAssetsAmount: plan.assets,
    _BankruptcyLiabilitiesAmount: plan.liabilities,
    _BankruptcyType: 'Personal',
    _ConsumerDisputeIndicator: false,
    _CourtName: court.name,
    _DerogatoryDataIndicator: true,
    _DispositionDate: disposed ? dayText(moment, plan.disposed, 15) : undefined,
    _DispositionType: disposed ? plan.disposition : 'Filed',
    _DocketIdentifier: docket,
    _FiledDate: dayText(moment, plan.filed, 8),
    _ReportedDate: monthText(moment, disposed ? plan.disposed : plan.filed),
    _Type: plan.chapter === 7 ? 'BankruptcyChapter7' : 'BankruptcyChapter13',
    CREDIT_COMMENT: [],
  }
}

/** The bankruptcies that a bureau shows. */
export function publicRecordsOf(
  life: Life,
  bureau: BureauName,
  moment: Moment,
): readonly FilePublicRecord[] {
  const { bankruptcies } = life.story
  if (bankruptcies.length === 0) return []
  const draw = streamOf(life.seed, 'dockets')
  return bankruptcies.flatMap((plan) => {
    const year = monthText(moment, plan.filed).slice(2, 4)
    const docket = `${year}-${between(draw, [10_000, 59_999])}`
    const age = moment.month - plan.filed
    const shown = hasCome(moment, plan.filed, 8) && age < BANKRUPTCY_MONTHS[plan.chapter]
    return shown ? [recordOf(plan, docket, bureau, moment)] : []
  })
}

/** The entry of the court in the bureau's directory. */
export function courtAt(bureau: BureauName): FileCreditor {
  return COURTS[bureau]
}

/** The inquiries that a bureau shows, newest first. */
export function shownInquiriesOf(
  life: Life,
  bureau: BureauName,
  moment: Moment,
): readonly LifeInquiry[] {
  return life.inquiries.filter(
    ({ month, day, bureaus }) =>
      bureaus.includes(bureau) &&
      hasCome(moment, month, day) &&
      moment.month - month < INQUIRY_MONTHS,
  )
}

/** An inquiry as the bureau lists it. */
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

/** An inquiry made through this service, and who made it. */
export interface MadeInquiry {
  readonly inquiry: FileInquiry
  readonly inquirer: FileCreditor
}

/** The inquiries made through this service that a bureau shows: one of an inquirer on a day. */
export function madeInquiriesOf(
  earlier: readonly EarlierInquiry[],
  bureau: BureauName,
  moment: Moment,
): readonly MadeInquiry[] {
  const made = new Map<string, MadeInquiry>()
  for (const { askedAt, inquirer } of earlier) {
    const asked = momentAfter(moment, askedAt)
    if (moment.month - asked.month >= INQUIRY_MONTHS) continue
    const entry = inquirerAt(inquirer, bureau)
    const date = dayText(asked, asked.month, asked.day)
    made.set(`${date} ${inquirer}`, {
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
  return [...made.values()]
}
