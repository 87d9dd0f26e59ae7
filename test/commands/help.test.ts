/** Tests the help, colours and completion of the command line. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { runCommandLine } from '../../src/commands/command-line.ts'
import { type CommandIo, withIo } from '../../src/commands/io.ts'
import { run } from './run.ts'

async function help(args: readonly string[], own: Partial<CommandIo> = {}): Promise<string> {
  const chunks: string[] = []
  const io = {
    environment: {},
    print: (line: string) => chunks.push(`${line}\n`),
    write: async (chunk: string) => {
      chunks.push(chunk)
    },
    writeError: () => undefined,
    isTerminal: false,
    ...own,
  } as unknown as CommandIo
  assert.equal(await withIo(io, () => runCommandLine(args)), 0)
  return chunks.join('')
}

test('help lists commands by group, with examples', async () => {
  const text = await help(['--help'])
  assert.match(text, /Without\s+a\s+command,\s+starts\s+a\s+sandbox/)
  const groups = ['Order:', 'Sandbox:', 'Run the service:', 'Accounts and users:', 'Examples:']
  const places = groups.map((group) => text.indexOf(`\n${group}`))
  assert.ok(
    places.every((place, index) => place > (places[index - 1] ?? 0)),
    String(places),
  )
  for (const name of ['people', 'faults', 'orders', 'reset'])
    assert.match(text, new RegExp(`^ {2}${name}\\b`, 'm'))
})

test("a command's own options come first, and only relevant settings follow", async () => {
  const order = await help(['order', '--help'])
  assert.ok(order.indexOf('--operation') < order.indexOf('--data'), order)
  assert.match(order, /\nSettings:\n/)
  assert.doesNotMatch(order, /--bureau-timeout-ms|--tls-/)
  assert.match(await help(['serve', '--help']), /--bureau-timeout-ms/)
  const put = await help(['people', 'put', '--help'])
  assert.doesNotMatch(put, /--database-url/)
  // An option of a command may have the name of a setting.
  assert.match(await help(['reset', '--help']), /^ {2}--ids <kind> .*random.*counted/ms)
  // A hidden setting is still accepted.
  assert.equal((await run(['config', '--bureau-timeout-ms', '900'])).code, 0)
})

test('help of a command is its own help, and help of an unknown command is an error', async () => {
  for (const words of [['people'], ['people', 'put']]) {
    assert.equal(await help(['help', ...words]), await help([...words, '--help']))
  }
  const unknown = await run(['help', 'peopel'])
  assert.deepEqual([unknown.code, unknown.stderr.includes("unknown command 'peopel'")], [2, true])
})

test('help is as wide as the terminal', async () => {
  for (const columns of [60, 100]) {
    const text = await help(['faults', 'set', '--help'], { columns })
    const longest = Math.max(...text.split('\n').map(({ length }) => length))
    assert.ok(longest <= columns && longest > columns - 25, `${longest} of ${columns}`)
  }
})

test('output is coloured on a terminal unless NO_COLOR is set', async () => {
  const colorCode = '\u001b['
  assert.ok((await help(['--help'], { isTerminal: true })).includes(colorCode))
  assert.ok(!(await help(['--help'])).includes(colorCode))
  const environment = { NO_COLOR: '1' }
  assert.ok(!(await help(['--help'], { isTerminal: true, environment })).includes(colorCode))
})

/** Words before the cursor, and the word that a shell offers there. */
const COMPLETED = [
  [['peo'], 'people'],
  [['people', 'pu'], 'put'],
  [['--data', 'x', 'snapshot', 'res'], 'restore'],
  [['faults', 'set', '--bureau', 'Ex'], 'Experian'],
  [['order', '--operation', 'mort'], 'mortgage_only'],
  [['orders', '--fol'], '--follow'],
  [['reset', '--i'], '--ids'],
  [['serve', '--log-level', 'wa'], 'warn'],
  [['config', '--config', 'tsconfig.b'], 'tsconfig.build.json'],
] as const

/** Calls the function of bash as its completion does. zsh has the same call in `bashcompinit`. */
const CALL = `_words() { COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _trimerge; printf '%s\\n' "\${COMPREPLY[@]}"; }`

/** How to ask each shell for completions: its options, and the lines after the script. */
const SHELLS: Readonly<Record<string, (words: readonly string[]) => readonly [string[], string]>> =
  {
    bash: (words) => [
      ['--norc', '-c'],
      `${CALL}; _words ${words.map((word) => `'${word}'`).join(' ')}`,
    ],
    zsh: (words) => [
      ['-f', '-c'],
      `emulate ksh; ${CALL}; _words ${words.map((word) => `'${word}'`).join(' ')}`,
    ],
    fish: (words) => [['--no-config', '-c'], `complete -C '${words.join(' ')}'`],
  }
/** Outside a terminal, zsh has no completion table to extend. */
const BEFORE: Readonly<Record<string, string>> = { zsh: 'compdef() { : }\n' }

for (const [shell, asked] of Object.entries(SHELLS)) {
  const isInstalled = spawnSync(shell, ['-c', 'exit 0']).status === 0
  const skip = isInstalled ? false : `${shell} is not installed`
  test(`${shell} completes commands, subcommands, options and values`, { skip }, async () => {
    const script = await help(['completion', shell])
    for (const [words, wanted] of COMPLETED) {
      const [options, call] = asked(['trimerge', ...words])
      const { stdout, stderr } = spawnSync(
        shell,
        [...options, `${BEFORE[shell] ?? ''}${script}\n${call}`],
        { encoding: 'utf8' },
      )
      assert.equal(stderr, '', words.join(' '))
      // zsh receives all words for a position and filters them by prefix itself.
      const offered = stdout
        .trim()
        .split('\n')
        .map((line) => line.split('\t')[0] ?? '')
        .filter((word) => word.startsWith(words.at(-1) ?? ''))
      assert.deepEqual(offered, [wanted], words.join(' '))
    }
  })
}

test('the value of an option is completed with files and not with further options', async () => {
  const script = await help(['completion', 'bash'])
  const call = `${CALL}; _words trimerge serve --config ''`
  const { stdout } = spawnSync('bash', ['--norc', '-c', `${script}\n${call}`], { encoding: 'utf8' })
  const offered = stdout.trim().split('\n')
  assert.ok(offered.includes('package.json'), stdout)
  assert.deepEqual(
    offered.filter((word) => word.startsWith('--')),
    [],
  )
})

test('an unknown shell is a usage error', async () => {
  assert.equal((await run(['completion', 'tcsh'])).code, 2)
})
