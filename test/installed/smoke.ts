/**
 * The smoke suite for every installed form of the program. The program must start without
 * arguments, answer the printed `curl` command, place orders of all four operations (one at short
 * length), save the printed report, show the console, survive a kill and pass `trimerge doctor`.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { partOf } from '../support/length.ts'
import { sharedBrowser } from './browser.ts'

/** An installed program. */
export interface Installed {
  /** The command that starts the program, before its own arguments. */
  readonly words: readonly string[]
  /** The current folder, in which the program creates its data folder. */
  readonly folder: string
  readonly environment?: Readonly<Record<string, string>>
  /** The user that runs the program, if it is not the user of the tests. */
  readonly user?: { readonly uid: number; readonly gid: number }
}

const EXAMPLES = join(import.meta.dirname, '../../examples')
const OPERATIONS = ['credit_report', 'pre_qualification', 'mortgage_only', 'refresh_report']
const START_MS_MAX = 60_000
const run = promisify(execFile)

/** Runs the whole suite. */
export async function smoke(t: TestContext, installed: Installed): Promise<void> {
  const { first, answer } = await firstAnswer(t, installed)
  for (const operation of partOf(OPERATIONS, 4)) await assertOrdered(installed, operation)
  assert.ok(first.link !== undefined)
  await assertConsole(first.link)

  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const second = await start(t, installed)
  assert.equal(second.link, undefined, 'a later start prints no secret')
  const again = await run('sh', ['-c', `${second.curl} --silent --include`], {
    cwd: installed.folder,
    maxBuffer: 1e8,
  })
  assert.match(again.stdout, /^trimerge-retry: yes/im, 'the same bytes after a kill')
  assert.ok(again.stdout.endsWith(answer), 'and the same answer')
  const doctor = await runInstalled(installed, ['doctor'])
  assert.doesNotMatch(doctor, /^fail/m)
  second.child.kill('SIGTERM')
  assert.deepEqual(await once(second.child, 'exit'), [0, null])
}

/** Starts the program, and returns its answer to the printed command. */
export async function firstAnswer(
  t: TestContext,
  installed: Installed,
): Promise<{ readonly first: Started; readonly answer: string }> {
  const first = await start(t, installed)
  const { stdout } = await run('sh', ['-c', `${first.curl} --silent --show-error`], {
    cwd: installed.folder,
    maxBuffer: 1e8,
  })
  assert.match(stdout, /<CREDIT_SCORE [^>]*_Value="703"/, 'the printed command')
  return { first, answer: stdout }
}

/** Runs a command of the program to its end, and returns its output. */
export async function runInstalled(
  { words, folder, environment, user }: Installed,
  args: readonly string[],
  input: Uint8Array = new Uint8Array(),
): Promise<string> {
  const [program = '', ...rest] = words
  const options = { cwd: folder, env: environmentOf(environment), maxBuffer: 1e8, ...user }
  const running = run(program, [...rest, ...args], options)
  running.child.stdin?.end(input)
  return (await running).stdout
}

/** Returns an environment without the settings of the machine that runs the tests. */
function environmentOf(own: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { PATH = '' } = process.env
  return { PATH, TRIMERGE_PORT: '0', ...own }
}

interface Started {
  readonly child: ChildProcess
  readonly curl: string
  /** The one-time sign-in link. Only the first start prints it; later starts print no secret. */
  readonly link: string | undefined
}

/** Starts the program without arguments, and waits for its start-up message. */
async function start(
  t: TestContext,
  { words, folder, environment, user }: Installed,
): Promise<Started> {
  const [program = '', ...rest] = words
  const child = spawn(program, rest, { cwd: folder, env: environmentOf(environment), ...user })
  t.after(() => child.kill('SIGKILL'))
  const late = setTimeout(() => child.kill('SIGKILL'), START_MS_MAX)
  const lines: string[] = []
  child.stderr.on('data', (chunk) => lines.push(String(chunk)))
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (line.startsWith('The credentials are in ')) break
  }
  clearTimeout(late)
  const said = lines.join('\n')
  const [, curl] = /^ +(curl .*)$/m.exec(said) ?? []
  const [, link] = /^ +(http\S+\/console\/sign-in\/\S+)$/m.exec(said) ?? []
  assert.ok(curl !== undefined, said)
  return { child, curl, link }
}

async function assertOrdered(installed: Installed, operation: string): Promise<void> {
  const example = join(EXAMPLES, `${operation.replaceAll('_', '-')}.xml`)
  // The only folder to which the program must be able to write.
  const out = join('data', operation)
  const args = ['order', '-', '--operation', operation, '--out', out]
  const printed = await runInstalled(installed, args, readFileSync(example))
  assert.match(printed, /^report R/, operation)
  const [pdf = ''] = globSync(join(installed.folder, out, '*.pdf'))
  assert.equal(readFileSync(pdf).subarray(0, 5).toString(), '%PDF-', operation)
}

/** Asserts that the link opens the console, and that no script or style fails to load. */
async function assertConsole(link: string): Promise<void> {
  const browser = await sharedBrowser()
  const page = await browser.newPage()
  try {
    const failed: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(response.url())
    })
    page.on('pageerror', (error) => failed.push(error.message))
    await page.goto(link)
    await page
      .locator('main#main h1')
      .waitFor({ timeout: START_MS_MAX })
      .catch(async (error) => {
        const shown = await page.locator('body').innerText()
        throw new Error(`no page at ${page.url()}: ${shown} ${failed}`, { cause: error })
      })
    assert.ok(await page.evaluate('document.styleSheets.length > 0'))
    assert.deepEqual(failed, [])
  } finally {
    await page.close()
  }
}
