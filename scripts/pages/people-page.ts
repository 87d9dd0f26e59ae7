/**
 * The person file as JSON Schema and as a page, `docs/people.md`, both from the same table of
 * shapes.
 */
import { z } from 'zod'
import { PersonFile } from '../../src/bureaus/simulator/people/person-file.ts'
import { ACCOUNT_KINDS } from '../../src/bureaus/simulator/tables/account-kinds.ts'
import {
  RECORD_TYPES,
  type RecordType,
} from '../../src/bureaus/simulator/tables/public-record-types.ts'

/** The part of JSON Schema that the schema of the file uses. */
interface Node {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Node[]
  readonly items?: Node
  readonly description?: string
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Node | boolean
  readonly minimum?: number
  readonly maximum?: number
  /** Whether null is also allowed. Not JSON Schema, but used for this page only. */
  readonly isNullable?: true
}

/** Returns the schema of a person file, against which editors can validate. */
export function personSchema(): string {
  const schema = z.toJSONSchema(PersonFile, { io: 'input' })
  return `${JSON.stringify({ title: 'Custom test person', ...schema }, undefined, 2)}\n`
}

const INTRODUCTION = `# Custom test people

Besides the [personas](personas.md), you can define your own test borrowers as data. A file in YAML or
JSON gives the identity and the credit history, or only a wanted outcome. Orders find the person by
social security number and last name, and the report states what the file states.

\`\`\`yaml
name: { first: Casey, last: Whitlock }
ssn: 930-21-4471
accounts:
  - { id: home, kind: conventionalMortgage, opened: 26 months ago, amount: 285000, lates: [{ month: 5 months ago, days: 30 }] }
  - { id: card, kind: creditCard, opened: 9 years ago, limit: 12000, balance: 3180 }
collections:
  - { opened: 20 months ago, amount: 412, bureaus: [Experian] }
bureaus:
  TransUnion: { frozen: true }
\`\`\`

There are three ways to add a person:

- Over HTTP: \`PUT /sandbox/people/casey\` with the file as JSON ([sandbox-api.md](sandbox-api.md)).
- In a test: \`await sandbox.people.put('casey', file)\` ([sandbox.md](sandbox.md)).
- On the command line: \`trimerge people put casey FILE\`. \`trimerge people check FILE\` only checks it.

A file that contradicts itself is rejected, and the response lists every path with its rule. For example, a payment cannot be 90 days
late in the month after it was paid, and a paid medical collection is not reported. Facts that are too old to be
reported, such as a charge-off from eight years ago, are rejected too. Numbers must be in an
area that is never issued, and must not be those of a persona. Names and addresses must follow the rules for orders:
Latin letters, and a state code that orders accept.

## Time

The file describes the person as of the month in which you put it. After that, the person's history continues: loans are paid off, balances
change, and new accounts are opened (\`goesOnAs\`), so a refresh finds changes. Bureaus report a month on the first day of
the next one.

Write months as \`2024-05\`, or relative to the moment when you put the file: \`41 months ago\`, \`3 years ago\`, \`last month\`,
\`this month\`, \`in 2 months\`. Files that use only relative months do not age. Future events happen when the
sandbox clock reaches them.

## Wanted outcomes

Instead of accounts, collections, public records and inquiries, a file can give only what the report should
state. The service finds a plausible credit history that results in the scores.

\`\`\`yaml
outcome:
  middleScore: 641
  lates: [{ on: mortgage, within: 12, days30: 1 }]
  bankruptcy: { chapter: 7, year: 2023 }
\`\`\`

- Derogatory facts that the outcome does not name do not appear in the report.
- Without a wanted score, the rest of the history is that of an ordinary person.
- Late payments that lead to a charge-off, repossession, foreclosure or bankruptcy belong to it and not to \`lates\`.
- The same ID and outcome give the same history.
- An outcome that is not possible is rejected with the reason, such as the range of scores that the other
  facts allow. The models of the bureaus can differ by up to 30 points from the scorecard, as they do for
  generated people ([simulator.md](simulator.md)).

In the response of \`GET /sandbox/people/{id}\`, \`resolved\` is the history that the service found.

## A stored report as a file

\`GET /sandbox/reports/{number}/person\` and \`trimerge people from-report NUMBER\` make a file from a stored
report. The file contains kinds of accounts, relative months, amounts and payment histories, which are those
of the merged accounts: differences between bureaus are not in the file. Names, numbers,
addresses, employers and the names of companies are left out and invented again. \`notes\` lists what the file
cannot express.

## Bankruptcies

A bankruptcy includes the cards, unsecured loans and collections that were open when it was filed. Accounts
opened later are not affected, and neither are mortgages, vehicle loans and student loans. What is owed after
an earlier charge-off is cleared when the case ends.

## Differences between bureaus

The \`differences\` of an account state what one bureau reports differently: figures, late payments, dates, end, number,
lender or kind. \`null\` removes a value: with \`ended: null\` the account is still open at the bureau, and with
\`limit: null\` the bureau has no limit on file. Use \`lastReported\` for a bureau whose information is out of date.

\`\`\`yaml
accounts:
  - id: card
    kind: creditCard
    opened: 6 years ago
    limit: 5000
    ended: { month: 8 months ago, how: ClosedByConsumer }
    differences:
      TransUnion: { ended: null, balance: 410 }
      Equifax: { ended: null, lastReported: 10 months ago, balance: 900, history: 1CC }
\`\`\`

Whether the report shows one line or several depends on the differences: accounts with different numbers, or opened more than
a month apart, are not merged.

## Public records

\`publicRecords\` are judgments, lawsuits, liens and the other types below. Bankruptcies have a list of their own, because they
change accounts. The bureaus' own files have had no judgments since 2017 and no tax liens since 2018, but
reports that include records from other sources do, so a client must be able to read them.

\`\`\`yaml
publicRecords:
  - { type: Judgment, filed: 3 years ago, amount: 2350, plaintiff: Quarry Supply }
  - type: TaxLienFederal
    filed: 4 years ago
    amount: 8100
    differences:
      Equifax: { disposed: 2 months ago, disposition: Released }
\`\`\`

A record is shown for seven years from the filing, and a tax lien until seven years after it was paid. Records that were
dismissed, vacated or withdrawn are not derogatory and do not lower the score.

## Reference

The JSON Schema is [schema/person.json](../schema/person.json).

| Path | Value | Description |
|---|---|---|
`

/** Returns the text of `docs/people.md`. */
export function personPage(): string {
  const rows = rowsOf(z.toJSONSchema(PersonFile, { io: 'input' }) as Node, '')
  const kinds = Object.entries(ACCOUNT_KINDS).filter(([, { form }]) => form !== 'collected')
  const records = Object.entries<RecordType>(RECORD_TYPES)
  return [
    INTRODUCTION + rows.join('\n'),
    '',
    '## Types of public records',
    '',
    '| Type | While open | Ends |',
    '|---|---|---|',
    ...records.map(([type, { open, ends }]) => `| \`${type}\` | ${open} | ${ends.join(', ')} |`),
    '',
    '## Kinds of accounts',
    '',
    '| Kind | `CreditLoanType` |',
    '|---|---|',
    ...kinds.map(([name, { loan }]) => `| \`${name}\` | \`${loan}\` |`),
    '',
  ].join('\n')
}

function rowsOf(node: Node, path: string): string[] {
  if (node.properties !== undefined) {
    return Object.entries(node.properties).flatMap(([name, child]) => {
      const own = path === '' ? name : `${path}.${name}`
      const isNeeded = node.required?.includes(name) === true
      return rowOf(child, own, isNeeded)
    })
  }
  return []
}

/** Returns the alternative of a node that is not null. */
function withoutNull(node: Node): Node {
  const other = node.anyOf?.find(({ type }) => type !== 'null')
  return other !== undefined && node.anyOf?.some(({ type }) => type === 'null')
    ? { ...other, description: node.description ?? '', isNullable: true }
    : node
}

function rowOf(given: Node, path: string, isNeeded: boolean): string[] {
  const node = withoutNull(given)
  if (node.items?.properties !== undefined)
    return [row(node, path, isNeeded), ...rowsOf(node.items, `${path}[]`)]
  const { additionalProperties: values } = node
  if (typeof values === 'object')
    return [row(node, path, isNeeded), ...rowsOf(values, `${path}.BUREAU`)]
  return [row(node, path, isNeeded), ...rowsOf(node, path)]
}

function row(node: Node, path: string, isNeeded: boolean): string {
  const description = (node.description ?? '').replaceAll('|', '\\|')
  const values = `${valuesOf(node)}${node.isNullable ? ' or `null`' : ''}`
  return `| \`${path}\`${isNeeded ? ' (required)' : ''} | ${values} | ${description} |`
}

/** The maximum length of a list in a row. Longer lists have their own table. */
const LISTED_MAX = 12

function valuesOf(node: Node): string {
  const values =
    node.enum ?? node.anyOf?.flatMap((each) => (each.const === undefined ? [] : [each.const]))
  if (values !== undefined && values.length > LISTED_MAX) return 'one of the table below'
  if (values !== undefined && values.length > 0)
    return values.map((each) => `\`${each}\``).join(', ')
  if (node.items?.enum !== undefined) return `list of ${valuesOf(node.items)}`
  if (node.type === 'array') return 'list'
  if (node.type === 'integer' || node.type === 'number') return rangeOf(node)
  return node.type === 'object' ? 'object' : node.type === 'boolean' ? '`true`, `false`' : 'text'
}

function rangeOf({ minimum, maximum }: Node): string {
  return maximum === undefined ? 'number' : `${minimum ?? 0} to ${maximum}`
}
