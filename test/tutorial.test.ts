/** Follows the tutorial: runs its commands in one shell, in order, and compares their outputs. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { serve } from './commands/run.ts'
import { program } from './support/programs.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '..')

interface Block {
  readonly kind: 'bash' | 'text' | 'js'
  readonly content: string
}

function blocksOf(page: string): readonly Block[] {
  return [...page.matchAll(/^```(bash|text|js)\n(.*?)^```/gms)].map(
    ([, kind = '', content = '']) => ({
      kind: kind as Block['kind'],
      content,
    }),
  )
}

/** Separates the outputs of two commands. No command prints it. */
const SEPARATOR = '-- next command of the tutorial --'

/** Replaces `npx` for a checkout, without the second that npx takes to search. */
const NPX = `npx() {
  program=$1; shift
  if [ "$program" = node ]; then "$NODE" "$@"; else "$NODE" "$MAIN" "$@"; fi
}`

/** Runs the commands in one shell, as a reader does, and returns their outputs. */
async function outputsOf(commands: readonly string[], folder: string): Promise<readonly string[]> {
  // One pipe for both outputs, as on a terminal: two pipes are read in any order.
  const script = ['set -eu', 'exec 2>&1', NPX, commands.join(`\necho '${SEPARATOR}'\n`)].join('\n')
  const { NODE_OPTIONS: _options, NODE_TEST_CONTEXT: _context, ...inherited } = process.env
  const environment = Object.entries(inherited).filter(([name]) => !name.startsWith('TRIMERGE_'))
  const child = spawn('sh', ['-c', script], {
    cwd: folder,
    env: {
      ...Object.fromEntries(environment),
      NODE: process.execPath,
      MAIN: program(join(ROOT, 'src/main.ts')),
    },
  })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  const [code] = await once(child, 'close')
  const text = Buffer.concat(output).toString()
  assert.equal(code, 0, text)
  return text.split(SEPARATOR)
}

/** Returns a line of the page as a pattern, in which `…` matches anything. */
function patternOf(line: string): string {
  return line
    .split('…')
    .map((part) => RegExp.escape(part))
    .join('.*')
}

/**
 * Asserts that the output has the lines of the page in their order. Other lines may come between.
 */
function assertShown(output: string, shown: string): void {
  const patterns = shown.trimEnd().split('\n').map(patternOf)
  assert.match(output, new RegExp(`^${patterns.join('$[^]*?^')}$`, 'm'))
}

const skip = spawnSync('curl', ['--version']).status === 0 ? false : 'curl is not installed'

test('the commands of the tutorial print the outputs that it shows', { skip }, async (t) => {
  const folder = temporaryFolder()
  const page = readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8')
  const service = await serve(t, join(folder, 'data'))
  symlinkSync(join(ROOT, 'examples'), join(folder, 'examples'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(ROOT, join(folder, 'node_modules/trimerge'))
  const blocks = blocksOf(page.replaceAll('http://127.0.0.1:8080', service.address))
  const [program, ...others] = blocks.filter(({ kind }) => kind === 'js')
  assert.deepEqual(others, [], 'the page has only one program')
  writeFileSync(join(folder, 'credit.test.mjs'), program?.content ?? '')

  const commands = blocks.filter(({ kind }) => kind === 'bash').map(({ content }) => content)
  const outputs = await outputsOf(commands, folder)
  assert.equal(outputs.length, 6)
  const shown = blocks.filter(({ kind }) => kind === 'text').map(({ content }) => content)
  assert.equal(shown.length, outputs.length, 'each command is followed by its output')
  for (const [index, output] of outputs.entries()) assertShown(output, shown[index] ?? '')
})

describe('control: an output that differs from the page is detected', () => {
  const shown = 'report …, $9.00\n  New account\n'
  const cases: readonly (readonly [string, string, boolean])[] = [
    ['the same lines', 'report R1, $9.00\n  New account\n', true],
    ['an additional line', 'report R1, $9.00\nother\n  New account\n', true],
    ['another amount', 'report R1, $8.00\n  New account\n', false],
    ['a missing line', 'report R1, $9.00\n', false],
    ['lines in another order', '  New account\nreport R1, $9.00\n', false],
  ]
  for (const [title, output, same] of cases) {
    test(title, () => {
      if (same) assertShown(output, shown)
      else assert.throws(() => assertShown(output, shown))
    })
  }
})
