/**
 * Masks a report until it is revealed for a reason: names, addresses, employers, dates of birth,
 * account and docket numbers, and free texts that could contain any of these.
 */
import type { z } from 'zod'
import { initials } from '../../documents/privacy/describe.ts'
import type { CreditFileValue } from '../../documents/tables/response.ts'
import { HIDDEN } from '../../documents/wording.ts'
import type { OpenedReport } from '../../orders/stored-report.ts'
import { FIRST_DELINQUENCY } from '../../print/sections/account-facts.ts'
import type { ReportView } from '../schemas/report-schemas.ts'

type View = z.infer<typeof ReportView>

/** Returns the view of a report with masked personal data. */
export function maskedReport(report: View, { content: { report: source } }: OpenedReport): View {
  return {
    ...report,
    clear: false,
    borrowers: report.borrowers.map(({ birthDate: _, ...borrower }, index) => ({
      ...borrower,
      name: initials(source.borrowers[index] ?? {}),
      address: hidden(borrower.address),
    })),
    accounts: report.accounts.map(maskedAccount),
    publicRecords: report.publicRecords.map((record) => ({
      ...record,
      docket: record.docket && HIDDEN,
      plaintiff: record.plaintiff && HIDDEN,
      remarks: record.remarks.map(maskedRemark),
    })),
    files: report.files.map((file, index) => maskedFile(file, source.files[index]?._BORROWER)),
    remarks: report.remarks.map(maskedRemark),
    refresh: report.refresh && {
      ...report.refresh,
      differences: report.refresh.differences.map(maskedDifference),
    },
  }
}

function hidden(text: string): string {
  return text === '' ? '' : HIDDEN
}

type Account = View['accounts'][number]

function maskedAccount(account: Account): Account {
  return {
    ...account,
    number: account.number && HIDDEN,
    collateral: account.collateral && HIDDEN,
    ...(account.facts && { facts: account.facts.map(maskedFact) }),
    remarks: account.remarks.map(maskedRemark),
  }
}

/** Masks the date of first delinquency if a vendor sent another text as this date. */
function maskedFact({ name, value }: Fact): Fact {
  const isText = name === FIRST_DELINQUENCY && !/^[\d/]+$/.test(value)
  return { name, value: isText ? HIDDEN : value }
}

type Fact = NonNullable<Account['facts']>[number]

/**
 * Masks a remark unless it is a bureau's remark, which comes from a fixed list. A statement is in
 * the borrower's own words.
 */
function maskedRemark(remark: View['remarks'][number]): View['remarks'][number] {
  return remark.type === 'BureauRemarks' ? remark : { ...remark, text: hidden(remark.text) }
}

function maskedFile(
  file: View['files'][number],
  person: CreditFileValue['_BORROWER'] | undefined,
): View['files'][number] {
  const { birthDate: _, ...rest } = file
  return {
    ...rest,
    name: initials(person ?? {}),
    aliases: (person?._ALIAS ?? []).map(initials),
    addresses: file.addresses.map(({ reported }) => ({ address: HIDDEN, reported })),
    employment: hidden(file.employment),
    // The category states the subject of the alert. The text could repeat an address or a number.
    alerts: file.alerts.map((alert) => ({ ...alert, text: alert.category ?? HIDDEN })),
    remarks: file.remarks.map(maskedRemark),
    accounts: file.accounts.map(maskedAccount),
  }
}

/** Types of differences that concern the borrower's identity, or that contain free text. */
const ABOUT_THE_PERSON =
  /^(?:newName|newAddress|newEmployment|birthDateChanged|ssnChanged|newAlert|newStatement)$/

type Difference = NonNullable<View['refresh']>['differences'][number]

/** Returns a difference without personal data. */
export function maskedDifference(difference: Difference): Difference {
  const { from, to } = difference
  const shown = { ...difference, account: difference.account && HIDDEN }
  if (!ABOUT_THE_PERSON.test(difference.kind)) return shown
  return { ...shown, what: HIDDEN, ...(from && { from: HIDDEN }), ...(to && { to: HIDDEN }) }
}
