/**
 * The documents of the project are correct: their command lines run, and their links have targets.
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { serve } from './commands/run.ts'
import { program } from './support/programs.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '..')
const MAIN = program(join(ROOT, 'src/main.ts'))
const PAPERS = globSync(['*.md', 'docs/**/*.md', 'examples/*.md'], { cwd: ROOT })

/** Commands that install, or that run tests such as this one. Also curl if it is not installed. */
const NOT_RUN = [/^npm ci\b/, /^npm test\b/, /^npm run (?:check|fuzz|generate|proof|t)\b/]
if (spawnSync('curl', ['--version']).status !== 0) NOT_RUN.push(/^curl\b/)

/** Returns the command lines of a document, with continued lines joined. */
function commandLines(paper: string): string[] {
  const text = readFileSync(join(ROOT, paper), 'utf8')
  return [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) =>
    block
      .replaceAll('\\\n', ' ')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  )
}

async function shell(line: string, environment: Readonly<Record<string, string>>) {
  const child = spawn('sh', ['-c', line], { cwd: ROOT, env: { ...process.env, ...environment } })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  const [code] = await once(child, 'close')
  return { code, output: Buffer.concat(output).toString() }
}

/** Starts a service, and returns how the command lines of documents reach it. */
async function surroundings(t: TestContext) {
  const data = temporaryFolder()
  const service = await serve(t, data)
  const file = join(data, 'sandbox-credentials.json')
  const { account, operator } = JSON.parse(readFileSync(file, 'utf8'))
  const environment = {
    TRIMERGE_DATA: data,
    SECRET: account.secret,
    PASSWORD: operator.password,
    NODE: process.execPath,
    MAIN,
    TMPDIR: data,
  }
  const adapted = (line: string) =>
    line
      .replace(/^npx trimerge\b/, '"$NODE" "$MAIN"')
      .replace(/^npm run demo\b/, '"$NODE" "$MAIN" demo')
      .replace(/^curl\b/, 'curl --fail --silent --show-error')
      .replace('--out answers', `--out ${join(data, 'answers')}`)
      .replaceAll('http://127.0.0.1:8080', service.address)
      .replaceAll('sandbox:SECRET', `sandbox:${account.secret}`)
      .replaceAll('admin:PASSWORD', `admin:${operator.password}`)
  return { environment, adapted }
}

test('every command line in the documents runs, unless it installs or tests', async (t) => {
  const { environment, adapted } = await surroundings(t)
  let ranCount = 0
  for (const paper of PAPERS) {
    for (const line of commandLines(paper)) {
      if (NOT_RUN.some((pattern) => pattern.test(line))) continue
      const { code, output } = await shell(adapted(line), environment)
      assert.equal(code, 0, `${paper}: ${line}\n${output}`)
      ranCount += 1
    }
  }
  assert.ok(ranCount >= 8, `${ranCount} lines ran`)
})

test('in a checkout, npx finds the command', async () => {
  const { code, output } = await shell('npx --no-install trimerge --version', {})
  assert.equal(code, 0, output)
  assert.match(output, /^\d+\.\d+\.\d+$/m)
})

/** Returns the anchor of a heading. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

function anchorsOf(file: string): Set<string> {
  const text = readFileSync(file, 'utf8').replaceAll(/^```.*?^```/gms, '')
  return new Set([...text.matchAll(/^#+ +(.*)$/gm)].map(([, heading = '']) => slug(heading)))
}

test('links between the documents have targets', () => {
  let linkCount = 0
  for (const paper of PAPERS) {
    const text = readFileSync(join(ROOT, paper), 'utf8')
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? join(ROOT, paper) : join(ROOT, dirname(paper), path)
      assert.ok(existsSync(file), `${paper}: ${target}`)
      if (anchor !== undefined) assert.ok(anchorsOf(file).has(anchor), `${paper}: #${anchor}`)
      linkCount += 1
    }
  }
  assert.ok(linkCount > 30, `${linkCount} links`)
})

test('the pictures are small enough to load quickly', () => {
  const pictures = globSync('docs/images/*', { cwd: ROOT })
  assert.ok(pictures.length >= 2)
  for (const picture of pictures) {
    assert.ok(statSync(join(ROOT, picture)).size < 150_000, picture)
  }
})

test('the index lists every document', () => {
  const index = readFileSync(join(ROOT, 'docs/README.md'), 'utf8')
  const documents = globSync('docs/**/*.md', { cwd: ROOT }).filter(
    (one) => one !== 'docs/README.md',
  )
  assert.ok(documents.length > 20)
  const missing = documents.filter((one) => !index.includes(`](${one.replace('docs/', '')})`))
  assert.deepEqual(missing, [])
})

test('the glossary is in alphabetical order', () => {
  const page = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8')
  const terms = [...page.matchAll(/^\| ([^|]+?) \|/gm)].map(([, term = '']) => term).slice(1)
  assert.ok(terms.length >= 30)
  assert.deepEqual(terms, terms.toSorted(new Intl.Collator('en').compare))
})

test('the README shows the scores of a real response', async (t) => {
  const { environment, adapted } = await surroundings(t)
  const order =
    'npx trimerge order examples/credit-report.xml --operation credit_report --out answers'
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const shown = [...readme.matchAll(/^<CREDIT_SCORE .*$/gm)].map(([line]) => line)
  assert.equal(shown.length, 3)
  const { code, output } = await shell(adapted(order), environment)
  assert.equal(code, 0, output)
  const [file = ''] = globSync('answers/*.xml', { cwd: environment.TRIMERGE_DATA })
  const response = readFileSync(join(environment.TRIMERGE_DATA, file), 'utf8')
  for (const line of shown) {
    const pattern = line.split('…').map((part) => RegExp.escape(part.trim()))
    assert.match(response, new RegExp(pattern.join('.*')))
  }
})

test('the documents that the code names exist', () => {
  const files = globSync('src/**/*.ts', { cwd: ROOT })
  const named = files.flatMap((file) => [
    ...readFileSync(join(ROOT, file), 'utf8').matchAll(/\bdocs\/[\w-]+\.md/g),
  ])
  for (const [paper] of named) assert.ok(existsSync(join(ROOT, paper)), paper)
  assert.ok(named.length > 3)
})

test('the program in docs/audit.md checks an exported audit trail', async () => {
  const data = temporaryFolder()
  const [, program = ''] =
    /^```js\n(.*?)^```/ms.exec(readFileSync(join(ROOT, 'docs/audit.md'), 'utf8')) ?? []
  const checker = join(data, 'check.mjs')
  const trail = join(data, 'trail.jsonl')
  writeFileSync(checker, program)
  const trimerge = `"${process.execPath}" "${MAIN}"`
  for (const name of ['one', 'two']) {
    await shell(`${trimerge} account add ${name}`, { TRIMERGE_DATA: data })
  }
  await shell(`${trimerge} audit export --account two --out ${trail}`, { TRIMERGE_DATA: data })
  const check = () => shell(`"${process.execPath}" ${checker} ${trail}`, {})
  const { code, output } = await check()
  assert.equal(code, 0, output)
  const anchors = readFileSync(join(data, 'audit-anchors.jsonl'), 'utf8').trimEnd().split('\n')
  assert.equal(output.trim(), `head ${JSON.parse(anchors.at(-1) ?? '').hash}`)
  const lines = readFileSync(trail, 'utf8')
  for (const [from, to] of [
    ['"two"', '"six"'],
    ['"turn":1', '"turn":2'],
  ] as const) {
    writeFileSync(trail, lines.replace(from, to))
    assert.equal((await check()).code, 1, from)
  }
})
