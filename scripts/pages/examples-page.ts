/** The page about the orders in `examples/`, generated from their index. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface ExampleRow {
  readonly file: string
  readonly path: string
  readonly dialect: string
  readonly special: string
  readonly after?: string
}

/** Returns the text of `examples/README.md`. */
export function examplesPage(): string {
  const index = join(import.meta.dirname, '../../examples/index.json')
  const rows = JSON.parse(readFileSync(index, 'utf8')) as readonly ExampleRow[]
  return `${[
    '# Sample orders',
    '',
    'These orders look like those of real clients, in all five [dialects](../docs/dialects.md). The people',
    'are invented, and their social security numbers lie in areas that are never issued. Avery Q Sandford',
    'and the Castellanes are [personas](../docs/personas.md) with complete files at every simulated bureau.',
    'Other people get generated files.',
    '',
    'To send one, set `SECRET` to the secret of the account `sandbox`, which is in `sandbox-credentials.json` in',
    'the data folder of the service:',
    '',
    '```sh',
    'curl --user "sandbox:$SECRET" --header "Content-Type: application/xml" \\',
    '  --data-binary @examples/credit-report.xml http://127.0.0.1:8080/credit_report',
    '```',
    '',
    'Orders in JSON are sent with `Content-Type: application/json`. Do not convert the files: some are not',
    'UTF-8, and some have Windows line endings. If a row names an order in *After*, send that order first.',
    '',
    '| File | Operation | Dialect | After | Special feature |',
    '|---|---|---|---|---|',
    ...rows.map(({ file, path, dialect, after, special }) => {
      const cells = [
        link(file),
        `\`${path}\``,
        dialect,
        after === undefined ? '' : link(after),
        special,
      ]
      return `| ${cells.join(' | ')} |`
    }),
    '',
    '`npm run generate` makes this table from `index.json`.',
    '',
    '| Folder | Content |',
    '|---|---|',
    '| [responses](responses) | A response of each operation, and an error document |',
    '| [people](people) | [Custom test people](../docs/people.md) |',
    '| [clients](clients/README.md) | Programs in shell, Python, Java and C# |',
    '| [sandbox](sandbox) | Tests that [embed the sandbox](../docs/sandbox.md), and a script that controls one |',
    '| [tests](tests) | [Recipes](../docs/inside-tests.md) for node:test, pytest, JUnit and .NET |',
  ].join('\n')}\n`
}

function link(file: string): string {
  return `[${file}](${file})`
}
