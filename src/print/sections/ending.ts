/** The end of the printed report: consumer referral, legend and closing line. */
import type { ReferralValue } from '../../documents/tables/response.ts'
import type { TradeReference } from '../../documents/tables/tradelines.ts'
import { addressLine, bureauCode, joined, nonEmpty, time } from '../../documents/wording.ts'
import type { Report } from '../../reports/report.ts'
import {
  type Column,
  cell,
  fact,
  type Panel,
  paragraph,
  type Row,
  row,
  type Section,
  section,
} from '../page.ts'
import { PAYMENT_CODES } from './payment-history.ts'

// biome-ignore format: a table
const COLUMNS: readonly Column[] = [
  { titles: ['Creditor'],         share: 150, align: 'left', lead: true },
  { titles: ['Address'],          share: 200, align: 'left' },
  { titles: ['Contact'],          share: 90,  align: 'left' },
  { titles: ['Subscriber codes'], share: 120, align: 'left' },
]

/** Returns the addresses of the creditors and inquirers; no section if there are none. */
export function creditors(report: Report): Section[] {
  if (report.tradeReferences.length === 0) return []
  const rows = report.tradeReferences.map(creditorRow)
  return [section('Creditor directory', [{ kind: 'table', columns: COLUMNS, rows }])]
}

function creditorRow(creditor: TradeReference): Row {
  let points = ''
  for (const { _Value } of creditor.CONTACT_DETAIL?.CONTACT_POINT ?? []) {
    points = joined(points, ', ', _Value)
  }
  let codes = ''
  for (const { _SourceType, _SubscriberCode } of creditor.CREDIT_REPOSITORY ?? []) {
    codes = joined(codes, ', ', joined(bureauCode(_SourceType), ' ', _SubscriberCode))
  }
  return row([cell(creditor._Name), cell(addressLine(creditor)), cell(points), cell(codes)])
}

/** Returns the addresses of the bureaus, and the rights of consumers. */
export function referral(report: Report): Section {
  return section('Consumer referral', [
    RIGHTS_NOTE,
    report.referrals.length === 0
      ? NO_REFERRALS
      : { kind: 'panels', across: 3, panels: report.referrals.map(referralPanel) },
  ])
}

const RIGHTS_NOTE = paragraph(
  'If information in this report is wrong, the borrower can dispute it free of charge with the bureau that ' +
    'reported it. The borrower can also request a copy of the file from that bureau.',
  { leads: true },
)
const NO_REFERRALS = paragraph('This report names no bureaus.', { tone: 'muted' })

function referralPanel(each: ReferralValue): Panel {
  const points = (each.CONTACT_DETAIL.CONTACT_POINT ?? []).map(
    (point) => `${point._Type}: ${point._Value}`,
  )
  const lines = nonEmpty([addressLine(each), ...points])
  return {
    title: each._Name,
    subtitle: '',
    figure: '',
    tone: 'plain',
    lines: lines.map((text) => ({ text, tone: 'plain' })),
  }
}

const APPLICANT_CODES = ['Applicant', 'B borrower, C co-borrower, B C both'] as const
const BUREAU_CODES = ['Bureaus', 'EFX Equifax, XPN Experian, TUC TransUnion'] as const

const MEANINGS = [
  APPLICANT_CODES,
  [
    'ECOA',
    'responsibility for the account: I individual, J joint, S shared, A authorized user, C co-maker, M maker, B on behalf of another, T terminated, U undesignated, X deceased',
  ],
  ['(Limit)', 'limit of a closed account, not in any total'],
  [
    'Derogatory',
    '90 or more days late, charge-off, collection, repossession, foreclosure or bankruptcy',
  ],
  BUREAU_CODES,
  [
    'Payment history',
    'one cell per month, newest first, 24 months; all months of mortgages; shaded if late or worse',
  ],
  ...meaningsOf('C'),
  ['1 2 3 4', '30, 60, 90, 120 days late'],
  ['5 6', '150, 180 or more days late'],
  ...meaningsOf('7', '8', '9', 'N', 'X'),
  [
    'Rating',
    '1 as agreed, 2 to 6 late by 30, 60, 90, 120, 150 or more days, 7 to 9 as in the history, 0 or U not rated',
  ],
  ['MIN436', 'among the terms: a minimum monthly payment of $436'],
  ['30/60/90+', 'number of times 30, 60, 90 or more days late, also before the months reviewed'],
] as const satisfies readonly (readonly [label: string, meaning: string])[]

function meaningsOf(...codes: readonly string[]): readonly (readonly [string, string])[] {
  return codes.map((code) => [code, PAYMENT_CODES[code] ?? ''])
}

/** The meanings of the codes in a report. */
export const LEGEND = legendOf(MEANINGS)

/** The meanings of the codes in a refresh, which lists no accounts with their payments. */
export const REFRESH_LEGEND = legendOf([APPLICANT_CODES, BUREAU_CODES])

function legendOf(meanings: readonly (readonly [label: string, meaning: string])[]): Section {
  const facts = meanings.map(([label, meaning]) => fact(label, meaning))
  return section('Legend', [{ kind: 'facts', columns: 3, facts }])
}

/** Returns the permitted use and the closing line. */
export function ending(report: Report): Section {
  return {
    title: 'End of report',
    titled: false,
    blocks: [
      USE_NOTE,
      paragraph(`End of report ${report.id} · ${time(report.lastUpdatedAt)}`, {
        tone: 'strong',
        align: 'center',
      }),
    ],
  }
}

const USE_NOTE = paragraph(
  'This report was prepared for the party named above, for a permissible purpose under section 604 of the ' +
    'Fair Credit Reporting Act. Do not pass it on except as that act permits. The bureaus are responsible ' +
    'for the content of their files.',
  { tone: 'muted', size: 'small' },
)
