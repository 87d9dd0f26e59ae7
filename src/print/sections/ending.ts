/** The end of the printed report: whom to turn to, what the codes mean, and that nothing follows. */
import type { ReferralValue } from '../../documents/tables/response.ts'
import type { TradeReference } from '../../documents/tables/tradelines.ts'
import { addressLine, bureauCode, joined, present, time } from '../../documents/wording.ts'
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

// biome-ignore format: a table
const COLUMNS: readonly Column[] = [
  { titles: ['Creditor'],         share: 150, align: 'left', lead: true },
  { titles: ['Address'],          share: 200, align: 'left' },
  { titles: ['Contact'],          share: 90,  align: 'left' },
  { titles: ['Subscriber codes'], share: 120, align: 'left' },
]

/** Creditors and inquirers with their addresses; none, no section. */
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

/** The bureaus that consumers can turn to, and what they may ask of them. */
export function referral(report: Report): Section {
  return section('Consumer referral', [
    RIGHTS,
    report.referrals.length === 0
      ? NO_REFERRALS
      : { kind: 'panels', across: 3, panels: report.referrals.map(referralBox) },
  ])
}

const RIGHTS = paragraph(
  'A borrower who finds something wrong in this report can dispute it, free of charge, with the ' +
    'bureau whose file it comes from, and can ask that bureau for a copy of the file.',
  { leads: true },
)
const NO_REFERRALS = paragraph('No bureaus are named for this report.', { tone: 'muted' })

function referralBox(each: ReferralValue): Panel {
  const points = (each.CONTACT_DETAIL.CONTACT_POINT ?? []).map(
    (point) => `${point._Type}: ${point._Value}`,
  )
  const lines = present([addressLine(each), ...points])
  return {
    title: each._Name,
    subtitle: '',
    figure: '',
    tone: 'plain',
    lines: lines.map((text) => ({ text, tone: 'plain' })),
  }
}

const MEANINGS = [
  ['Whose', 'B borrower, C co-borrower, B C both'],
  ['Bureaus', 'EFX Equifax, XPN Experian, TUC TransUnion'],
  ['Payment history', 'one cell a month, the latest first; shaded where late or worse'],
  ['C', 'paid as agreed'],
  ['1 2 3 4', '30, 60, 90, 120 days late'],
  ['5 6', '150, 180 or more days late'],
  ['7', 'bankruptcy or wage earner plan'],
  ['8', 'repossession or foreclosure'],
  ['9', 'collection or charge-off'],
  ['N', 'no activity in the month'],
  ['X', 'no data for the month'],
  ['Rating', '1 as agreed, 2 to 6 late by 30, 60, 90, 120 and more days, 7 to 9 as in the history'],
  ['30 60 90 120', 'months late by as many days within the months reviewed'],
  ['mo', 'months'],
] as const

/** What the codes of the report mean. */
export const LEGEND = section('Legend', [
  { kind: 'facts', columns: 3, facts: MEANINGS.map(([label, value]) => fact(label, value)) },
])

/** Who may use the report, and that it ends here. */
export function ending(report: Report): Section {
  return {
    title: 'End of report',
    titled: false,
    blocks: [
      WHO_MAY_USE_IT,
      paragraph(`End of report ${report.id} · ${time(report.lastUpdatedAt)}`, {
        tone: 'strong',
        align: 'center',
      }),
    ],
  }
}

const WHO_MAY_USE_IT = paragraph(
  'This report was made for the party named as the one it is prepared for, for a permissible ' +
    'purpose under section 604 of the Fair Credit Reporting Act. It may not be passed on ' +
    'except as that act allows. The bureaus answer for the content of their files.',
  { tone: 'muted', size: 'small' },
)
