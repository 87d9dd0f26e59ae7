/**
 * The recipes of docs/inside-tests.md run as their readers run them, if their runtime is installed.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { detail } from './support/detail.ts'
import { JAVA_FLAGS } from './support/java-flags.ts'
import { program } from './support/programs.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '..')
const TRIMERGE = `${process.execPath} ${program(join(ROOT, 'src/main.ts'))}`

/** Runs a program in a folder that contains the recipes. */
function runIn(
  folder: string,
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:TRIMERGE|NODE_TEST)/.test(name),
  )
  const env = { ...Object.fromEntries(inherited), ...environment, TRIMERGE }
  return spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' })
}

function recipes(): string {
  const folder = temporaryFolder()
  cpSync(join(ROOT, 'examples/tests'), folder, { recursive: true })
  return folder
}

function assertPassed({ status, stdout, stderr }: ReturnType<typeof runIn>): void {
  assert.equal(status, 0, `${stdout}\n${stderr}`)
}

test('node:test', () => {
  assertPassed(runIn(recipes(), process.execPath, ['--test', 'orders.test.mjs']))
})

test('pytest', (t) => {
  const folder = recipes()
  if (runIn(folder, 'python3', ['-m', 'pytest', '--version']).status !== 0)
    return t.skip('pytest is not installed')
  const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', '.']
  // Loading the plugins of this machine may take as long as the tests.
  assertPassed(runIn(folder, 'python3', args, { PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1' }))
})

detail('JUnit: its sandbox in Java', (t) => {
  const folder = recipes()
  if (runIn(folder, 'javac', ['-version']).status !== 0) return t.skip('a JDK is not installed')
  // JUnit itself would come from a registry, so the test runs the recipe's sandbox class without
  // it.
  const main = `public class Main {
  public static void main(String[] args) throws Exception {
    try (TrimergeSandbox sandbox = new TrimergeSandbox()) {
      sandbox.call("POST", "/reset", null);
      sandbox.call("PUT", "/people/ada", "{\\"accounts\\":[]}");
      try {
        sandbox.call("PUT", "/people/ada", "{\\"outcome\\":{\\"middleScore\\":851}}");
        System.exit(1);
      } catch (java.io.IOException error) {
        if (!error.getMessage().contains("outcome.middleScore")) throw error;
      }
      String order = sandbox.call("GET", "/personas/avery/order", null);
      if (!sandbox.order("credit_report", order).contains("_Value=\\"745\\"")) System.exit(1);
    }
  }
}`
  writeFileSync(join(folder, 'Main.java'), main)
  const compilerFlags = JAVA_FLAGS.map((flag) => `-J${flag}`)
  assertPassed(runIn(folder, 'javac', [...compilerFlags, 'TrimergeSandbox.java', 'Main.java']))
  assertPassed(runIn(folder, 'java', [...JAVA_FLAGS, '-cp', '.', 'Main']))
})
