/**
 * A report until it is revealed for a reason: without names, addresses, employers, dates of birth,
 * account and docket numbers, and without texts of others that could hold any of these.
 */
import type { z } from 'zod'
import { masked } from '../../documents/privacy/describe.ts'
import { HIDDEN } from '../../documents/wording.ts'
import type { ReportView } from '../schemas/report-schemas.ts'

type View = z.infer<typeof ReportView>

/** The report with its personal data masked. */
export function maskedReport(report: View): View {
  return {
    ...report,
    clear: false,
    borrowers: report.borrowers.map(({ birthDate: _, ...borrower }) => ({
      ...borrower,
      name: maskedName(borrower.name),
      address: hidden(borrower.address),
    })),
    accounts: report.accounts.map(maskedAccount),
    publicRecords: report.publicRecords.map((record) => ({
      ...record,
      docket: record.docket && HIDDEN,
      plaintiff: record.plaintiff && HIDDEN,
      remarks: record.remarks.map(maskedRemark),
    })),
    files: report.files.map(maskedFile),
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

/** The initials of a name, as lists have them. */
function maskedName(name: string): string {
  return name
    .split(/\s+/)
    .map((part) => (part === '' ? '' : masked('_UnparsedName', part)))
    .join(' ')
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

function maskedFile(file: View['files'][number]): View['files'][number] {
  const { birthDate: _, ...rest } = file
  return {
    ...rest,
    name: maskedName(file.name),
    aliases: file.aliases.map(maskedName),
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
