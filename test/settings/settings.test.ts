/** Errors in settings that are not flags: where the value is from, and secrets with line breaks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings, SettingsWrong } from '../../src/settings/settings.ts'
import { run } from '../commands/run.ts'

const VENDOR = {
  url: 'https://vendor.example',
  credentials: { as: 'basic', 'login-variable': 'LOGIN', 'password-variable': 'PASSWORD' },
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

test('an empty TRIMERGE_CONFIG names no settings file', async () => {
  const { code, stderr } = await run(['config'], { environment: { TRIMERGE_CONFIG: '' } })
  assert.deepEqual([code, stderr], [0, ''])
})
