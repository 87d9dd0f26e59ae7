/** The page about the orders in `examples/`, made from their index. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface ExampleRow {
  readonly file: string
  readonly path: string
  readonly dialect: string
  readonly special: string
  readonly after?: string
}

/** `examples/README.md`. */
export function examplesPage(): string {
  const index = join(import.meta.dirname, '../examples/index.json')
  const rows = JSON.parse(readFileSync(index, 'utf8')) as readonly ExampleRow[]
  return `${[
    '# Orders to begin with',
    '',
    'Orders as clients write them, in all four [dialects](../docs/dialects.md). The people are invented;',
    'their numbers lie in ranges that are never issued. Avery Q Sandford and the Castellanes are',
    'personas with full files at every simulated bureau; anyone else gets a file made from their number.',
    '',
    'Send one with the account that the service printed on its first start:',
    '',
    '```sh',
    'curl --user "sandbox:$SECRET" --header "Content-Type: application/xml" \\',
    '  --data-binary @examples/credit-report.xml http://127.0.0.1:8080/credit_report',
    '```',
    '',
    'The files are kept as bytes: some are not UTF-8, some have the line ends of Windows.',
    '',
    '| File | Operation | Dialect | After | What is special |',
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
    'The table is made from `index.json` by `npm run generate`.',
  ].join('\n')}\n`
}

function link(file: string): string {
  return `[${file}](${file})`
}
