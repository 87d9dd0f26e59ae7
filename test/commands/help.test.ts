/** Help, colours and completion of the command line. */
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

test('help lists commands by groups, with examples', async () => {
  const text = await help(['--help'])
  const groups = ['Order:', 'Sandbox:', 'Run the service:', 'Accounts and users:', 'Examples:']
  const places = groups.map((group) => text.indexOf(`\n${group}`))
  assert.ok(
    places.every((place, index) => place > (places[index - 1] ?? 0)),
    String(places),
  )
  for (const name of ['people', 'faults', 'orders', 'reset'])
    assert.match(text, new RegExp(`^ {2}${name}\\b`, 'm'))
})

test("a command's own options come first, and settings only where they matter", async () => {
  const order = await help(['order', '--help'])
  assert.ok(order.indexOf('--operation') < order.indexOf('--data'), order)
  assert.match(order, /\nSettings:\n/)
  assert.doesNotMatch(order, /--bureau-timeout-ms|--tls-/)
  assert.match(await help(['serve', '--help']), /--bureau-timeout-ms/)
  const put = await help(['people', 'put', '--help'])
  assert.doesNotMatch(put, /--database-url/)
  // A hidden setting is still one.
  assert.equal((await run(['config', '--bureau-timeout-ms', '900'])).code, 0)
})

test('help is as wide as the terminal', async () => {
  for (const columns of [60, 100]) {
    const text = await help(['faults', 'set', '--help'], { columns })
    const longest = Math.max(...text.split('\n').map(({ length }) => length))
    assert.ok(longest <= columns && longest > columns - 25, `${longest} of ${columns}`)
  }
})

test('output is coloured on a terminal, unless NO_COLOR says not to', async () => {
  const colorCode = '\u001b['
  assert.ok((await help(['--help'], { isTerminal: true })).includes(colorCode))
  assert.ok(!(await help(['--help'])).includes(colorCode))
  const environment = { NO_COLOR: '1' }
  assert.ok(!(await help(['--help'], { isTerminal: true, environment })).includes(colorCode))
})

test('bash completes commands, parts of commands, options and values', async (t) => {
  if (spawnSync('bash', ['-c', 'type complete']).status !== 0)
    return t.skip('bash is not installed')
  const script = await help(['completion', 'bash'])
  const completed = (...words: readonly string[]) => {
    const list = ['trimerge', ...words].map((word) => `'${word}'`).join(' ')
    const call = `${script}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length}; _trimerge; echo "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', call], { encoding: 'utf8' })
    assert.equal(stderr, '')
    return stdout.trim().split(' ')
  }
  assert.deepEqual(completed('peo'), ['people'])
  assert.deepEqual(completed('people', 'pu'), ['put'])
  assert.deepEqual(completed('--data', 'x', 'snapshot', 'res'), ['restore'])
  assert.deepEqual(completed('faults', 'set', '--bureau', 'Ex'), ['Experian'])
  assert.deepEqual(completed('order', '--operation', 'mort'), ['mortgage_only'])
  assert.ok(completed('orders', '--f').includes('--follow'))
})

for (const [shell, flag] of [
  ['zsh', '-n'],
  ['fish', '--no-execute'],
] as const) {
  test(`the script of ${shell} names every command`, async (t) => {
    const script = await help(['completion', shell])
    for (const name of ['people', 'from-report', 'snapshot', '--follow'.slice(2)])
      assert.match(script, new RegExp(name))
    const { status, error } = spawnSync(shell, [flag], { input: script })
    if (error !== undefined) return t.skip(`${shell} is not installed: its syntax was not checked`)
    assert.equal(status, 0)
  })
}

test('an unknown shell is wrong use', async () => {
  assert.equal((await run(['completion', 'tcsh'])).code, 2)
})
