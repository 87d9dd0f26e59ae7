/** Errors in settings that are not flags: where the value is from, and secrets with line breaks. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSettings, SettingsWrong } from '../../src/settings/settings.ts'
import { run } from '../commands/run.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const VENDOR = {
  url: 'https://vendor.example',
  credentials: { as: 'basic', 'login-variable': 'LOGIN', 'password-variable': 'PASSWORD' },
}

const VENDOR_OF_VARIABLES = {
  url: 'https://vendor.example',
  credentials: {
    as: 'basic',
    'login-variable': 'TRIMERGE_LOGIN',
    'password-variable': 'TRIMERGE_PASSWORD',
  },
}

function errorsOf(environment: Readonly<Record<string, string>>, flags = {}): readonly string[] {
  try {
    readSettings({ flags, environment })
  } catch (error) {
    if (error instanceof SettingsWrong) return error.errors
    throw error
  }
  return []
}

test('an error in an environment variable names the variable', () => {
  // Kubernetes sets this beside a service of the name trimerge.
  const environment = { TRIMERGE_PORT: 'tcp://10.0.0.1:80' }
  assert.deepEqual(errorsOf(environment), ['port (TRIMERGE_PORT): a whole number'])
  assert.deepEqual(errorsOf(environment, { port: '8080' }), [])
  assert.deepEqual(errorsOf({ TRIMERGE_UPSTREAMS: '{v: {url: "http://vendor"}}' }), [
    'upstreams.v.url (TRIMERGE_UPSTREAMS): must be an https URL without user info, query and fragment; http is allowed on loopback only',
  ])
})

test('a secret with a line break, as many tools store it, is an error and not a wrong secret', () => {
  assert.deepEqual(errorsOf({ TRIMERGE_METRICS_TOKEN: 'token\n' }), [
    'metrics-token (TRIMERGE_METRICS_TOKEN): letters, digits and signs, without spaces and line breaks',
  ])
  assert.deepEqual(errorsOf({ TRIMERGE_METRICS_TOKEN: 'tok-en_~+/=.!' }), [])
  const flags = { upstreams: { vendor: VENDOR } }
  assert.deepEqual(errorsOf({ LOGIN: 'login', PASSWORD: 'secret\n' }, flags), [
    'upstreams.vendor.credentials.password-variable: names an environment variable with a line break or another control character',
  ])
  assert.deepEqual(errorsOf({ LOGIN: 'login', PASSWORD: 'pässword 1' }, flags), [])
})

test('the operator has a name and an address that every response can hold', () => {
  const flags = {
    'operator-name': ' ',
    'operator-street': 'x'.repeat(251),
    'operator-fax': 'a\u0007',
  }
  assert.deepEqual(errorsOf({}, flags), [
    'operator-name: at least 1 character',
    'operator-street: at most 250 characters',
    'operator-fax: a text without control characters',
  ])
})

test('a world begins within the years that its documents and people allow', () => {
  const error =
    'world-start: a date or a time in UTC from 2000 to 2099, such as 2026-01-15 or 2026-01-15T09:00:00Z'
  for (const start of ['0001-01-01', '1999-12-31', '2100-01-01', '9999-12-31T23:59:59Z']) {
    assert.deepEqual(errorsOf({}, { 'world-start': start }), [error], start)
  }
  for (const start of ['', '2000-01-01', '2099-12-31T23:59:59Z']) {
    assert.deepEqual(errorsOf({}, { 'world-start': start }), [], start)
  }
})

test('an empty TRIMERGE_CONFIG names no settings file', async () => {
  const { code, stderr } = await run(['config'], { environment: { TRIMERGE_CONFIG: '' } })
  assert.deepEqual([code, stderr], [0, ''])
})

test('variables that look like settings and set nothing are named', async () => {
  const flags = { upstreams: { vendor: VENDOR_OF_VARIABLES } }
  const environment = {
    TRIMERGE_OPERATOR_SECONDFACTOR: 'required',
    TRIMERGE_LOGIN: 'login',
    TRIMERGE_PASSWORD: 'password',
    TRIMERGE_CONFIG: '',
    TRIMERGE_URL: 'http://127.0.0.1:8080',
    TRIMERGE_SERVICE_HOST: '10.0.0.1',
    TRIMERGE_PORT_80_TCP_ADDR: '10.0.0.1',
    TRIMERGE_LOG_LEVEL: 'warn',
    OTHER: '1',
  }
  const { unknownVariables } = readSettings({ flags, environment })
  assert.deepEqual(unknownVariables, ['TRIMERGE_OPERATOR_SECONDFACTOR'])
  const data = temporaryFolder()
  const misspelled = { environment: { TRIMERGE_OPERATOR_SECONDFACTOR: 'required' } }
  const { stdout } = await run(['doctor', '--data', data], misspelled)
  assert.match(stdout, /^warn {2}TRIMERGE_OPERATOR_SECONDFACTOR sets nothing: docs\/settings\.md/m)
})

test('a vendor that no bureau names is named, because its bureaus are simulated', async () => {
  const file = join(temporaryFolder(), 'trimerge.yaml')
  const vendor = 'url: https://vendor.example'
  const warned = async (bureaus: string) => {
    writeFileSync(file, `upstreams: { one: { ${vendor} }, two: { ${vendor} } }\n${bureaus}\n`)
    const { stdout } = await run(['doctor', '--config', file, '--data', temporaryFolder()])
    return [...stdout.matchAll(/^warn {2}no bureau gets its files from the vendor (\w+):/gm)].map(
      ([, name]) => name,
    )
  }
  assert.deepEqual(await warned(''), ['one', 'two'])
  assert.deepEqual(await warned('bureaus: { Equifax: two }'), ['one'])
})

test('secrets on the command line are named, because other users of the machine can read them', () => {
  const url = 'postgres://trimerge:word@localhost/trimerge'
  const exposed = (flags: Readonly<Record<string, string>>, environment = {}) =>
    readSettings({ flags, environment }).exposedSecrets
  assert.deepEqual(exposed({ 'database-url': url, 'metrics-token': 'token', port: '1' }), [
    'database-url',
    'metrics-token',
  ])
  assert.deepEqual(exposed({ 'database-url': 'postgres://trimerge@localhost/a?port=5432' }), [])
  assert.deepEqual(exposed({ 'database-url': 'postgres://localhost/a?password=word' }), [
    'database-url',
  ])
  assert.deepEqual(exposed({}, { TRIMERGE_DATABASE_URL: url, TRIMERGE_METRICS_TOKEN: 'token' }), [])
})

test('a database URL with an unknown parameter or value is an error that repeats nothing of it', () => {
  const read = (url: string) => readSettings({ flags: { 'database-url': url }, environment: {} })
  for (const url of [
    'postgres://u:secret@one:5432,two/trimerge?target_session_attrs=read-write&sslmode=verify-full',
    'postgresql://u:p%23w@localhost/trimerge?sslmode=prefer&application_name=a',
  ]) {
    assert.equal(read(url)['database-url'], url)
  }
  for (const url of [
    'postgres://u:secret@localhost/trimerge?sslmod=verify-full',
    'postgres://u:secret@localhost/trimerge?sslmode=verifyfull',
    'postgres://u:secret#word@localhost/trimerge',
    'postgres://u:secret@local host/trimerge',
  ]) {
    assert.throws(
      () => read(url),
      (error: Error) => /database-url/.test(error.message) && !/secret|sslmod=/.test(error.message),
      url,
    )
  }
})
