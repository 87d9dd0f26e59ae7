/**
 * A report until it is revealed for a reason: without names, addresses, employers, dates of birth,
 * account and docket numbers, and without texts of others that could hold any of these.
 */
import type { z } from 'zod'
import { initials } from '../../documents/privacy/describe.ts'
import type { CreditFileValue } from '../../documents/tables/response.ts'
import { HIDDEN } from '../../documents/wording.ts'
import type { OpenedReport } from '../../orders/stored-report.ts'
import type { ReportView } from '../schemas/report-schemas.ts'

type View = z.infer<typeof ReportView>

/** The view of a report with its personal data masked. */
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
    remarks: account.remarks.map(maskedRemark),
  }
}

/** What bureaus remark of accounts is from a list of theirs; a statement is in the borrower's words. */
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
    // The category says what the alert is about; its text can repeat an address or a number.
    alerts: file.alerts.map((alert) => ({ ...alert, text: alert.category ?? HIDDEN })),
    remarks: file.remarks.map(maskedRemark),
    accounts: file.accounts.map(maskedAccount),
  }
}

/** Differences of who the borrower is, and texts of others. */
const ABOUT_THE_PERSON =
  /^(?:newName|newAddress|newEmployment|birthDateChanged|ssnChanged|newAlert|newStatement)$/

type Difference = NonNullable<View['refresh']>['differences'][number]

/** A difference without what it says of the person. */
export function maskedDifference(difference: Difference): Difference {
  const { from, to } = difference
  const shown = { ...difference, account: difference.account && HIDDEN }
  if (!ABOUT_THE_PERSON.test(difference.kind)) return shown
  return { ...shown, what: HIDDEN, ...(from && { from: HIDDEN }), ...(to && { to: HIDDEN }) }
}
