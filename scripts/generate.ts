/**
 * Writes the files that are generated from tables in the sources. With `--check`, writes nothing,
 * lists the files that differ from their generated text, and exits with 1 if there are any.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { apiPage } from '../src/admin-api/api-description.ts'
import { magicReference } from '../src/bureaus/simulator/magic.ts'
import { DIALECTS, JSON_NEUTRAL, XML_DIALECTS } from '../src/documents/dialects.ts'
import { jsonSchemaFile } from '../src/documents/schemas/json-schema.ts'
import { DOCUMENT_NAMES, DOCUMENTS } from '../src/documents/tables/documents.ts'
import { errorReference } from '../src/errors.ts'
import { profilePage } from '../src/orders/intake/profile-reference.ts'
import { refreshSummaryReference } from '../src/reports/compare/differences-summary.ts'
import { keysReference } from '../src/reports/merge/report-keys.ts'
import { summaryReference } from '../src/reports/merge/summary.ts'
import { controlPage } from '../src/sandbox-api/description.ts'
import { auditActionsReference } from '../src/store/audit/actions.ts'
import { clientDocuments, clientTables } from './client-types.ts'
import { collectionFiles } from './collections/files.ts'
import { dashboard } from './dashboard.ts'
import { layerText } from './layers.ts'
import { actionsPage } from './pages/actions-page.ts'
import { commandsPage } from './pages/commands-page.ts'
import { dialectsPage } from './pages/dialects-page.ts'
import { examplesPage } from './pages/examples-page.ts'
import { fieldsPage } from './pages/fields-page.ts'
import { personPage, personSchema } from './pages/people-page.ts'
import { personasPage } from './pages/personas-page.ts'
import { scoreModelsPage } from './pages/score-models-page.ts'
import { settingsPage } from './pages/settings-page.ts'
import { sampleResponses } from './sample-responses.ts'
import { sandboxSettings } from './sandbox-types.ts'
import { standardWidths } from './standard-widths.ts'
import { MERGED_ROOTS, xsdOf } from './xsd.ts'

/** Commands are loaded when they are needed, so the page about them is made before. */
const COMMANDS = await commandsPage()

/**
 * The generated files: the path from the root of the repository, and the function that returns the
 * text.
 */
export const GENERATED: Readonly<Record<string, () => string>> = {
  ...schemas(),
  ...sampleResponses(),
  ...collectionFiles(),
  'docs/accounts.md': profilePage,
  'docs/actions.md': actionsPage,
  'docs/api.md': apiPage,
  'docs/architecture.md': architecturePage,
  'docs/audit-actions.md': auditActionsReference,
  'docs/commands.md': () => COMMANDS,
  'docs/dialects.md': dialectsPage,
  'docs/errors.md': errorReference,
  'docs/fields.md': fieldsPage,
  'docs/keys.md': keysReference,
  'docs/magic.md': magicReference,
  'docs/monitoring/dashboard.json': dashboard,
  'docs/people.md': personPage,
  'docs/personas.md': personasPage,
  'docs/refresh-summary.md': refreshSummaryReference,
  'docs/sandbox-api.md': controlPage,
  'docs/score-models.md': scoreModelsPage,
  'docs/settings.md': settingsPage,
  'docs/summary.md': summaryReference,
  'examples/README.md': examplesPage,
  'src/client/document-types.ts': clientDocuments,
  'src/client/tables.ts': clientTables,
  'schema/person.json': personSchema,
  'src/print/pdf/standard-widths.ts': standardWidths,
  'src/sandbox/embedded/sandbox-settings.ts': sandboxSettings,
}

const ALL_DOCUMENTS =
  'All documents, for class generators: parts that only some documents have are optional'

function schemas(): Record<string, () => string> {
  const xml = Object.fromEntries(
    XML_DIALECTS.flatMap((dialect) => [
      ...DOCUMENT_NAMES.map((name) => {
        const { element, title } = DOCUMENTS[name]
        return [`schema/${dialect.name}/${name}.xsd`, () => xsdOf([element], dialect, title)]
      }),
      [`schema/${dialect.name}/trimerge.xsd`, () => xsdOf(MERGED_ROOTS, dialect, ALL_DOCUMENTS)],
    ]),
  )
  return {
    ...xml,
    'schema/json/trimerge.schema.json': () => jsonSchemaFile(DIALECTS.json),
    'schema/json/trimerge-neutral.schema.json': () => jsonSchemaFile(JSON_NEUTRAL),
  }
}

const root = join(import.meta.dirname, '..')

/** Returns the existing page with its section about layers generated. */
function architecturePage(): string {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const [before] = page.split(LAYERS_START)
  const [, after] = page.split(LAYERS_END)
  return `${before}${LAYERS_START}${layerText()}\n${LAYERS_END}${after}`
}

const LAYERS_START = '<!-- layers -->\n'
const LAYERS_END = '<!-- end of layers -->'

/** Returns the paths of the generated files whose text on disk differs from the tables. */
export function outdatedFiles(): readonly string[] {
  return Object.entries(GENERATED)
    .filter(([path, make]) => readText(path) !== make())
    .map(([path]) => path)
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}

function main(): void {
  const paths = outdatedFiles()
  if (process.argv.includes('--check')) {
    for (const path of paths) console.error(`${path} differs; run npm run generate`)
    process.exitCode = paths.length > 0 ? 1 : 0
    return
  }
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), GENERATED[path]?.() ?? '')
    console.log(`${path} written`)
  }
}

if (import.meta.main) main()
