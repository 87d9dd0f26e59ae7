/**
 * Describes a report as a page: the sections and their order. This file and `sections` decide what
 * is printed; the renderers decide only how it looks.
 */
import { noFileReason } from '../documents/wording.ts'
import { maskNumbers } from '../reports/hidden-numbers.ts'
import { fileOf, type Report } from '../reports/report.ts'
import { emptySection, type Page, paragraph, type Section, section } from './page.ts'
import { changes } from './sections/changes.ts'
import { accounts, collections } from './sections/credit-accounts.ts'
import { scoreDisclosure, scores } from './sections/credit-scores.ts'
import { accountsByType, allFigures, summary } from './sections/credit-summary.ts'
import { creditors, ending, LEGEND, REFRESH_LEGEND, referral } from './sections/ending.ts'
import { alerts, identity, statements } from './sections/identity.ts'
import { identityVerdict } from './sections/identity-verdict.ts'
import { majorItems } from './sections/major-items.ts'
import { applicants, masthead } from './sections/masthead.ts'
import { inquiries, publicRecords } from './sections/public-records.ts'

/**
 * The mark on every page of a report with simulated data. A printed report can be forwarded, so the
 * mark is on every sheet.
 */
export const SIMULATED_MARK = 'SIMULATED – NOT A CONSUMER REPORT'

/**
 * Returns the content of the printed report. `scoreNotice` is the full notice to home loan
 * applicants; without it, a summary is printed.
 */
export function describeReport(whole: Report, scoreNotice = ''): Page {
  const report = maskNumbers(whole)
  return {
    title: `${report.title} ${report.id}`,
    language: 'en-US',
    createdAt: report.lastUpdatedAt,
    mark: report.simulated ? SIMULATED_MARK : '',
    foot: [
      `Report ${report.id} · ${report.borrowers.map((each) => each._UnparsedName).join(' and ')}`,
      `Prepared by ${report.respondingParty._Name} · Confidential: only for the permissible purpose of the order`,
    ],
    sections: [
      masthead(report),
      applicants(report),
      // A refresh prints the differences instead of the report.
      ...(report.refresh === undefined
        ? contents(report)
        : [...alerts(report), changes(report, report.refresh)]),
      referral(report),
      ...scoreDisclosure(report, scoreNotice),
      report.refresh === undefined ? LEGEND : REFRESH_LEGEND,
      ending(report),
    ],
  }
}

/** Returns the body of a report, from the summary to the creditors' addresses. */
function contents(report: Report): Section[] {
  return [
    summary(report),
    majorItems(report),
    scores(report),
    accountsByType(report),
    ...alerts(report),
    ...missingFiles(report),
    ...accounts(report),
    ...(report.mortgagesOnly ? [OMITTED_SECTIONS] : otherSections(report)),
    identityVerdict(report),
    identity(report),
    ...statements(report),
    ...allFigures(report),
    ...creditors(report),
  ]
}

function otherSections(report: Report): Section[] {
  return [collections(report), publicRecords(report), inquiries(report)]
}

/** Takes the place of the omitted sections, because readers of other reports expect them. */
const OMITTED_SECTIONS = emptySection(
  'Other accounts, public records and inquiries',
  'Non-mortgage accounts, inquiries and public records are not included.',
)

/** Lists the missing files. The section precedes the accounts. */
function missingFiles(report: Report): Section[] {
  const missing = report.borrowers.flatMap((borrower) =>
    report.requested.flatMap((bureau) => {
      const file = fileOf(report, borrower.BorrowerID, bureau)
      const reason = file === undefined ? 'no file' : noFileReason(file)
      return reason === '' ? [] : [`${bureau}, ${borrower._UnparsedName}: ${reason}.`]
    }),
  )
  if (missing.length === 0) return []
  return [section('Missing files', [NOT_INCLUDED, ...missing.map((text) => paragraph(text))])]
}

const NOT_INCLUDED = paragraph(
  'Accounts, public records and inquiries from these files are not included in this report:',
  { leads: true },
)
