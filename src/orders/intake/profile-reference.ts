/**
 * The keys of an account profile: generates `docs/accounts.md`, and describes each key by its path.
 */
import { z } from 'zod'
import { AccountProfile, DEFAULT_PRICES } from './ordering-account.ts'

/** The part of JSON Schema that the profile uses. */
interface Node {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly items?: Node
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly description?: string
  readonly properties?: Readonly<Record<string, Node>>
  readonly propertyNames?: Node
  readonly additionalProperties?: Node | boolean
}

/** A key of a profile. */
export interface ProfileKey {
  /** The path with dots; `*` is the name of an operation or of a score model. */
  readonly path: string
  /** The accepted values, in words. */
  readonly values: string
  /** The default as the page shows it; empty if there is none. */
  readonly initial: string
  readonly description: string
  /** Whether the command line splits the value at commas. */
  readonly isList: boolean
  readonly isNumber: boolean
  /** Whether an empty text is a valid value. */
  readonly mayBeEmpty: boolean
}

/**
 * Built once: the schema does not change while the process runs, and the console needs the keys for
 * each form.
 */
let keys: readonly ProfileKey[] | undefined

/** Returns every key of a profile, in the order of the schema. */
export function profileKeys(): readonly ProfileKey[] {
  keys ??= keysOf(z.toJSONSchema(AccountProfile, { io: 'input' }) as Node, '', undefined)
  return keys
}

function keysOf(node: Node, path: string, initial: unknown): ProfileKey[] {
  const below = (name: string, child: Node, own: unknown) =>
    keysOf(child, path === '' ? name : `${path}.${name}`, child.default ?? own)
  if (node.properties !== undefined) {
    const values = initial as Readonly<Record<string, unknown>> | undefined
    return Object.entries(node.properties).flatMap(([name, child]) =>
      below(name, child, values?.[name]),
    )
  }
  if (typeof node.additionalProperties === 'object')
    return below('*', node.additionalProperties, undefined)
  return [
    {
      path,
      values: valuesOf(node),
      initial: shown(initial),
      description: node.description ?? '',
      isList: node.type === 'array',
      isNumber: node.type === 'integer',
      mayBeEmpty: node.type === 'string' && node.enum === undefined,
    },
  ]
}

function valuesOf(node: Node): string {
  if (node.items !== undefined) return `list of ${valuesOf(node.items)}`
  if (node.enum !== undefined) return node.enum.map((value) => `\`${value}\``).join(', ')
  if (node.type === 'integer') return `whole number, ${node.minimum ?? 0} to ${node.maximum}`
  return `text, at most ${node.maxLength} characters`
}

function shown(initial: unknown): string {
  if (initial === undefined) return ''
  if (Array.isArray(initial)) return initial.length > 1 ? 'all' : `\`${initial.join()}\``
  return initial === '' ? 'empty' : `\`${String(initial)}\``
}

/** Returns the text of `docs/accounts.md`. */
export function profilePage(): string {
  const rows = profileKeys().map(
    ({ path, values, initial, description }) =>
      `| \`${path}\` | ${values} | ${initial} | ${description} |\n`,
  )
  const prices = Object.entries(DEFAULT_PRICES.products).map(
    ([operation, { base, perFile, perScore }]) =>
      `| \`${operation}\` | ${base} | ${perFile} | ${perScore} |\n`,
  )
  return `# Accounts

An account places orders. Its profile says what it may order, how its requests are read and what it pays.
Manage accounts at the command line while the service runs, or in the console:

\`\`\`
trimerge account add lender-one
trimerge account set lender-one requirements=mismo party.name="Lender One" products=credit_report,refresh_report
trimerge account set lender-one prices.products.credit_report.base=1100 requestsPerMinute=
trimerge account disable lender-one
trimerge statement lender-one --month 2026-11 --csv
\`\`\`

\`account add\` prints the secret of the account once. A change of the profile takes effect with the account's next
request. Separate the values of a list with commas. An empty value returns the key to its default, except for
\`purpose\`, \`prices.products.*\`, \`prices.reissue\`, \`prices.unmerge\` and \`prices.upgrade\`, which must have a value.
\`account add --profile\` takes the keys as nested JSON, such as \`{"requirements":"mismo","party":{"name":"Lender One"}}\`;
\`prices\`, if given, must be complete. A disabled account cannot order: it gets E036, as with a wrong secret. Its reports are kept,
and \`account enable\` enables it again with its secrets.

## Secrets

\`trimerge account rotate lender-one\` adds a secret. At most two are active: the previous one stays active,
and an older one is retired. The page of the account in the console says when each secret was last used, at
most a minute late; retire the old one there when it is no longer used. If a secret may be known to others, use
\`rotate --retire\`, which retires all older secrets at once. A secret does not expire, unless \`rotate --expires 2027-01-31\`
says when: requests with it then get E036, as with a wrong secret.

## Prices and statements

A new report costs \`base\`, \`perFile\` for each delivered file and \`perScore\` for each delivered score. The
defaults, in cents:

| Operation | \`base\` | \`perFile\` | \`perScore\` |
|---|---|---|---|
${prices.join('')}
With them, a \`credit_report\` with three files and three scores costs $9.00 + 3 × $8.00 + 3 × $3.00 = $42.00.
[actions.md](actions.md) says what each action costs. Reports that are returned again by Submit, retries,
missing files and failed orders are free.

The response states the price of its order. \`trimerge statement\` lists the charges of an account in a month,
and so does the page of the account in the console. With \`--json\` it prints \`account\`, \`month\`, \`total\` and the
list \`charges\`; amounts are dollars as text. In CSV and text the last row is the total.

## Keys

| Key | Values | Default | Description |
|---|---|---|---|
${rows.join('')}
\`*\` is an operation (\`credit_report\`, \`pre_qualification\`, \`mortgage_only\`, \`refresh_report\`), and under
\`prices.scores\` a score model (\`Classic\`, \`VantageScore4\`, \`FICO10T\`).
`
}
