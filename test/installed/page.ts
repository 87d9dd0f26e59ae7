/**
 * Reads and runs the command lines of docs/install.md. The word after each fence names the test
 * that runs the block, or is `not-run`.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/install.md'), 'utf8')
const FENCE = /^```sh(?: ([a-z-]+))?\n([\s\S]*?)^```/gm

/** All blocks of the page, each with the line of text before it. */
export const BLOCKS = [...PAGE.matchAll(FENCE)].map(({ index, 1: kind = '', 2: text = '' }) => ({
  before: PAGE.slice(0, index).trimEnd().split('\n').at(-1) ?? '',
  kind,
  lines: text.trim().split('\n'),
}))

/** Returns the lines that a test must run. */
export function linesFor(kind: string): readonly string[] {
  return BLOCKS.filter((block) => block.kind === kind).flatMap(({ lines }) => lines)
}

const STARTS = /^(?:npx |\.\/)trimerge$/

/**
 * Runs the lines of a kind in one folder, one after the other. A service that a line starts keeps
 * running during the rest.
 */
export async function runLines(t: TestContext, kind: string, cwd: string): Promise<void> {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const env = { ...inherited, TRIMERGE_PORT: '0', npm_config_offline: 'true' }
  const lines = linesFor(kind)
  assert.ok(lines.length >= 3)
  for (const line of lines) {
    const isService = STARTS.test(line)
    const child = spawn('sh', ['-c', line], { cwd, env, detached: isService })
    const output: string[] = []
    child.stderr.on('data', (chunk) => output.push(String(chunk)))
    if (!isService) {
      child.stdout.on('data', (chunk) => output.push(String(chunk)))
      const [code] = await once(child, 'close')
      assert.equal(code, 0, `${line}\n${output.join('')}`)
      continue
    }
    t.after(async () => {
      process.kill(-(child.pid ?? 0), 'SIGTERM')
      await once(child, 'close')
    })
    for await (const said of createInterface(child.stdout)) {
      if (said.startsWith('The credentials are in ')) break
    }
  }
}
