/** The texts that people read contain no words that make them read like a translation. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { GENERATED } from '../scripts/generate.ts'
import { proseOf, textsOf } from './support/texts.ts'

const ROOT = join(import.meta.dirname, '..')

/** Words that are forbidden everywhere. Each has a plain alternative. */
const WORDS: readonly string[] = [
  'told',
  'whoever',
  'nobody',
  'somebody',
  'stands',
  'so many',
  'alone',
  'anew',
  'the own',
  'what became of',
  'the way of',
  'in kind',
  'is there',
  'half take at most',
]

interface Term {
  readonly pattern: RegExp
  readonly better: string
  /** Sentences in which the word is correct, for the control. */
  readonly right: readonly string[]
  readonly wrong: readonly string[]
}

/** One word for each concept. The code may use another. */
const REJECTED: Term = {
  pattern: /\brefus(?:e|es|ed|ing|als?)\b/i,
  better: 'rejected',
  right: ['The order was rejected.'],
  wrong: ['Refused', 'The service refuses it.', 'a refusal'],
}
const ACTIVE: Term = {
  pattern: /\bliving\b(?! rent)/i,
  better: 'active',
  right: ['Living rent free', 'two active secrets'],
  wrong: ['a living session'],
}
const ERROR: Term = {
  pattern:
    /(?<!\b(?:inject(?:ed|s|ing)?(?: an?)?|available) )\bfaults?\b(?! inject| (?:set|clear|list)\b)/i,
  better: 'error',
  right: [
    'Fault injection',
    'Fault injected: timeout',
    'Injected faults',
    'Available faults',
    'trimerge faults set TIMEOUT',
  ],
  wrong: ['2 faults', 'every fault is found'],
}
const REQUEST_LOG: Term = {
  pattern: /\bjournal\b/i,
  better: 'request log',
  right: ['kept in the request log'],
  wrong: ['kept in the journal'],
}
const PATH: Term = {
  pattern: /\bplaces?,? and rules?\b|\bby place\b/i,
  better: 'path',
  right: ['Place the order', 'path and rule'],
  wrong: ['named by place and rule'],
}
const SIGN_IN: Term = {
  // The command palette finds "Sign out" by "log out" too.
  pattern:
    /(?!^log out$)(?<!\bthe )\blog(?:s|ged|ging)?[ -](?:in|out)\b|\blog(?:in|out)s?\b(?!-variable)/i,
  better: 'sign in',
  right: [
    'Sign in with a code.',
    'The last sign-in',
    'credentials.login-variable',
    'written to the log in JSON',
    'log out',
  ],
  wrong: ['Log in with a code.', 'She logged in.', 'failed logins', 'at logout'],
}
/** The role operator and the operator of the service are correct. */
const CONSOLE_USER: Term = {
  pattern:
    /\b(?:(?:new|add|added|change|changed|disable|disabled|enable|enabled) (?:an )?|(?:accounts?|secrets) (?:and|or) |(?:accounts|secrets), |(?:passwords|sign-ins|second factors|sessions) of )operators?\b/i,
  better: 'console user',
  right: [
    'Only operators can inject faults.',
    'name and password of an operator',
    'Ask the operator of the service.',
    'a new console user',
  ],
  wrong: [
    'New operator',
    'accounts and operators',
    'passwords of operators',
    'accounts, operators',
  ],
}
const IN_PROGRESS: Term = {
  pattern: /\bin[ -]flight\b/i,
  better: 'in progress',
  right: ['8 orders in progress'],
  wrong: ['orders in flight', 'in-flight orders'],
}
const TERMS_OF_DOCUMENTS = [REJECTED, ACTIVE, PATH, SIGN_IN, CONSOLE_USER, IN_PROGRESS]
const TERMS = [...TERMS_OF_DOCUMENTS, ERROR, REQUEST_LOG]

/** Returns the forbidden words and terms in a text. */
function found(text: string, terms: readonly Term[]): readonly string[] {
  const words = WORDS.filter((word) => new RegExp(`\\b${word}\\b`, 'i').test(text))
  const wrong = terms.filter(({ pattern }) => pattern.test(text))
  return [...words, ...wrong.map(({ better, pattern }) => `${pattern.exec(text)?.[0]} (${better})`)]
}

/** Returns the forbidden words in several texts, each once. */
function foundIn(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => found(text, [])))]
}

interface Area {
  readonly name: string
  readonly files: readonly string[]
  readonly terms: readonly Term[]
  /** At least this many texts are read, so that a moved file does not leave an area empty. */
  readonly textsMin: number
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const files = (...globs: readonly string[]) => globSync([...globs], { cwd: ROOT }).toSorted()

const PAGES = files('*.md', 'docs/**/*.md', 'examples/*.md', 'bench/*.md')
const isGenerated = (file: string) => file in GENERATED
const SOURCES = files('src/**/*.ts')

/** Returns the sources that contain a pattern. */
const holding = (pattern: RegExp) => SOURCES.filter((file) => pattern.test(read(file)))

const COMMANDS = SOURCES.filter((file) => /\bcommands\//.test(file) || file === 'src/main.ts')
const ERRORS = holding(/export const CODES\b/)
const SETTINGS = holding(/export const SETTINGS\b/)
const OPERATOR_API = SOURCES.filter((file) => /\b(?:admin-)?api\//.test(file))
const PRINTED = SOURCES.filter((file) => /\bprint(?:ed)?\//.test(file))
const OTHERS = SOURCES.filter(
  (file) =>
    ![COMMANDS, ERRORS, SETTINGS, OPERATOR_API, PRINTED].some((area) => area.includes(file)),
)

// biome-ignore format: a table
const AREAS: readonly Area[] = [
  { name: 'the documents written by hand', files: PAGES.filter((file) => !isGenerated(file)), terms: TERMS_OF_DOCUMENTS, textsMin: 15 },
  { name: 'the generated documents', files: PAGES.filter(isGenerated), terms: TERMS_OF_DOCUMENTS, textsMin: 10 },
  { name: 'the console', files: files('console/src/**/*.{ts,tsx}'), terms: TERMS, textsMin: 300 },
  { name: 'the command line', files: COMMANDS, terms: TERMS, textsMin: 100 },
  { name: 'the error table', files: ERRORS, terms: TERMS, textsMin: 40 },
  { name: 'the settings', files: SETTINGS, terms: TERMS, textsMin: 30 },
  { name: 'the operator API', files: OPERATOR_API, terms: TERMS, textsMin: 60 },
  { name: 'the printed report', files: PRINTED, terms: [REJECTED, ACTIVE, SIGN_IN, IN_PROGRESS], textsMin: 60 },
  { name: 'other texts of the service', files: OTHERS, terms: [CONSOLE_USER, IN_PROGRESS], textsMin: 300 },
]

function textsOfFile(file: string): readonly string[] {
  return file.endsWith('.md') ? proseOf(read(file)) : textsOf(file, read(file))
}

/** In texts about fault injection, "fault" is the correct word. */
function termsOf(file: string, terms: readonly Term[]): readonly Term[] {
  return /fault|sandbox/.test(file) ? terms.filter((term) => term !== ERROR) : terms
}

/** Returns the text around a word, to help find it. */
function excerpt(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word.split(' (')[0]?.toLowerCase() ?? word))
  return text.slice(Math.max(0, at - 40), at + 60)
}

describe('no forbidden word is in the texts of', () => {
  for (const { name, files: own, terms, textsMin } of AREAS) {
    test(name, () => {
      const texts = own.flatMap((file) => textsOfFile(file).map((text) => ({ file, text })))
      assert.ok(texts.length >= textsMin, `${texts.length} texts in ${own.length} files`)
      const wrong = texts.flatMap(({ file, text }) =>
        found(text, termsOf(file, terms)).map((word) => `${file}: ${word}: ${excerpt(text, word)}`),
      )
      assert.equal(wrong.length, 0, `\n${wrong.join('\n')}`)
    })
  }
})

describe('control: the test finds', () => {
  for (const word of WORDS) {
    test(`"${word}" in each kind of text`, () => {
      assert.deepEqual(foundIn(proseOf(`An ${word}\nend of a page.`)), [word])
      assert.deepEqual(foundIn(proseOf(`# Page\n\n| a ${word} row |`)), [word])
      for (const program of [
        `export const TABLE = { row: { text: 'An ${word} text.' } } as const`,
        `const help = (name: string) => \`\${name} and ${word} of it\``,
        `const page = <p className="x">An ${word.replaceAll(' ', '\n  ')} of a page</p>`,
        `const field = <Field label={open ? 'An ${word} label' : ''} />`,
        `throw new Error('begins with ' + 'a ${word} end')`,
      ]) {
        const texts = textsOf('page.tsx', program)
        assert.deepEqual(foundIn(texts), [word], program)
      }
    })
  }

  test('each term, and nothing that is correct', () => {
    for (const term of TERMS) {
      for (const text of term.wrong) assert.equal(found(text, [term]).length, 1, text)
      for (const text of term.right) assert.deepEqual(found(text, TERMS), [], text)
    }
  })
})

test('control: code is not checked as text', () => {
  assert.deepEqual(foundIn(proseOf('```sh\ntold\n```\nSee `told` and [it](told.md).')), [])
  const program = `
    import { told } from './told nobody.ts'
    // nobody reads this
    type Kind = 'is there' | 'in kind'
    if (kind === 'so many words') told({ 'the way of': 1 })
    class Refused extends Error {
      override readonly name = 'Whoever is told'
      constructor() { this.name = 'Nobody is told' }
    }
    const name = <p className="stands alone">fine</p>`
  assert.deepEqual(foundIn(textsOf('program.tsx', program)), [])
})
