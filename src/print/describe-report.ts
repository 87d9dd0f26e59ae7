/** A report as a page: which sections it has, in which order. */

import { noFileReason } from '../documents/wording.ts'
import { fileOf, type Report } from '../reports/report.ts'

import { emptySection, type Page, paragraph, type Section, section } from './page.ts'
import { alerts } from './sections/alerts.ts'
import { changes } from './sections/changes.ts'
import { accounts, collections } from './sections/credit-accounts.ts'
import { scoreNotice, scores } from './sections/credit-scores.ts'

import { allFigures, summary } from './sections/credit-summary.ts'
import { creditors, ending, LEGEND, referral } from './sections/ending.ts'
import { identity, statements } from './sections/identity.ts'
import { applicants, masthead } from './sections/masthead.ts'
import { inquiries, publicRecords } from './sections/public-records.ts'

/** What stands on every sheet of a report that holds simulated data. */
export const SIMULATED_MARK = 'SIMULATED – NOT A CONSUMER REPORT'

/** Everything that the printed report says. */
export function describeReport(report: Report): Page {
  return {
    title: `${report.title} ${report.id}`,
    language: 'en-US',
    createdAt: report.lastUpdatedAt,
    mark: report.simulated ? SIMULATED_MARK : '',
    foot: [
      `Report ${report.id} · ${report.borrowers.map((each) => each._UnparsedName).join(' and ')}`,
      `Prepared by ${report.respondingParty._Name} · Confidential: for the permissible purpose of the order only`,
    ],
    sections: [
      masthead(report),
      applicants(report),
      ...alerts(report),
      ...(report.refresh === undefined ? contents(report) : [changes(report, report.refresh)]),
      referral(report),
      ...scoreNotice(report),
      ...(report.refresh === undefined ? [LEGEND] : []),
      ending(report),
    ],
  }
}

/** What a report is about, from the scores to the creditors' addresses. */
function contents(report: Report): Section[] {
  return [
    scores(report),
    summary(report),
    ...missingFiles(report),
    ...accounts(report),
    ...(report.mortgagesOnly ? [LEFT_OUT] : tradelinesBesides(report)),
    identity(report),
    ...statements(report),
    ...allFigures(report),
    ...creditors(report),
  ]
}

function tradelinesBesides(report: Report): Section[] {
  return [collections(report), publicRecords(report), inquiries(report)]
}

const LEFT_OUT = emptySection(
  'Other accounts, public records and inquiries',
  'This product shows mortgages only. What else is on file is not part of it.',
)

/** Says before the accounts which files the report has to do without. */
function missingFiles(report: Report): Section[] {
  const missing = report.borrowers.flatMap((borrower) =>
    report.requested.flatMap((bureau) => {
      const file = fileOf(report, borrower.BorrowerID, bureau)
      const reason = file === undefined ? 'no file' : noFileReason(file)
      return reason === '' ? [] : [`${bureau}, ${borrower._UnparsedName}: ${reason}.`]
    }),
  )
  if (missing.length === 0) return []
  const told = 'Accounts, public records and inquiries of these files are not part of this report:'
  return [
    section(
      'Missing files',
      [told, ...missing].map((text) => paragraph(text)),
    ),
  ]
}
