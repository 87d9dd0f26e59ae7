/**
 * Tests the types that generators create from the published schemas with the commands of
 * docs/schemas.md: they compile strictly, and a program that uses them places an order and reads
 * its scores. The generators come from a registry, so the test runs only at full length. The part
 * for XML also needs Java.
 */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { promisify } from 'node:util'
import { DIALECT_LIST } from '../../src/documents/dialects.ts'
import { isFull } from '../support/length.ts'
import { runningService } from '../support/running-service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const SECTION = /## TypeScript\n.*/s.exec(readFileSync(join(ROOT, 'docs/schemas.md'), 'utf8'))?.[0]

/** The code blocks of the section: commands for JSON, commands for XML, and the program. */
const [JSON_LINES, XML_LINES] = blocks('bash')
const [PROGRAM] = blocks('ts')

/** A command that is not a package of Node. */
const [JAVA] = ['java'] as const

/** The address of the service on the page. */
const ADDRESS = 'http://127.0.0.1:8080'

/** The jar as Debian names it. JAXB_CLASSPATH can name jars elsewhere. */
const ACTIVATION = '/usr/share/java/javax.activation.jar'
const CLASSPATH = process.env.JAXB_CLASSPATH ?? ACTIVATION

function blocks(language: string): readonly [string, string] {
  const found = [
    ...(SECTION ?? '').matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms')),
  ]
  return [found[0]?.[1] ?? '', found[1]?.[1] ?? '']
}

function missing(): string | false {
  if (!isFull) return 'at full length only: installs packages'
  return spawnSync('npm', ['ping']).status !== 0 && 'no registry'
}

function missingJava(): string | false {
  if (spawnSync(JAVA, ['-version']).status !== 0) return 'Java is not installed'
  const exists = CLASSPATH.split(':').some((jar) => existsSync(jar))
  return !exists && 'javax.activation is not installed: libactivation-java, or JAXB_CLASSPATH'
}

const MISSING = missing()

/** The project of a user: the schemas and the generated types. */
let folder: string
before(() => {
  if (MISSING !== false) return
  folder = temporaryFolder()
  cpSync(join(ROOT, 'schema'), join(folder, 'schema'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{}')
})

async function shell(lines: string): Promise<string> {
  return (await run('bash', ['-e', '-c', lines], { cwd: folder })).stdout
}

/** Compiles files of the project with the strictest options. */
async function compile(...files: readonly string[]): Promise<void> {
  const types = join(folder, 'node_modules/@types')
  if (!existsSync(join(types, 'node')))
    symlinkSync(join(ROOT, 'node_modules/@types/node'), join(types, 'node'))
  const options =
    '--noEmit --checkers 1 --strict --skipLibCheck false --target esnext --module nodenext --types node'
  const compiler = join(ROOT, 'node_modules/.bin/tsc')
  const args = [...options.split(' '), '--allowImportingTsExtensions', ...files]
  await run(compiler, args, { cwd: folder }).catch((error) => assert.fail(error.stdout))
}

test('the page has the commands and the program', () => {
  assert.match(JSON_LINES, /openapi-typescript/)
  assert.match(XML_LINES, /schema\/mismo\/trimerge\.xsd/)
  assert.match(PROGRAM, /REQUESTGROUP/)
})

test('types of the JSON documents compile', { skip: MISSING }, async (t) => {
  const { url } = await runningService(t)
  await shell(JSON_LINES.replace(ADDRESS, url))
  await compile('trimerge.ts', 'documents.ts')
})

test('types of the XML documents compile and read a report', {
  skip: MISSING || missingJava(),
}, async (t) => {
  const service = await runningService(t)
  const program = PROGRAM.replace(ADDRESS, service.url)
  const lines = XML_LINES.replaceAll(ACTIVATION, CLASSPATH)
  await shell(lines)
  writeFileSync(join(folder, 'order.mts'), program)
  await compile('order.mts')
  const env = { ...process.env, SECRET: service.secret }
  const { stdout } = await run(process.execPath, ['order.mts'], { cwd: folder, env })
  const order = readFileSync(join(ROOT, 'examples/credit-report.xml'))
  const { body } = await service.post('credit_report', order)
  const scores = [...body.matchAll(/<CREDIT_SCORE [^>]*SourceType="(\w+)"[^>]* _Value="(\d+)"/g)]
  assert.equal(scores.length, 3)
  const expected = scores.map(([, bureau, score]) => `${bureau} ${score}`)
  assert.deepEqual(stdout.trim().split('\n'), expected)

  const wrong = program.replace("'Submit'", "'Send'")
  writeFileSync(join(folder, 'wrong.mts'), wrong)
  await assert.rejects(compile('wrong.mts'), /is not assignable to type/)

  const others = DIALECT_LIST.filter((dialect) => dialect.name !== 'mismo')
    .map(({ name }) => name)
    .filter((name) => existsSync(join(ROOT, `schema/${name}/trimerge.xsd`)))
  assert.equal(others.length, 3)
  for (const dialect of others) {
    const made = lines
      .replace(/^npm install .*$/m, '')
      .replaceAll('generated', `generated-${dialect}`)
    await shell(made.replace('schema/mismo', `schema/${dialect}`))
  }
  await compile(...others.map((dialect) => `generated-${dialect}/Trimerge.d.ts`))
})
