/**
 * The page about the actions: the decision table, and sequences of orders with their documents, which
 * test/orders/plan/worked.test.ts holds to what the service answers.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CODES } from '../src/errors.ts'
import {
  DECIDED_ACTIONS,
  type DecidedAction,
  type Decision,
  isRejection,
  type Rejection,
  SITUATIONS,
} from '../src/orders/plan/decisions.ts'

const COLUMNS: Readonly<Record<DecidedAction, string>> = {
  Submit: 'Submit',
  ForceNew: 'ForceNew',
  Reissue: 'Reissue',
  Upgrade: 'Upgrade',
  Unmerge: 'Unmerge',
  RefreshSubmit: 'Refresh: Submit',
  RefreshReissue: 'Refresh: Reissue',
}

interface Section {
  readonly title: string
  readonly text: string
  /** The names of the documents, and what is to be seen in them. */
  readonly steps: readonly (readonly [name: string, text: string])[]
}

const SECTIONS: readonly Section[] = [
  {
    title: 'Submit',
    text: 'Pulls, merges and charges, unless the account has a live report of the same meaning: the same product and borrowers (number, name, current address), first issued at most 30 days ago, in which every bureau asked for has answered. The lender case is not compared.',
    steps: [
      ['submit', 'Avery Sandford is ordered from two bureaus. The report is new.'],
      [
        'submit-existing',
        'The next day another loan officer orders the same. The answer is the report that is there: its number and dates, no charge, and the new lender case in `RESPOND_TO_PARTY`.',
      ],
    ],
  },
  {
    title: 'ForceNew',
    text: 'Always pulls and charges; later Submits find the newer report.',
    steps: [['force-new', 'The files are wanted as of today.']],
  },
  {
    title: 'Upgrade',
    text: 'Adds bureaus, a borrower, or scores to a mortgage-only report. Only what the report does not hold yet is pulled and charged, so that asking for all bureaus or for the new one alone is the same. The result has a number of its own and the first-issued date of the original; the original stays as it is. The same Upgrade asked again is answered with the earlier result, uncharged. A bureau that fails takes no file away; asked again, the Upgrade goes on where it ended. One that adds no file at all is refused with E001, uncharged.',
    steps: [
      [
        'upgrade-bureau',
        'The third bureau is added. The order names no number: the latest report of the lender case and the borrower is meant, which is that of the first day.',
      ],
      ['individual', 'Rowan Castellane is ordered alone,'],
      [
        'upgrade-borrower',
        'and Juno Castellane comes into the loan: an Upgrade with both makes it a joint report. Only her three files are pulled.',
      ],
    ],
  },
  {
    title: 'Reissue',
    text: 'Gives a report again exactly as it was issued, page included, for a fee and without an inquiry; only the time of the answer, price, request data and lender case are those of the new order, and borrowers come under the identifiers that the order gives them. It does not look at the bureaus asked for, nor at addresses.',
    steps: [
      [
        'reissue-original',
        'The original, by its number, although it was upgraded the day before: two bureaus, the dates of the first day.',
      ],
      [
        'reissue-latest',
        'Without a number the latest report of the lender case is meant, which is the upgraded one.',
      ],
    ],
  },
  {
    title: 'Unmerge',
    text: 'Makes a report of one borrower of a joint report from the files that are kept: a number of its own, the first-issued date of the joint report, a fee, no inquiry. The joint report stays as it is. Only `/credit_report` has it. The same Unmerge asked again is answered with the earlier result, uncharged, and a Submit for the one borrower finds it too. A borrower of whom no bureau had a file is refused with E001.',
    steps: [['unmerge', 'Juno Castellane alone, from the joint report of the case.']],
  },
  {
    title: 'Refresh: Submit',
    text: 'Pulls softly now and compares with a report of any other path, its base, at most 120 days after its first issue. Pulled are the bureaus asked for whose files the base holds; the others are named in `BureausNotCompared`. One borrower of a joint report may be refreshed alone. The number of a refresh means its base. Each Submit is a new refresh. What is compared, and all data sets, are in [refresh-summary.md](refresh-summary.md).',
    steps: [['refresh', 'Seven weeks later, before closing. Zeros are left out here.']],
  },
  {
    title: 'Refresh: Reissue',
    text: 'Gives a refresh again, for a fee: by its number, as the latest refresh of a report by the number of that, or as the latest refresh of lender case and borrowers. Its 30 days count from its own issue.',
    steps: [['refresh-reissue', 'The refresh of the day before.']],
  },
  {
    title: 'Refusals',
    text: 'Nothing is pulled and nothing is charged. All are answered with status 200.',
    steps: [
      ['refused-others', 'A Reissue with the number of a report about somebody else.'],
      [
        'refused-unknown',
        'A Reissue at a path that is not the report’s. A number of nobody and that of another account are answered with the very same bytes.',
      ],
      ['refused-too-old', 'A Reissue on the 31st day.'],
      ['refused-nothing', 'An Upgrade that adds nothing.'],
    ],
  },
]

/** The names of the documents that the page shows. */
export const WORKED_NAMES: readonly string[] = SECTIONS.flatMap(({ steps }) =>
  steps.map(([name]) => name),
)

/** `docs/actions.md`. */
export function actionsPage(): string {
  return `# What each action does

\`CreditReportRequestActionType\` says what is wanted of a report. \`KEY\` \`ReportOrigin\` in the answer says
how it came about: \`new\`, \`existing\`, \`reissued\`, \`upgraded\`, \`unmerged\` or \`refreshed\`.

**Which report is meant.** The one of \`CreditReportIdentifier\` in \`CREDIT_REQUEST_DATA\`. Where that is
missing or empty, as in the interface's own list of fields, the account's latest report of the lender
case and the borrowers; of several, rather one that the action takes than a later one. Submit and
ForceNew look at no number.

**Which borrowers match.** Social security number and name, with case, accents and punctuation aside.
The current address counts for Submit alone.

**Windows.** They count from the first issue, to the millisecond, in UTC: 30 days for Submit, Reissue,
Upgrade and Unmerge (\`report-window-days\`), 120 for the base of a refresh (\`refresh-window-days\`). An
upgraded or unmerged report keeps the first issue of the report that it was made from.

**The same bytes again** within 24 hours (\`retry-window-ms\`), to the same path by the same account, are a
retry, whatever the action: the answer is the stored one, byte for byte, with the header
\`Trimerge-Retry: yes\`, and costs nothing. With \`duplicates: refuse\` it is E103 in its place.
Orders that were refused or failed are not remembered.

**What it costs** is in \`CREDIT_REPORT_PRICE\`: for new files a base, each file and each score delivered;
for an Upgrade its base and what was added; for Reissue and Unmerge a fee; for a report that was there,
nothing. Prices are the account's own; those below are the ones that an account begins with.

## The decision table

Several rows can hold at once. They are read from above: the first that does not give what an action is
for decides. Letters are explained below the table.

| An order and a report of the account | ${Object.values(COLUMNS).join(' | ')} |
|---|${DECIDED_ACTIONS.map(() => '---|').join('')}
${Object.values(SITUATIONS)
  .map(({ says, decisions }) => `| ${says} | ${decisions.map(cell).join(' | ')} |`)
  .join('\n')}

| | Code | Reason | Text |
|---|---|---|---|
${REFUSALS.map(refusalRow).join('\n')}

A number of another account is answered as one of nobody. An order for a path or a bureau that the
account may not use is refused with E051 before any of this is looked at.

## Sequences

Two loans: Avery Sandford's, and that of Rowan and Juno Castellane. The answers are what the service
gives on a clock that begins on 2 March 2026; \`…\` stands for elements that are left out.

${SECTIONS.map(section).join('\n')}`
}

const REFUSALS: readonly Rejection[] = [
  ...new Set(
    Object.values(SITUATIONS).flatMap(({ decisions }) =>
      (decisions as readonly Decision[]).filter(isRejection),
    ),
  ),
]

function letterOf(refusal: Rejection): string {
  return String.fromCharCode('a'.charCodeAt(0) + REFUSALS.indexOf(refusal))
}

function cell(decision: Decision): string {
  if (!isRejection(decision)) return decision
  return `**${CODES[decision.reason].code}** ${letterOf(decision)}`
}

function refusalRow(refusal: Rejection): string {
  const { code, text } = CODES[refusal.reason]
  const days = 'The report was first issued more than 30 days ago'
  const sent = refusal.reason === 'reportTooOld' ? days : (refusal.text ?? text)
  return `| ${letterOf(refusal)} | ${code} | \`${refusal.reason}\` | ${sent} |`
}

function section({ title, text, steps }: Section): string {
  return `### ${title}

${text}

${steps.map(([name, says]) => `${says}\n\n${document(name, 'request')}\n${document(name, 'answer')}`).join('\n')}`
}

function document(name: string, what: 'request' | 'answer'): string {
  const file = join(import.meta.dirname, `../test/orders/plan/worked/${name}.${what}.xml`)
  const text = readFileSync(file, 'utf8').replace(/^<\?xml[^>]*>\n/, '')
  return `\`\`\`xml\n${text}\`\`\`\n`
}
