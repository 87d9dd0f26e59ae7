/** Tests the settings of vendors, and docs/upstream.md by running its examples. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { describeSettings, readSettings, SettingsWrong } from '../../../src/settings/settings.ts'
import { UpstreamsSetting } from '../../../src/settings/upstreams.ts'
import { reported } from '../../orders/support/ordered.ts'
import { runningService } from '../../support/running-service.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { certificates } from './certificates.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/upstream.md'), 'utf8')
const [WORKED = '', ONE_ADDRESS = ''] = [...PAGE.matchAll(/```yaml\n([\s\S]*?)```/g)].map(
  ([, block = '']) => block,
)

const VARIABLES = { HARBORLINE_LOGIN: 'login-4471', HARBORLINE_PASSWORD: 'pässword-9920' }

function fileOf(content: string, name = 'trimerge.yaml'): string {
  const folder = temporaryFolder()
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

function read(yaml: string, environment: Readonly<Record<string, string>> = {}) {
  return readSettings({ flags: {}, environment, file: fileOf(yaml) })
}

function errorsOf(yaml: string, environment = {}): readonly string[] {
  try {
    read(yaml, environment)
  } catch (error) {
    if (error instanceof SettingsWrong) return error.errors
    throw error
  }
  return []
}

test('without settings, all bureaus are simulated', () => {
  const { bureaus, upstreams } = readSettings({ flags: {}, environment: {} })
  const all = { Equifax: 'simulated', Experian: 'simulated', TransUnion: 'simulated' }
  assert.deepEqual([bureaus, upstreams], [all, {}])
})

test('the examples of the page are valid settings', () => {
  const worked = read(WORKED, VARIABLES)
  assert.deepEqual(worked.bureaus, {
    Equifax: 'harborline',
    Experian: 'harborline',
    TransUnion: 'simulated',
  })
  assert.equal(worked.upstreamAccess.harborline?.password, VARIABLES.HARBORLINE_PASSWORD)
  assert.equal(read(ONE_ADDRESS).upstreams.quillgate?.products.soft.path, '')
})

test('a service with the settings of the page gets its files from the vendor', async (t) => {
  const vendor = await runningService(t)
  const yaml = WORKED.replace(/https:\S+/, vendor.url)
  const environment = { HARBORLINE_LOGIN: vendor.account, HARBORLINE_PASSWORD: vendor.secret }
  const { bureaus, upstreams } = read(yaml, environment)
  const service = await runningService(t, { flags: { bureaus, upstreams }, environment })
  const { answer } = await reported(service, 'credit_report')
  assert.deepEqual(answer.texts('CREDIT_SCORE.__Value').length, 3)
  const [listed] = await vendor.storage.store.ledger.inquiries(
    vendor.storage.vault.blindIndex('ssn', '900121234'),
    0,
    '',
  )
  assert.equal(listed?.bureau === 'Equifax' || listed?.bureau === 'Experian', true)
})

test('the page lists every setting of a vendor with its default', () => {
  const parsed = UpstreamsSetting.parse({ vendor: { url: 'https://vendor.example' } })
  for (const [name, fallback] of Object.entries(parsed.vendor ?? {})) {
    const [, shown = ''] = new RegExp(`^\\| \`${name}\` \\| (.*?) \\|`, 'm').exec(PAGE) ?? []
    assert.notEqual(shown, '', name)
    if (typeof fallback !== 'object' && name !== 'url') assert.equal(shown, `\`${fallback}\``, name)
  }
  for (const name of ['credentials', 'ca-file', 'headers-timeout-ms'])
    assert.match(PAGE, new RegExp(`\\| \`${name}\` \\|`))
})

test('a flag or a variable can hold the same settings in one line', () => {
  const upstreams = '{ vendor: { url: "https://vendor.example" } }'
  const { bureaus } = readSettings({
    flags: { bureaus: '{ Equifax: vendor }' },
    environment: { TRIMERGE_UPSTREAMS: upstreams },
  })
  assert.deepEqual(bureaus, { Equifax: 'vendor', Experian: 'simulated', TransUnion: 'simulated' })
})

test('values of variables are not shown', () => {
  const shown = JSON.stringify(describeSettings(read(WORKED, VARIABLES)))
  assert.match(shown, /HARBORLINE_PASSWORD/)
  for (const value of Object.values(VARIABLES)) assert.ok(!shown.includes(value))
})

const VENDOR = 'upstreams: { vendor: { url: "https://vendor.example"'

const INVALID: readonly (readonly [string, string, readonly RegExp[]])[] = [
  [
    'a bureau without a source',
    'bureaus: { Equifax: nobody }',
    [/^bureaus\.Equifax: must be simulated or the name of a vendor in upstreams$/],
  ],
  [
    'an unknown bureau',
    'bureaus: { Innovis: simulated }',
    [/^bureaus\.Innovis: unknown property; known are Equifax, Experian, TransUnion$/],
  ],
  ['a vendor without an address', 'upstreams: { vendor: {} }', [/^upstreams\.vendor\.url: /]],
  [
    'an unencrypted address on another machine',
    'upstreams: { vendor: { url: "http://vendor.example" } }',
    [/^upstreams\.vendor\.url: must be an https URL/],
  ],
  [
    'an address with a login',
    'upstreams: { vendor: { url: "https://me:secret77@vendor.example" } }',
    [/^upstreams\.vendor\.url: must be an https URL/],
  ],
  [
    'an address with parameters',
    'upstreams: { vendor: { url: "https://vendor.example/?password=secret77" } }',
    [/^upstreams\.vendor\.url: must be an https URL/],
  ],
  ['a reserved name', 'upstreams: { simulated: { url: "https://a.example" } }', [/simulated/]],
  [
    'an unknown setting',
    `${VENDOR}, retries: 4 } }`,
    [/^upstreams\.vendor\.retries: unknown property; known are url, /],
  ],
  [
    'several errors at once',
    `bureaus: { Innovis: simulated }\n${VENDOR}, dialect: french, connections: 0, breaker-failures: 99 } }`,
    [
      /^upstreams\.vendor\.dialect: /,
      /^upstreams\.vendor\.connections: /,
      /^upstreams\.vendor\.breaker-failures: /,
      /^bureaus\.Innovis: /,
    ],
  ],
  [
    'environment variables that are not set',
    `${VENDOR}, credentials: { as: basic, login-variable: NOT_SET, password-variable: NOR_THIS } } }`,
    [
      /^upstreams\.vendor\.credentials\.login-variable: names an environment variable that is not set$/,
      /^upstreams\.vendor\.credentials\.password-variable: names an environment variable that is not set$/,
    ],
  ],
  [
    'a login for basic with a colon',
    `${VENDOR}, credentials: { as: basic, login-variable: COLON, password-variable: COLON } } }`,
    [/^upstreams\.vendor\.credentials\.login-variable: .*colon/],
  ],
  [
    'a missing certificate file',
    `${VENDOR}, ca-file: /nowhere/ca.pem } }`,
    [/^upstreams\.vendor\.ca-file: is unreadable or not a PEM certificate/],
  ],
  [
    'a longer time-out for headers than for the response',
    `${VENDOR}, answer-timeout-ms: 1000, headers-timeout-ms: 2000 } }`,
    [/^upstreams\.vendor\.headers-timeout-ms: /],
  ],
]

test('a bureau is not blamed for a vendor whose settings are invalid', () => {
  const yaml = `bureaus: { Experian: vendor }\n${VENDOR}, breaker-failures: 99 } }`
  assert.deepEqual(errorsOf(yaml), ['upstreams.vendor.breaker-failures: at most 10'])
})

for (const [what, yaml, expected] of INVALID) {
  test(`${what}: the start fails with the path of the setting and without a secret`, () => {
    const errors = errorsOf(yaml, { COLON: 'a:b' })
    for (const pattern of expected) {
      assert.ok(
        errors.some((error) => pattern.test(error)),
        `${pattern} in ${errors.join(' | ')}`,
      )
    }
    assert.doesNotMatch(errors.join(), /secret77/)
  })
}

test('trusted certificates are read at start', () => {
  const { ca } = certificates()
  const file = fileOf(ca, 'ca.pem')
  const { upstreamAccess } = read(`${VENDOR}, ca-file: ${JSON.stringify(file)} } }`)
  assert.equal(upstreamAccess.vendor?.ca, ca)
})
