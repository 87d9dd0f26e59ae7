/**
 * The layers of `src`, and the files that the console imports from them, as data.
 * test/layers.test.ts and test/console/structure.test.ts check every import against them, and
 * docs/architecture.md is generated from them.
 */

/** A layer: folders of `src` or single files, with their purpose. */
export interface Layer {
  /** Paths under `src`. The longest matching path determines the layer of a file. */
  readonly paths: readonly string[]
  readonly purpose: string
  /** The only layers that may import this one. If undefined, any higher layer may. */
  readonly onlyFor?: readonly string[]
}

/**
 * The layers from the lowest to the highest. A file imports only from its own layer and from lower
 * ones.
 */
export const LAYERS: readonly Layer[] = [
  {
    paths: ['code-unit.ts', 'person-number.ts'],
    purpose: 'Characters of texts by code unit, and numbers of persons in texts',
  },
  {
    paths: [
      'bytes.ts',
      'csv.ts',
      'create-folder.ts',
      'errors.ts',
      'issue-text.ts',
      'log.ts',
      'package-files.ts',
      'random-bytes.ts',
      'serial-queue.ts',
      'time.ts',
      'trace.ts',
      'yaml.ts',
    ],
    purpose: 'The error table, the log, the files of the package, and helpers for every layer',
  },
  { paths: ['settings', 'threads'], purpose: 'The settings table; worker threads' },
  {
    paths: ['documents'],
    purpose:
      'The documents of the interface as tables, and everything derived from them: reading, writing, masking, schemas. Words of the printed page and comparing names',
  },
  {
    paths: ['client'],
    purpose:
      'The client package, which imports only its own files, and `post-order.ts`, which posts a document in any dialect',
    onlyFor: ['commands', 'main.ts', 'sandbox/embedded'],
  },
  {
    paths: ['store/engine'],
    purpose: 'The databases: SQLite and PostgreSQL behind one interface, migrations',
  },
  {
    paths: ['store/sealing'],
    purpose: 'Keys and the vault: encryption, compression, keyed hashes and MACs of stored data',
  },
  { paths: ['store/audit'], purpose: 'Writing the audit trail, as part of every change' },
  { paths: ['store/records'], purpose: 'The stored records, one object for each type' },
  { paths: ['store/statistics'], purpose: 'Statistics by hour' },
  { paths: ['store/retention'], purpose: 'Retention: which records are purged, and when' },
  {
    paths: ['store/verification'],
    purpose:
      'The whole audit trail: queries, sealing the entries of processes that died, comparison with the records',
  },
  {
    paths: ['bureaus', 'store'],
    purpose:
      'The `Bureau` interface and vendors (`upstream/`); the store, as the layers above use it',
  },
  {
    paths: ['bureaus/simulator'],
    purpose: 'The simulated bureaus: people, their credit histories, scores and faults',
    onlyFor: ['sandbox', 'admin-api', 'sandbox-api', 'app', 'sandbox/embedded', 'commands'],
  },
  {
    paths: ['reports'],
    purpose:
      'Merging credit files to a report with its summary (`merge/`); comparing two reports (`compare/`)',
  },
  { paths: ['print'], purpose: 'The printed page of a report: description, HTML, PDF' },
  { paths: ['orders/intake'], purpose: 'From request to order: products, prices, rules, parties' },
  {
    paths: ['orders'],
    purpose:
      'Shared by all stages of an order: `Tools`, which provides every outside dependency, and stored reports',
  },
  { paths: ['orders/plan'], purpose: 'From order to plan: which report to make, return or change' },
  { paths: ['orders/fulfil'], purpose: 'From plan to response: pulls, report, charge, retries' },
  {
    paths: ['orders/jobs'],
    purpose: 'Background jobs: leases, interrupted orders, keys, retention',
  },
  {
    paths: ['sandbox'],
    purpose:
      'The sandbox: world, clock, faults, custom people, ready-to-send orders for test people',
  },
  { paths: ['http/response'], purpose: 'Responses without a route, and headers of responses' },
  { paths: ['http/overload'], purpose: 'Limits of connections, incomplete requests, admission' },
  {
    paths: ['http/auth'],
    purpose: 'Who sends a request: networks, HTTP Basic, sign-ins, throttling',
  },
  { paths: ['admin-api'], purpose: 'The JSON API of the console, as a table of routes' },
  { paths: ['sandbox-api'], purpose: 'The control plane of the sandbox, as a table of calls' },
  {
    paths: ['http'],
    purpose: 'The HTTP server: the four operations, health, metrics, API description',
  },
  {
    paths: ['app'],
    purpose:
      'The composition root, which connects settings, storage and service; first start, backup, doctor',
  },
  { paths: ['sandbox/embedded'], purpose: 'A whole service inside the process of a test' },
  {
    paths: ['commands'],
    purpose: 'The command line, one file for each command or group of commands',
  },
  { paths: ['main.ts'], purpose: 'The entry point of the command line' },
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
    ({ paths, purpose, onlyFor }) =>
      `| ${codes(paths)} | ${purpose}${
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
