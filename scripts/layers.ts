/**
 * The layers of `src`, and the files that the console imports from them, as data.
 * test/layers.test.ts and test/console/structure.test.ts check every import against them, and
 * docs/architecture.md is generated from them.
 */

/** A layer: folders of `src` or single files, with their purpose. */
export interface Layer {
  /** Paths under `src`. The longest matching path determines the layer of a file. */
  readonly paths: readonly string[]
  readonly what: string
  /** The only layers that may import this one. If undefined, any higher layer may. */
  readonly onlyFor?: readonly string[]
}

/**
 * The layers from the lowest to the highest. A file imports only from its own layer and from lower
 * ones.
 */
export const LAYERS: readonly Layer[] = [
  { paths: ['code-unit.ts'], what: 'The characters of texts by their codes' },
  {
    paths: [
      'bytes.ts',
      'errors.ts',
      'issue-text.ts',
      'log.ts',
      'package-files.ts',
      'random-bytes.ts',
      'time.ts',
      'trace.ts',
      'yaml.ts',
    ],
    what: 'The error table, the log, the files of the package, and what every layer may use',
  },
  { paths: ['settings', 'threads'], what: 'The settings table; work in threads' },
  {
    paths: ['documents'],
    what: 'The documents of the interface as tables, and everything derived from them: reading, writing, masking, schemas. Words of the printed page and comparing names',
  },
  {
    paths: ['client'],
    what: 'The client package, which imports nothing but itself, and `post-order.ts`, which posts a document of any dialect',
    onlyFor: ['commands', 'main.ts', 'sandbox/embedded'],
  },
  {
    paths: ['store/engine'],
    what: 'The databases: SQLite and PostgreSQL behind one interface, migrations',
  },
  { paths: ['store/sealing'], what: 'Keys, and what is sealed, packed or vouched for by them' },
  { paths: ['store/audit'], what: 'The audit trail as every change writes it' },
  { paths: ['store/records'], what: 'The records, an object for each kind' },
  { paths: ['store/statistics'], what: 'The roll-up of statistics' },
  { paths: ['store/retention'], what: 'What is purged, and when' },
  {
    paths: ['store/verification'],
    what: 'The audit trail as a whole: looking into it, closing what a dead process left, comparing it with the records',
  },
  {
    paths: ['bureaus', 'store'],
    what: 'The `Bureau` interface and vendors (`upstream/`); the store that the stages above use',
  },
  {
    paths: ['bureaus/simulator'],
    what: 'The simulated bureaus: people, their credit histories, scores and faults',
    onlyFor: ['sandbox', 'admin-api', 'sandbox-api', 'app', 'sandbox/embedded', 'commands'],
  },
  {
    paths: ['reports'],
    what: 'Credit files to merged report and summary (`merge/`); two reports to differences (`compare/`)',
  },
  { paths: ['print'], what: 'Report to printed page: description, HTML, PDF' },
  { paths: ['orders/intake'], what: 'Request to order: products, prices, rules, parties' },
  {
    paths: ['orders'],
    what: 'What all stages of an order use: `Tools`, through which everything outside comes in, and stored reports',
  },
  { paths: ['orders/plan'], what: 'Order to plan: which report to make, return or change' },
  { paths: ['orders/fulfil'], what: 'Plan to response: pulls, report, charge, retries' },
  { paths: ['orders/jobs'], what: 'Background jobs: leases, interrupted orders, keys, retention' },
  {
    paths: ['sandbox'],
    what: 'The sandbox: world, clock, faults, custom people, ready orders for test people',
  },
  { paths: ['http/response'], what: 'Responses that need no route, their headers' },
  { paths: ['http/overload'], what: 'Limits of connections, incomplete requests, admission' },
  { paths: ['http/auth'], what: 'HTTP Basic, logins of accounts and operators, throttling' },
  { paths: ['admin-api'], what: 'The JSON API of the console, as a table of routes' },
  { paths: ['sandbox-api'], what: 'The control plane of the sandbox, as a table of calls' },
  {
    paths: ['http'],
    what: 'The HTTP server: the four operations, health, metrics, API description',
  },
  {
    paths: ['app'],
    what: 'The composition root: settings to storage to service; first start, backup, doctor',
  },
  { paths: ['sandbox/embedded'], what: 'A whole service inside a test' },
  { paths: ['commands'], what: 'The command line, one file for each command or group of commands' },
  { paths: ['main.ts'], what: 'The entry of the command line' },
]

/**
 * Concrete databases and bureaus, each with the only file outside its folder that may import it.
 */
export const ADAPTERS: readonly (readonly [adapter: RegExp, opener: string])[] = [
  [/^store\/engine\/sqlite/, 'app/open-storage.ts'],
  [/^store\/engine\/postgres/, 'app/open-storage.ts'],
  [/^bureaus\/simulator\/simulator.ts/, 'app/bureaus.ts'],
  [/^bureaus\/upstream\//, 'app/bureaus.ts'],
]

/** The files of `src` that the console loads. From other files it may import only types. */
export const LOADED_BY_CONSOLE: readonly string[] = [
  'bureaus/score-models.ts',
  'documents/dialects.ts',
  'documents/names.ts',
  'documents/tables/enumerations.ts',
  'documents/wording.ts',
  'orders/intake/products.ts',
  'print/sections/payment-history.ts',
  'reports/representative-score.ts',
  'sandbox/first-account.ts',
  'time.ts',
]

/**
 * Returns the section of docs/architecture.md about layers and imports. The highest layer comes
 * first.
 */
export function layerText(): string {
  const rows = LAYERS.toReversed().map(
    ({ paths, what, onlyFor }) =>
      `| ${codes(paths)} | ${what}${
        onlyFor === undefined ? '' : `. Imported only by ${codes(onlyFor)}`
      } |`,
  )
  const openers = new Set(ADAPTERS.map(([, opener]) => opener))
  return [
    ...['| Folder or file | Content |', '|---|---|', ...rows, ''],
    `Only ${codes([...openers], ' and ')} import concrete databases and bureaus.`,
    '',
    `The console (\`console/\`) is a React application on the operator API. It imports types of \`src\`, and loads from it only ${codes(LOADED_BY_CONSOLE)}.`,
  ].join('\n')
}

function codes(paths: readonly string[], separator = ', '): string {
  return paths.map((path) => `\`${path}\``).join(separator)
}
