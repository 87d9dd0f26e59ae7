/**
 * Tests that the texts of the console use the terms of the field and avoid words that make them
 * hard to read.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')
const files = [...globSync('console/src/**/*.{ts,tsx,css}', { cwd: ROOT }), 'docs/console.md']

/** Words that must not appear in texts, comments or names. */
const FORBIDDEN =
  /\b(told|whoever|nobody|somebody|stands|so many|alone|anew|the own|what became of|the way of|in kind|is there|half take at most)\b/i

/**
 * Words with a better term: error, rejected, log, active, path, p95. Code may use the names of the
 * API.
 */
const REPLACED =
  /\b(faults?|faulty|refus(e|es|ed|al)|journal|journaled|living|half at most|place of|95 %)(?!\w)/i

/** Fault injection is the only feature where "fault" is the term of the field. */
const FAULT_INJECTION =
  /fault inject|inject (a )?fault|(loading the|available|injected) faults?|^fault$/gi

const STRING = /'([^'\n]*)'|"([^"\n]*)"|`([^`\n]*)`/g
const JSX_TEXT = />((?:[^<>{}=;'\n]|\w'\w)+)[<{]|^\s+([A-Za-z](?:[^<>{}=;()[\]'\n]|\w'\w)*)$/gm

/** Returns the texts in a file: JSX text, and strings of more than one word. */
function textsOf(source: string): readonly string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^import [^\n]*$|^\s*\/\/[^\n]*$/gm, '')
  const found = [...code.matchAll(STRING), ...code.matchAll(JSX_TEXT)]
  return found
    .map(([, ...groups]) => groups.find((group) => group !== undefined) ?? '')
    .filter((text) => /[a-z.,:] [a-zA-Z]|^\s*[A-Z][a-z]+\s*$/.test(text))
}

function problemsOf(source: string): readonly string[] {
  const lines = source.split('\n').filter((line) => FORBIDDEN.test(line))
  const texts = textsOf(source).filter((text) => REPLACED.test(text.replace(FAULT_INJECTION, '')))
  return [...lines, ...texts].map((text) => text.trim())
}

test('no text of the console uses a forbidden or replaced word', () => {
  const found = files.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8')
    return problemsOf(source).map((problem) => `${file}: ${problem}`)
  })
  assert.deepEqual(found, [])
})

test('forbidden and replaced words are detected in texts and in comments', () => {
  assert.deepEqual(problemsOf("const a = 'The order was refused.'"), ['The order was refused.'])
  assert.deepEqual(problemsOf('<p>1 fault in this order</p>'), ['1 fault in this order'])
  assert.deepEqual(problemsOf('  <p>\n    The journal of orders\n  </p>'), [
    'The journal of orders',
  ])
  assert.deepEqual(problemsOf('// Nobody asks.'), ['// Nobody asks.'])
  assert.deepEqual(
    problemsOf("const state = order.refused ? 'refused' : 'Fault injected: x y'"),
    [],
  )
  assert.ok(textsOf(readFileSync(join(ROOT, 'console/src/shell/sign-in.tsx'), 'utf8')).length > 10)
})
