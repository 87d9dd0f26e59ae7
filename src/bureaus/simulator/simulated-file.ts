/** Builds a bureau's file: everything about a life that was reported by the time of the request. */
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type {
  CreditFile,
  FileAccount,
  FileCreditor,
  FileRequest,
  FileScore,
  FileStatus,
  Subject,
} from '../bureau.ts'
import { withoutFile } from '../without-file.ts'
import { type Moment, reportedDate } from './calendar.ts'
import { civilRecordsOf } from './civil-records.ts'
import {
  bankruptciesOf,
  inquiryOf,
  type ServiceInquiry,
  type ShownRecord,
  serviceInquiriesOf,
  shownInquiriesOf,
} from './derogatory-records.ts'
import { alertKindsOf, alertOf, fileCommentsOf, messageOf } from './file-alerts.ts'
import { type Life, type LifeInquiry, personalNoise } from './life.ts'
import { type Account, accountAtBureau } from './life-account.ts'
import {
  adultFrom,
  type Employment,
  employmentOf,
  homesOf,
  identityOf,
  type Person,
  personAt,
  suffixAt,
  variationsOf,
} from './person.ts'
import { newerScoreOf, scoreOf, withoutScore } from './scores/simulated-scores.ts'
import type { AlertKind, Home } from './story.ts'
import { tradelineOf } from './tradeline.ts'

/** The life for a request, with the facts that are the same at all bureaus. */
export interface FoundLife {
  readonly life: Life
  readonly person: Person
  /** Alerts about the request itself, such as a social security number of another person. */
  readonly alerts: readonly AlertKind[]
  /**
   * Whether the birth date limits when accounts can begin, which is the case if only the order has
   * the birth date.
   */
  readonly isBirthDateRequested: boolean
  /** The month of the request. */
  readonly month: number
  /** The month of the 18th birthday. Before it, no bureau has a file. */
  readonly adultFrom: number
  /** Newest first. */
  readonly homes: readonly Home[]
  readonly employment: Employment
}

/** Adds the facts that are the same on the files of all bureaus. */
export function foundLifeAt(
  moment: Moment,
  found: Pick<FoundLife, 'life' | 'person' | 'alerts' | 'isBirthDateRequested'>,
): FoundLife {
  const { life, person } = found
  return {
    ...found,
    month: moment.month,
    adultFrom: adultFrom(person, moment),
    homes: homesOf(life, person),
    employment: employmentOf(life, moment, person.birthDate),
  }
}

function statusOf(
  { life, adultFrom: adult }: FoundLife,
  bureau: BureauName,
  moment: Moment,
): FileStatus {
  const withheld = life.story.withheld[bureau]
  if (withheld !== undefined) return withheld
  if (moment.month < adult) return 'NoFileReturnedBorrowerIsAMinor'
  return moment.month < life.story.start ? 'NoFileReturnedNoHit' : 'FileReturned'
}

/** Returns the response of a bureau that returns no file. */
export function withheldFile(status: FileStatus, bureau: BureauName): CreditFile {
  return withoutFile(bureau, status, messageOf(status, bureau))
}

/**
 * Reports whether a person of that age can have the account. Only adults can sign for credit, but
 * as an authorized user a person can be on another person's older card.
 */
function isPossible(
  { adultFrom: adult, isBirthDateRequested }: FoundLife,
  account: Account,
): boolean {
  if (!isBirthDateRequested || account.ownership === 'AuthorizedUser') return true
  return account.opened >= adult
}

interface Shown {
  readonly accounts: readonly FileAccount[]
  /** By subscriber code, each once. */
  readonly creditors: ReadonlyMap<string, FileCreditor>
}

/** Returns the accounts that a bureau shows, the highest balance first. */
function accountsOf(found: FoundLife, bureau: BureauName, moment: Moment): Shown {
  const accounts: FileAccount[] = []
  const creditors = new Map<string, FileCreditor>()
  for (const account of found.life.accounts) {
    if (!isPossible(found, account)) continue
    const tradeline = tradelineOf(account, bureau, moment)
    if (tradeline === undefined) continue
    const entry = accountAtBureau(account, bureau).creditor.entries[bureau]
    accounts.push(tradeline)
    creditors.set(entry.subscriberCode, entry)
  }
  accounts.sort((a, b) => (b._UnpaidBalanceAmount ?? 0) - (a._UnpaidBalanceAmount ?? 0))
  return { accounts, creditors }
}

function creditorsOf(
  shown: Shown,
  inquiries: readonly LifeInquiry[],
  serviceInquiries: readonly ServiceInquiry[],
  records: readonly ShownRecord[],
  bureau: BureauName,
): readonly FileCreditor[] {
  const all = new Map(shown.creditors)
  for (const { creditor } of inquiries) {
    all.set(creditor.entries[bureau].subscriberCode, creditor.entries[bureau])
  }
  for (const { inquirer } of serviceInquiries) all.set(inquirer.subscriberCode, inquirer)
  for (const { court } of records) all.set(court.subscriberCode, court)
  return [...all.values()]
}

/**
 * Returns the month since which the bureau has had the person on file. It differs between bureaus,
 * and is never before the person came of age.
 */
function inFileMonthOf(found: FoundLife, bureau: BureauName, moment: Moment): number {
  const { start } = found.life.story
  const delay =
    start < -24 && !found.life.story.exact
      ? Math.floor(personalNoise(found.life, 10 + bureau.length) * 5)
      : 0
  const from = found.isBirthDateRequested ? found.adultFrom : -Infinity
  return Math.min(moment.month, Math.max(start + delay, from))
}

function alertsOf(found: FoundLife, asked: Subject, file: CreditFile, moment: Moment) {
  const { bureau, person, variations } = file
  const extra = [...found.alerts]
  if (variations.includes('DifferentAddress') && !hasRequestedZip(person, asked)) {
    extra.push('addressDiffers')
  }
  if (variations.includes('DifferentSSN')) extra.push('ssnOnFileDiffers')
  return alertKindsOf(found.life, bureau, moment, extra)
}

/**
 * Reports whether the file has the requested ZIP code as a current or former address. A former
 * address is not a discrepancy.
 */
function hasRequestedZip(person: CreditFile['person'], asked: Subject): boolean {
  const zip = asked.address.postalCode.slice(0, 5)
  return person?._RESIDENCE?.some(({ _PostalCode }) => _PostalCode.startsWith(zip)) ?? false
}

/** Returns the state in which a person lived in a month. */
function stateIn(homes: readonly Home[], month: number): string {
  return (homes.find(({ since }) => since <= month) ?? homes.at(-1))?.address.state ?? ''
}

/** Returns the person with the suffix that the bureau knows. */
function withSuffix({ life, person }: FoundLife, bureau: BureauName): Person {
  const known = personAt({ life, person }, bureau)
  return { ...known, suffix: suffixAt(life, known, bureau) }
}

/** Returns the response of a bureau: a file, or the reason for none. */
export function simulatedFile(
  found: FoundLife,
  bureau: BureauName,
  request: FileRequest,
  moment: Moment,
): CreditFile {
  const status = statusOf(found, bureau, moment)
  if (status !== 'FileReturned') return withheldFile(status, bureau)
  const { life } = found
  const inFileMonth = inFileMonthOf(found, bureau, moment)
  const person = identityOf({ ...found, inFileMonth }, bureau, moment)
  const shown = accountsOf(found, bureau, moment)
  const stateThen = (month: number) => stateIn(found.homes, month)
  const records = [
    ...bankruptciesOf(life, bureau, moment, stateThen),
    ...civilRecordsOf(life, bureau, moment, stateThen),
  ]
  const inquiries = shownInquiriesOf(life, bureau, moment)
  const serviceInquiries = serviceInquiriesOf(request.earlierInquiries, bureau, moment)
  const base: CreditFile = {
    ...withheldFile(status, bureau),
    inFileDate: reportedDate(bureau, moment, inFileMonth, 1),
    person,
    variations: variationsOf(person, withSuffix(found, bureau), request.subject),
    accounts: shown.accounts,
    publicRecords: records.map(({ record }) => record),
    inquiries: [
      ...serviceInquiries.map(({ inquiry }) => inquiry),
      ...inquiries.map((inquiry) => inquiryOf(inquiry, bureau, moment)),
    ].sort((a, b) => (a._Date < b._Date ? 1 : a._Date > b._Date ? -1 : 0)),
    creditors: creditorsOf(shown, inquiries, serviceInquiries, records, bureau),
  }
  // Alerts are added last, because they compare the rest of the file with the request.
  const kinds = alertsOf(found, request.subject, base, moment)
  const alerts = kinds.map((kind) => alertOf(kind, bureau))
  const file = { ...base, alerts, comments: fileCommentsOf(kinds, bureau, request.subject.ssn) }
  if (!request.scoreWanted) return file
  const unscored = life.story.onFile?.[bureau]?.unscored ?? life.story.unscored
  const [score, ...further] = scoresOf(found, file, request.scoreFamilies, moment).map((each) =>
    unscored === undefined ? each : withoutScore(each, unscored),
  )
  if (score === undefined) return file
  return further.length === 0 ? { ...file, score } : { ...file, score, furtherScores: further }
}

const CLASSIC = ['Classic'] as const

/** Returns the scores of the requested families, all computed from the same file. */
function scoresOf(
  found: FoundLife,
  file: CreditFile,
  families: FileRequest['scoreFamilies'] = CLASSIC,
  moment: Moment,
): FileScore[] {
  const { bureau } = file
  const isTrended = families.some((family) => family !== 'Classic')
  const content = {
    ...file,
    earlierUtilization: isTrended ? earlierUtilization(found, bureau, moment) : [],
  }
  return families.map((family) =>
    family === 'Classic'
      ? scoreOf(file, bureau, moment, found.life.story.scoreShift?.[bureau])
      : newerScoreOf(family, content, moment),
  )
}

/** Returns the utilization of card limits 12 and 24 months ago, as the bureau showed it then. */
function earlierUtilization(found: FoundLife, bureau: BureauName, moment: Moment): number[] {
  return [12, 24].flatMap((months) => {
    const { accounts } = accountsOf(found, bureau, { ...moment, month: moment.month - months })
    const cards = accounts.filter(
      ({ _AccountType, _AccountStatusType }) =>
        _AccountType === 'Revolving' && _AccountStatusType === 'Open',
    )
    const limits = cards.reduce((sum, { _CreditLimitAmount = 0 }) => sum + _CreditLimitAmount, 0)
    const owed = cards.reduce(
      (sum, card) => sum + (card._CreditLimitAmount ? (card._UnpaidBalanceAmount ?? 0) : 0),
      0,
    )
    return limits === 0 ? [] : [owed / limits]
  })
}
