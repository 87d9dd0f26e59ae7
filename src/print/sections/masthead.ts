/** The head of the printed report: issuer, recipient and applicants. */
import type { BorrowerValue } from '../../documents/tables/response.ts'
import {
  addressLine,
  bureauCodes,
  date,
  maskedNumber,
  nonEmpty,
  time,
  words,
} from '../../documents/wording.ts'
import { borrowerLetters, type Report } from '../../reports/report.ts'
import { type Block, type Fact, fact, paragraph, type Section, section } from '../page.ts'
import { filesOf, isDelivered, numberName } from './identity-verdict.ts'

/** Returns the issuer, the kind of report, and its IDs and dates. */
export function masthead(report: Report): Section {
  const blocks: Block[] = [
    {
      kind: 'columns',
      columns: [
        { share: 3, blocks: issuer(report) },
        { share: 3, blocks: preparedFor(report) },
        { share: 4, blocks: [{ kind: 'facts', columns: 1, facts: identification(report) }] },
      ],
    },
    { kind: 'facts', columns: 3, facts: order(report) },
    ...(report.refresh === undefined ? [ORIGINAL_ORDER_NOTE] : []),
    ...preQualification(report),
  ]
  return {
    title: report.title,
    titled: false,
    blocks: [paragraph(report.title, { size: 'title', tone: 'strong' }), ...blocks],
  }
}

/** Returns a prominent note for soft-pull reports, which do not replace a full report. */
function preQualification({ hard, refresh }: Report): Block[] {
  if (hard || refresh !== undefined) return []
  return [PRE_QUALIFICATION]
}

const PRE_QUALIFICATION: Block = {
  kind: 'panels',
  across: 1,
  panels: [
    {
      title: 'Pre-qualification',
      subtitle: '',
      figure: '',
      tone: 'plain',
      lines: [
        {
          text: 'Soft-pull report for pre-qualification. Not valid for underwriting or AUS submission.',
          tone: 'plain',
        },
      ],
    },
  ],
}

const PREPARED_BY = paragraph('Prepared by', { tone: 'muted', size: 'small' })
const PREPARED_FOR = paragraph('Prepared for', { tone: 'muted', size: 'small' })

function issuer({ respondingParty }: Report): Block[] {
  const contact = respondingParty.CONTACT_DETAIL
  const points = (contact.CONTACT_POINT ?? []).map((point) => `${point._Type}: ${point._Value}`)
  return [
    PREPARED_BY,
    paragraph(respondingParty._Name, { tone: 'strong', size: 'large' }),
    ...nonEmpty([addressLine(respondingParty), contact._Name, ...points]).map((text) =>
      paragraph(text),
    ),
  ]
}

function preparedFor({ respondTo }: Report): Block[] {
  return [
    PREPARED_FOR,
    paragraph(respondTo._Name, { tone: 'strong', size: 'large' }),
    ...nonEmpty([addressLine(respondTo), respondTo.CONTACT_DETAIL._Name]).map((text) =>
      paragraph(text),
    ),
  ]
}

function identification(report: Report): Fact[] {
  return [
    fact('Report', report.id, 'strong'),
    ...madeFrom(report),
    fact('Lender case', report.lenderCase),
    fact('First issued', time(report.firstIssuedAt)),
    fact('Last updated', time(report.lastUpdatedAt)),
    fact('Requested', bureauCodes(report.requested)),
    fact('Delivered', deliveredText(report), 'strong'),
  ].filter(({ value }) => value !== '')
}

/**
 * Returns the bureaus that delivered a file, and the borrowers for whom one of them did not: on a
 * joint report, a bureau counts as delivered with the file of either.
 */
function deliveredText(report: Report): string {
  const { delivered, borrowers } = report
  const lacking = borrowers.flatMap((borrower) => {
    const missing = filesOf(report, borrower).flatMap(([bureau, file]) =>
      delivered.includes(bureau) && !isDelivered(file) ? [bureau] : [],
    )
    const letters = borrowerLetters(report, borrower.BorrowerID)
    return missing.length === 0 ? [] : [`${letters} without ${bureauCodes(missing)}`]
  })
  return [bureauCodes(delivered) || 'none', ...lacking].join('; ')
}

function order(report: Report): Fact[] {
  const type = report.reportType === 'Other' ? report.reportTypeOther : report.reportType
  return [
    fact('Transaction', report.responseId),
    fact('Account', report.account),
    fact('Requested by', report.requestedBy),
    fact('Report type', words(type) || type),
    fact('Merge type', words(report.mergeType)),
    fact('Inquiry', inquiryOf(report)),
  ].filter(({ value }) => value !== '')
}

/** Returns the kind of inquiry. Only pulls leave inquiries, so an unmerged report leaves none. */
function inquiryOf({ hard, madeFrom: base }: Report): string {
  if (base?.how === 'unmerged') return 'None: made from stored files'
  const kind = hard ? 'Hard inquiry' : 'Soft inquiry'
  return base?.how === 'upgraded' ? `${kind} for added files` : kind
}

/**
 * The note that the printed page shows the original order. The page is rendered only once, for the
 * order that first made the report.
 */
const ORIGINAL_ORDER_NOTE = paragraph(
  'Lender case, lender and dates are those of the order that this report was first made for. A reissue, ' +
    'or a later order for the same borrowers, returns this page unchanged; the response states its price and loan.',
  { tone: 'muted', size: 'small' },
)

function madeFrom({ madeFrom: base }: Report): Fact[] {
  if (base === undefined) return []
  return [fact(base.how === 'unmerged' ? 'Unmerged from' : 'Upgrade of', base.reportId)]
}

/** Returns the borrowers side by side, as the order names them. */
export function applicants(report: Report): Section {
  return section('Applicants', [
    {
      kind: 'columns',
      columns: report.borrowers.map((borrower) => ({
        share: 1,
        blocks: [{ kind: 'facts', columns: 1, facts: applicant(report, borrower) }],
      })),
    },
  ])
}

function applicant(report: Report, borrower: BorrowerValue): Fact[] {
  const residence = borrower._RESIDENCE
  const role = borrower._PrintPositionType === 'CoBorrower' ? 'Co-borrower (C)' : 'Borrower (B)'
  return [
    fact(role, borrower._UnparsedName, 'strong'),
    fact(numberName(report, borrower.BorrowerID), maskedNumber(borrower._SSN)),
    ...(borrower._BirthDate ? [fact('DOB', date(borrower._BirthDate))] : []),
    fact('Marital status', words(borrower.MaritalStatusType)),
    fact('Current address', addressLine(residence)),
  ]
}
