/** Tests the published package, installed in an otherwise empty folder outside the checkout. */
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { before, type TestContext, test } from 'node:test'
import type { BundledPackage } from '../../scripts/bundle.ts'
import { sbomOf } from '../../scripts/sbom.ts'
import { detail } from '../support/detail.ts'
import { runningService } from '../support/running-service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { checkInBrowser, checkInNode } from './client-check.ts'
import { pack, packedPackage } from './packed.ts'
import { runLines } from './page.ts'
import { runInstalled, smoke } from './smoke.ts'

const MEGABYTE = 1_000_000
const NO_PROC = existsSync('/proc/self/status') ? false : 'this system has no /proc'
const folder = temporaryFolder()
const app = join(folder, 'app')
const inPackage = join(app, 'node_modules/trimerge')
/** For programs that leave files in the system's folder for temporary files. */
const TEMPORARY = { TMPDIR: folder, TEMP: folder }
const trimerge = { words: [join(app, 'node_modules/.bin/trimerge')], folder: app }

let built = ''
let tarball = ''
let packages: readonly BundledPackage[] = []

before(async () => {
  ;({ built, tarball, packages } = await packedPackage())
  mkdirSync(app)
  writeFileSync(join(app, 'package.json'), '{ "name": "app", "private": true, "type": "module" }\n')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--offline']
  execFileSync('npm', ['install', ...options, tarball], { cwd: app, stdio: 'pipe' })
})

test('the package is small, and has no scripts and no dependencies', () => {
  assert.ok(statSync(tarball).size <= 3 * MEGABYTE, `${statSync(tarball).size} bytes packed`)
  const files = globSync('node_modules/**', { cwd: app, withFileTypes: true })
  const sizes = files
    .filter((file) => file.isFile())
    .map((file) => statSync(join(file.parentPath, file.name)).size)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  assert.ok(bytes <= 60 * MEGABYTE, `${bytes} bytes installed`)
  const manifest = JSON.parse(readFileSync(join(inPackage, 'package.json'), 'utf8'))
  for (const field of ['scripts', 'dependencies', 'devDependencies', 'private']) {
    assert.equal(manifest[field], undefined, field)
  }
  assert.deepEqual(
    readdirSync(join(app, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['trimerge'],
  )
})

test('the package lists every bundled library with its version and license', () => {
  const notices = readFileSync(join(inPackage, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const { components } = sbomOf(packages) as {
    components: {
      name: string
      purl: string
      licenses: { expression?: string; license?: { name: string } }[]
    }[]
  }
  for (const { name, version } of packages)
    assert.ok(notices.includes(`${name} ${version}\n`), name)
  for (const { purl, licenses } of components) {
    assert.match(purl, /^pkg:npm\/\S+@\d/)
    const { expression, license } = licenses[0] ?? {}
    const known = /MIT|ISC|Apache-2\.0|BSD|0BSD|BlueOak|Unlicense|^SEE LICENSE/
    assert.match(expression ?? license?.name ?? '', known, purl)
  }
  const inside = components.map(({ name }) => name)
  // The libraries of the console are bundled into its files.
  for (const name of ['preact', '@tanstack/react-query', 'wouter']) assert.ok(inside.includes(name))
  assert.equal(new Set(components.map(({ purl }) => purl)).size, inside.length, 'each once')
  assert.deepEqual(
    Object.keys(dependencies).filter((name) => !inside.includes(name)),
    [],
  )
})

detail('packing again with other file times gives the same bytes', () => {
  for (const file of globSync('**', { cwd: built })) utimesSync(join(built, file), 0, 0)
  const digest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
  assert.equal(digest(pack(built, join(folder, 'again'))), digest(tarball))
})

test('programs are ASCII, and import only named parts of Node modules', () => {
  const programs = globSync('dist/**/*.{js,cjs}', { cwd: inPackage })
  assert.ok(programs.length > 10)
  for (const file of programs) {
    const text = readFileSync(join(inPackage, file), 'latin1')
    assert.ok(!/[\x80-\xff]/.test(text), `${file} has letters beyond ASCII`)
    assert.ok(!/^import [^*\n]* from "node:/m.test(text), `${file} imports all of a module of Node`)
  }
})

/**
 * The design's limit for an idle service is 120 MiB. About 50 MiB of it are pages of Node's program,
 * which all processes share and of which the kernel maps more or fewer, so they are not counted.
 */
const OWN_MIB_MAX = 70

test('an idle temporary service takes little memory', { skip: NO_PROC }, async (t) => {
  const own = await ownMiB(t)
  t.diagnostic(`${Math.round(own)} MiB`)
  assert.ok(own > 0 && own <= OWN_MIB_MAX, `${own} MiB`)
})

/** Returns the memory of a temporary service that has just started, without pages of files. */
async function ownMiB(t: TestContext): Promise<number> {
  const args = ['serve', '--temporary', '--port', '0', '--json', '--log-level', 'fatal']
  const service = spawn(process.execPath, [join(inPackage, 'bin/trimerge.cjs'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...TEMPORARY },
  })
  t.after(() => service.kill('SIGKILL'))
  await once(service.stdout, 'data')
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8')
  service.kill('SIGKILL')
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}

test('the package passes the smoke suite outside the checkout', async (t) => {
  await smoke(t, trimerge)
})

test('the demo ends with the score and the file to open next', async () => {
  const output = await runInstalled({ ...trimerge, environment: TEMPORARY }, ['demo'])
  const lines = output.trimEnd().split('\n')
  assert.match(lines.slice(-5).join('\n'), /^Representative score of .*: 717 \(middle of three\)$/m)
  assert.match(lines.at(-2) ?? '', /credit_report\.pdf/)
})

test('programs can import the sandbox and the client, with their types', () => {
  for (const file of ['node-test.test.mjs']) {
    copyFileSync(join('examples/sandbox', file), join(app, file))
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const ran = spawnSync(process.execPath, ['--test', file], { cwd: app, env, encoding: 'utf8' })
    assert.equal(ran.status, 0, ran.stdout + ran.stderr)
    assert.match(ran.stdout, /pass 3/)
  }
  writeFileSync(
    join(app, 'typed.ts'),
    `import { createClient, type documents, type Result } from 'trimerge/client'
import { type OrderResult, startSandbox } from 'trimerge/sandbox'
const sandbox = await startSandbox()
const client = createClient({ url: sandbox.url, account: sandbox.account, secret: sandbox.secret })
const result: Result<'credit_report'> = await client.creditReport({ borrowers: [], models: ['Classic'] })
export const liabilities: readonly documents.CreditLiability[] =
  result.kind === 'report' ? result.response.CREDIT_LIABILITY : []
export const posted: OrderResult = await sandbox.order('credit_report', new Uint8Array())
export const mortgage = await sandbox.order('mortgage_only', new Uint8Array())
if (mortgage.kind === 'report') {
  const { CREDIT_SCORE: scores = [], CREDIT_REPORT_PRICE } = mortgage.document.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE
  console.log(scores[0]?._Value, CREDIT_REPORT_PRICE._Amount)
  // @ts-expect-error: the interface has no accounts in this response
  console.log(mortgage.document.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE.CREDIT_INQUIRY)
}
const refreshed: OrderResult<'refresh_report'> = await sandbox.order('refresh_report', '')
if (refreshed.kind === 'report') {
  // @ts-expect-error: a refresh has no scores
  console.log(refreshed.document.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE.CREDIT_SCORE)
}
export const code = mortgage.kind === 'rejection' ? mortgage.document.RESPONSE.STATUS._Code : ''
// @ts-expect-error: the types are there, and not any
export const wrong: number = sandbox.url
// @ts-expect-error: a refresh has no Upgrade
await client.refreshReport({ borrowers: [], action: 'Upgrade' })
`,
  )
  writeFileSync(
    join(app, 'browser.ts'),
    `import { createClient } from 'trimerge/client'
export const client = createClient({ url: location.origin, account: 'a', secret: 'b' })
`,
  )
  writeFileSync(join(app, 'documented.ts'), documentedProgram())
  const tsc = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
  const language = ['--strict', '--module', 'nodenext', '--target', 'esnext']
  // On a small program, more checkers would only repeat the same work.
  const options = ['--noEmit', '--checkers', '1', ...language]
  // Both use no types of Node or of a library, and check every declaration.
  const projects = [
    ['typed.ts', '--types', ''],
    ['browser.ts', 'documented.ts', '--lib', 'es2023,dom,dom.iterable', '--types', ''],
  ]
  for (const project of projects) {
    const args = [tsc, ...options, ...project]
    const checked = spawnSync(process.execPath, args, { cwd: app, encoding: 'utf8' })
    assert.equal(checked.status, 0, checked.stdout)
  }
})

/**
 * Fakes what test frameworks fake: globals, and `nextTick` in a copy of `process`. A call of a fake
 * timer does nothing.
 */
const WITH_FAKE_TIMERS = `
globalThis.process = Object.create(process)
const { startSandbox } = await import('trimerge/sandbox')
const { exit } = process
const fake = () => ({ ref() {}, unref() {} })
process.nextTick = fake
for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'fetch']) globalThis[name] = fake
globalThis.performance = { now: () => 0 }
for (let count = 0; count < 2; count++) {
  const sandbox = await startSandbox()
  const { kind } = await sandbox.order('credit_report', sandbox.orderXml('avery', 'credit_report'))
  await sandbox.reset()
  await sandbox.close()
  if (kind !== 'report') exit(1)
}
console.log(process.listenerCount('exit'))
`

detail('sandboxes run while a test framework fakes timers and fetch, and leave no listener', () => {
  writeFileSync(join(app, 'fake-timers.mjs'), WITH_FAKE_TIMERS)
  const options = { cwd: app, encoding: 'utf8', timeout: 60_000 } as const
  const ran = spawnSync(process.execPath, ['fake-timers.mjs'], options)
  assert.deepEqual([ran.status, ran.stdout, ran.stderr], [0, '0\n', ''])
})

test('the types of the package need no library, and no recent TypeScript', () => {
  const types = join(app, 'node_modules/trimerge/types')
  const files = globSync('**/*.d.ts', { cwd: types })
  assert.ok(files.length > 10)
  for (const file of files) {
    const text = readFileSync(join(types, file), 'utf8')
    assert.doesNotMatch(text, /from '[^.]/, `${file} imports a library`)
    // The class has a parameter only from TypeScript 5.7 on.
    assert.doesNotMatch(text, /[^`]\bUint8Array</, file)
  }
})

/** Returns the examples of docs/client.md as one program. */
function documentedProgram(): string {
  const page = readFileSync('docs/client.md', 'utf8')
  const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
  assert.ok(blocks.length >= 4)
  return `declare const process: { env: Record<string, string> }\n${blocks.join('')}`
}

test('the client runs in every Node from 20 on, and in a browser', async (t) => {
  const service = await runningService(t)
  const found = clientNodes()
  t.diagnostic(`Node ${found.map(({ major }) => major).join(', ')}`)
  for (const { path } of found) await checkInNode(path, app, service)
  await checkInBrowser(join(inPackage, 'dist/client/client.js'), service)
})

/**
 * Returns one Node of each major version on this machine that the client supports, starting with
 * the running one. `TEST_NODES` names more.
 */
function clientNodes(): readonly { readonly path: string; readonly major: number }[] {
  const named = process.env.TEST_NODES?.split(':') ?? []
  const paths = [process.execPath, '/usr/bin/node', '/usr/local/bin/node', ...named]
  const nodes = paths.flatMap((path) => {
    const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
    const major = Number(/^v(\d+)/.exec(stdout ?? '')?.[1])
    return status === 0 && major >= 20 ? { path, major } : []
  })
  return [...new Map(nodes.map((node) => [node.major, node])).values()]
}

test('the lines of docs/install.md install the package and work', async (t) => {
  const place = join(folder, 'place')
  mkdirSync(place)
  copyFileSync(tarball, join(place, basename(tarball)))
  await runLines(t, 'package', place)
})

test('the README of the package names only existing commands and files', async () => {
  const readme = readFileSync(join(inPackage, 'README.md'), 'utf8')
  const help = await runInstalled(trimerge, ['--help'])
  const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
  const lines = blocks.join('').trim().split('\n')
  assert.ok(lines.length >= 5)
  for (const line of lines) {
    const [, command] = /^npx trimerge ?(\S*)/.exec(line) ?? []
    assert.ok(command !== undefined, line)
    if (/^\w/.test(command)) assert.match(help, new RegExp(`^ +${command}\\b`, 'm'))
  }
  for (const [, file = ''] of readme.matchAll(/\]\(([^)#:]+)\)/g)) {
    assert.ok(statSync(join(inPackage, file)).isFile(), file)
  }
})

test('on an older Node, the package prints the version that it needs', (t) => {
  const launcher = join(inPackage, 'bin/trimerge.cjs')
  const older = oldNode()
  if (older === undefined) t.diagnostic('no older Node here: its version is only pretended')
  const pretend = "Object.defineProperty(process.versions, 'node', { value: '20.1.0' });"
  const ran =
    older === undefined
      ? spawnSync(process.execPath, ['-e', `${pretend} require(${JSON.stringify(launcher)})`])
      : spawnSync(older, [launcher])
  assert.equal(ran.status, 2)
  assert.match(
    String(ran.stderr),
    /^Trimerge needs Node\.js 26 or later, but this is Node\.js \d+\.\d+\.\d+\.\n$/,
  )
})

test('on another runtime, which calls itself a recent Node, the package asks for Node', () => {
  const asBun = `Object.defineProperty(process.versions, 'bun', { value: '1.4.5' })
import('trimerge/sandbox').catch(({ message }) => console.log(message))`
  const ran = spawnSync(process.execPath, ['-e', asBun], { cwd: app, encoding: 'utf8' })
  assert.match(
    ran.stdout,
    /^trimerge\/sandbox needs Node\.js 26 or later, but this is Bun 1\.4\.5\./,
  )
})

test('on an older Node, the sandbox names the version that it needs', (t) => {
  const older = oldNode()
  if (older === undefined) t.diagnostic('no older Node here: its version is only pretended')
  const pretend =
    older === undefined
      ? "Object.defineProperty(process.versions, 'node', { value: '20.1.0' });"
      : ''
  const program = `${pretend} import('trimerge/sandbox').catch(({ message }) => console.log(message))`
  const ran = spawnSync(older ?? process.execPath, ['-e', program], { cwd: app, encoding: 'utf8' })
  assert.match(ran.stdout, /^trimerge\/sandbox needs Node\.js 26 or later, but this is Node\.js \d/)
})

/** Returns the path of a Node on this machine that is too old, if there is one. */
function oldNode(): string | undefined {
  return ['/usr/bin/node', '/usr/local/bin/node'].find((path) => {
    const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
    return status === 0 && Number(/^v(\d+)/.exec(stdout)?.[1]) < 26
  })
}
