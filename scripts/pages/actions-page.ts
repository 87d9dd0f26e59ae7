/**
 * The page about the actions: the decision table, and sequences of orders with their documents.
 * test/orders/plan/worked-documents.test.ts checks the documents against the service.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CODES } from '../../src/errors.ts'
import { PRODUCTS, type Product } from '../../src/orders/intake/products.ts'
import {
  DECIDED_ACTIONS,
  type DecidedAction,
  type Decision,
  isRejection,
  type Rejection,
  SITUATIONS,
} from '../../src/orders/plan/decisions.ts'

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
  /** The names of the documents, with explanations. */
  readonly steps: readonly (readonly [name: string, text: string])[]
}

const SECTIONS: readonly Section[] = [
  {
    title: 'Submit',
    text: 'Pulls new files, merges them and charges for them, unless the account already has a matching report. Then Submit returns that report. A report matches if it has the same product and borrowers (social security number, name, current address, and the birth date where both orders give one), was first issued at most 30 days ago, and has a response from every requested bureau. A bureau that failed, or that rejected the access code of this service, gave no response. The lender case is not compared.',
    steps: [
      [
        'submit',
        'This order requests the files of Avery Sandford from two bureaus. The report is new.',
      ],
      [
        'submit-existing',
        'The next day, another loan officer places the same order. The response is the existing report: its ID and dates, no charge, and the new lender case in `RESPOND_TO_PARTY`.',
      ],
    ],
  },
  {
    title: 'ForceNew',
    text: 'Always pulls and charges new files. Later Submits find the newer report.',
    steps: [['force-new', 'The lender needs up-to-date files.']],
  },
  {
    title: 'Upgrade',
    text: 'Adds bureaus, a borrower, or scores (to a mortgage-only report). Only the missing files are pulled and charged, so it makes no difference whether you request all bureaus or only the new one. The result has its own ID and the first-issued date of the original. The original is not changed. A repeated Upgrade returns the earlier result without a charge. If a bureau fails, the report keeps the files that it has; send the Upgrade again to complete it. After the consumer has lifted a freeze, an Upgrade asks that bureau again. An Upgrade that adds no file is rejected with E001 and costs nothing.',
    steps: [
      [
        'upgrade-bureau',
        'This order adds the third bureau. It names no report ID, so it means the latest report of the lender case and the borrower, which is the one of the first day.',
      ],
      ['individual', 'The lender first orders the report of Rowan Castellane.'],
      [
        'upgrade-borrower',
        'Then Juno Castellane joins the loan. An Upgrade with both borrowers makes a joint report. Only her three files are pulled.',
      ],
    ],
  },
  {
    title: 'Reissue',
    text: 'Returns a report again exactly as it was issued, including the printed page, for a fee and without an inquiry. Only the response time, price, request data, lender case and borrower IDs are those of the new order. Reissue ignores the requested bureaus and the addresses.',
    steps: [
      [
        'reissue-original',
        'The order names the original by its ID. It returns the original, although it was upgraded the day before: two bureaus, the dates of the first day.',
      ],
      [
        'reissue-latest',
        'Without an ID, the order means the latest report of the lender case, which is the upgraded one.',
      ],
    ],
  },
  {
    title: 'Unmerge',
    text: 'Makes a report of one borrower from the stored files of a joint report. It has its own ID and the first-issued date of the joint report, and costs a fee, without an inquiry. The joint report is not changed. Unmerge exists only at `/credit_report`. A repeated Unmerge returns the earlier result without a charge, and a Submit for that borrower finds it too. If no bureau had a file of the borrower, the order is rejected with E001.',
    steps: [
      [
        'unmerge',
        'This order makes a report of Juno Castellane from the joint report of the case.',
      ],
    ],
  },
  {
    title: 'Refresh: Submit',
    text: 'Pulls files by soft inquiry, and compares them with an earlier report of another path (the base), at most 120 days after its first issue. It pulls the requested bureaus whose files the base has, and names the others in `BureausNotCompared`. You can also refresh a single borrower of a joint report. The ID of a refresh selects its base. Each Submit is a new refresh. [refresh-summary.md](refresh-summary.md) describes the comparison and all data sets.',
    steps: [
      [
        'refresh',
        'The lender orders a refresh seven weeks later, before closing. The example omits data sets with the value zero.',
      ],
    ],
  },
  {
    title: 'Refresh: Reissue',
    text: 'Returns a refresh again, for a fee. The order names the ID of the refresh, or the ID of the base to get its latest refresh, or no ID to get the latest refresh of the lender case and borrowers. The window of 30 days starts when the refresh was issued.',
    steps: [['refresh-reissue', 'The order returns the refresh of the day before.']],
  },
  {
    title: 'Rejected orders',
    text: 'A rejected order pulls and charges nothing. Its status is 200.',
    steps: [
      ['refused-others', 'A Reissue with the ID of a report about another borrower.'],
      [
        'refused-unknown',
        'A Reissue at a path that is not the path of the report. An unknown ID, and the ID of a report of another account, give exactly the same response.',
      ],
      ['refused-too-old', 'A Reissue on the 31st day.'],
      ['refused-nothing', 'An Upgrade that adds nothing.'],
    ],
  },
]

/** The names of the documents on the page. */
export const EXAMPLE_NAMES: readonly string[] = SECTIONS.flatMap(({ steps }) =>
  steps.map(([name]) => name),
)

/** Returns the text of `docs/actions.md`. */
export function actionsPage(): string {
  return `# Actions

The attribute \`CreditReportRequestActionType\` of an order selects the action. The \`KEY\` \`ReportOrigin\` in
the response says how the report was made: \`new\`, \`existing\`, \`reissued\`, \`upgraded\`, \`unmerged\` or
\`refreshed\`.

**Finding the report.** \`CreditReportIdentifier\` in \`CREDIT_REQUEST_DATA\` names the report. If it is
missing or empty (the interface's own list of fields leaves it out), the order means the account's latest report
of the lender case and the borrowers. A report that was returned under several lender cases is found by
each of them. The report ID and the lender case are case-sensitive; blanks around them are ignored. A report that fits
the action is preferred to a later report, and a report of all borrowers to one that lacks a borrower. Submit and
ForceNew ignore the ID.

**Matching borrowers.** The social security number and the full name must match, with middle name and suffix.
Case, accents and punctuation are ignored. Only Submit compares the current address, word by word: with \`Road\`
instead of \`Rd\`, it is another address and a new report. A ZIP code and the same with four more digits are equal.

**Windows.** A window starts at the first issue of the report, to the millisecond, in UTC. It is 30 days
for Submit, Reissue, Upgrade and Unmerge (\`report-window-days\`), and 120 days for the base of a refresh
(\`refresh-window-days\`). An upgraded or unmerged report keeps the first issue of the report that it was
made from.

**Retries.** The same bytes from the same account at the same path within 24 hours (\`retry-window-ms\`)
are a retry, for every action. The service returns the stored response, byte for byte, with the header
\`Trimerge-Retry: yes\`, without a charge. With \`duplicates: refuse\`, it returns E103 instead. Rejected and
failed orders are not remembered.

**Prices.** The price is in \`CREDIT_REPORT_PRICE\`. A new report costs a base price and a price for each
delivered file and score. An Upgrade costs its base price and the added files and scores. Reissue and
Unmerge cost a fee. An existing report is free. Each account has its own prices; the examples use the
prices of a new account.

## Products

The path and three attributes of \`CREDIT_REQUEST_DATA\` select the product. The parameter \`product\` of
[ready-to-send orders](sandbox-api.md#calls) and lists use the names in the first column.

| Product | Path | \`CreditReportType\` | \`CreditReportTypeOtherDescription\` | \`CreditReportProductDescription\` | Inquiry | Scores |
|---|---|---|---|---|---|---|
${Object.entries(PRODUCTS).map(productRow).join('\n')}

A refresh may have any \`CreditReportType\` but \`Error\`.

## Decision table

Several rows can apply to an order. Rules are evaluated top to bottom; the first one that rejects the
action, or changes its usual result, wins. The letters are explained below the table.

| An order and a report of the account | ${Object.values(COLUMNS).join(' | ')} |
|---|${DECIDED_ACTIONS.map(() => '---|').join('')}
${Object.values(SITUATIONS)
  .map(({ text, decisions }) => `| ${text} | ${decisions.map(cell).join(' | ')} |`)
  .join('\n')}

| | Code | Reason | Text |
|---|---|---|---|
${REJECTIONS.map(rejectionRow).join('\n')}

Another account's report IDs return "not found". An order for a path or a bureau that the account may
not use is rejected with E051 before these rules are evaluated.

## Sequences

The examples follow two loans: one of Avery Sandford, and one of Rowan and Juno Castellane. The responses
are those of the service with a clock that starts on 2 March 2026; \`…\` replaces elements that are left
out.

${SECTIONS.map(section).join('\n')}`
}

function productRow([name, product]: readonly [string, Product]): string {
  const { operation, type, typeOther, description = '', hard, scores } = product
  const code = (text: string) => (text === '' ? '' : `\`${text}\``)
  const selecting = [`/${operation}`, type, typeOther, description].map(code)
  return `| ${[code(name), ...selecting, hard ? 'hard' : 'soft', scores ? 'yes' : 'no'].join(' | ')} |`
}

const REJECTIONS: readonly Rejection[] = [
  ...new Set(
    Object.values(SITUATIONS).flatMap(({ decisions }) =>
      (decisions as readonly Decision[]).filter(isRejection),
    ),
  ),
]

function letterOf(rejection: Rejection): string {
  return String.fromCharCode('a'.charCodeAt(0) + REJECTIONS.indexOf(rejection))
}

function cell(decision: Decision): string {
  if (!isRejection(decision)) return decision
  return `**${CODES[decision.reason].code}** ${letterOf(decision)}`
}

function rejectionRow(rejection: Rejection): string {
  const { code, text } = CODES[rejection.reason]
  const days = 'The report was first issued more than 30 days ago'
  const sent = rejection.reason === 'reportTooOld' ? days : (rejection.text ?? text)
  return `| ${letterOf(rejection)} | ${code} | \`${rejection.reason}\` | ${sent} |`
}

function section({ title, text, steps }: Section): string {
  return `### ${title}

${text}

${steps.map(([name, says]) => `${says}\n\n${document(name, 'request')}\n${document(name, 'answer')}`).join('\n')}`
}

function document(name: string, what: 'request' | 'answer'): string {
  const file = join(import.meta.dirname, `../../test/orders/plan/worked/${what}s/${name}.xml`)
  const text = readFileSync(file, 'utf8').replace(/^<\?xml[^>]*>\n/, '')
  return `\`\`\`xml\n${text}\`\`\`\n`
}
