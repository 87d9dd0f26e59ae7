/** Checks the objects of the Helm chart, rendered by our own template engine (chart.ts). */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { render } from './chart.ts'

const CHART = 'container/chart'
const read = (file: string) => readFileSync(`${CHART}/${file}`, 'utf8')
const chart = parse(read('Chart.yaml'))
const values = parse(read('values.yaml'))
const schema = JSON.parse(read('values.schema.json'))

interface Container {
  readonly image: string
  readonly args: readonly string[]
  readonly env: readonly { readonly name: string; readonly value?: string }[]
  readonly securityContext: object
  readonly [probe: string]: unknown
}

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> }
  // biome-ignore lint/suspicious/noExplicitAny: manifests of all kinds
  readonly spec: any
}

const SECRET = { ...values.existingSecret, name: 'trimerge-secrets' }

/** Returns all objects of a release, by kind. */
function release(changes: object = {}): ReadonlyMap<string, Manifest> {
  const own = { ...values, existingSecret: SECRET, ...changes }
  const scope = {
    Values: own,
    Release: { Name: 'credit' },
    Chart: { AppVersion: chart.appVersion },
  }
  const files = globSync(`${CHART}/templates/*.yaml`)
  const documents = files.flatMap((file) => {
    const text = render(readFileSync(file, 'utf8'), scope)
    assert.doesNotMatch(text, /\{\{|undefined|\[object/, file)
    return parseAllDocuments(text).map((document) => {
      assert.deepEqual(document.errors, [], file)
      return document.toJS() as Manifest | null
    })
  })
  return new Map(documents.filter((document) => document !== null).map((one) => [one.kind, one]))
}

const KINDS = [
  'Deployment',
  'Job',
  'NetworkPolicy',
  'PodDisruptionBudget',
  'Service',
  'ServiceAccount',
]

/** Returns the pod specifications of the service and of the migration. */
function podsOf(objects: ReadonlyMap<string, Manifest>) {
  return ['Deployment', 'Job'].map((kind) => objects.get(kind)?.spec.template.spec)
}

test('a release has every object that it needs', () => {
  assert.deepEqual([...release().keys()].sort(), KINDS)
  const off = { networkPolicy: { ...values.networkPolicy, enabled: false } }
  assert.ok(!release(off).has('NetworkPolicy'))
})

test('no container has privileges, a writable root or a secret in its manifest', () => {
  for (const pod of podsOf(release())) {
    assert.equal(pod.securityContext.runAsNonRoot, true)
    assert.equal(pod.automountServiceAccountToken, false)
    for (const container of pod.containers as Container[]) {
      assert.deepEqual(container.securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      for (const { name, value } of container.env) {
        if (/KEY|URL|TOKEN/.test(name)) assert.equal(value, undefined, name)
      }
    }
  }
})

test('no pod gets variables of the services in its namespace', () => {
  // A service of the name trimerge would set TRIMERGE_PORT, which is a setting.
  for (const pod of podsOf(release())) assert.equal(pod.enableServiceLinks, false)
})

test('the registry may be private, and a namespace may demand the resources of every pod', () => {
  const pullSecrets = [{ name: 'registry' }]
  for (const pod of podsOf(release({ image: { ...values.image, pullSecrets } }))) {
    assert.deepEqual(pod.imagePullSecrets, pullSecrets)
    for (const container of pod.containers) assert.deepEqual(container.resources, values.resources)
  }
})

test('a node with the only replica can be drained', () => {
  assert.deepEqual(release({ replicas: 1 }).get('PodDisruptionBudget')?.spec.maxUnavailable, 1)
})

test('pods have probes and time to stop, and the migration runs before them', () => {
  const objects = release({ drainSeconds: 10, endSeconds: 40, serviceRole: 'trimerge' })
  const [service, migration] = podsOf(objects)
  assert.ok(service.terminationGracePeriodSeconds > 50)
  const [container] = service.containers
  for (const probe of ['readinessProbe', 'livenessProbe', 'startupProbe']) {
    assert.match(container[probe].httpGet.path, /^\/health\/(?:live|ready)$/)
  }
  // /health/ready responds within two seconds.
  assert.ok(container.readinessProbe.timeoutSeconds > 2)
  const env = new Map<string, string>(
    container.env.map(({ name, value }: { name: string; value: string }) => [name, value]),
  )
  assert.deepEqual(
    [env.get('TRIMERGE_DRAIN_DELAY_MS'), env.get('TRIMERGE_END_TIMEOUT_MS')],
    ['10000', '40000'],
  )
  assert.deepEqual(migration.containers[0].args, ['migrate', '--grant', 'trimerge'])
  assert.equal(
    objects.get('Job')?.metadata.annotations?.['helm.sh/hook'],
    'pre-install,pre-upgrade',
  )
  assert.equal(container.image, `trimerge:${chart.appVersion}`)
  const digest = `sha256:${'a'.repeat(64)}`
  const [pinned] = podsOf(release({ image: { ...values.image, digest } }))
  assert.equal(pinned.containers[0].image, `trimerge@${digest}`)
})

const SETTINGS_GIVEN = {
  TRIMERGE_LOG_LEVEL: 'warn',
  TRIMERGE_BODY_BYTES_MAX: 2_097_152,
  TRIMERGE_TAGGED_PDF: true,
}

test('probes use the base path of the settings', () => {
  const [pod] = podsOf(release({ settings: { TRIMERGE_BASE_PATH: '/trimerge' } }))
  for (const probe of ['readinessProbe', 'livenessProbe', 'startupProbe']) {
    const { path } = pod.containers[0][probe].httpGet
    assert.match(path, /^\/trimerge\/health\/(?:live|ready)$/)
  }
})

test('settings that the chart derives from its values cannot be set a second time', () => {
  const [pod] = podsOf(release())
  const derived: string[] = pod.containers[0].env.map(({ name }: { name: string }) => name)
  const forbidden = schema.properties.settings.not.anyOf.flatMap(
    ({ required }: { required: readonly string[] }) => required,
  )
  for (const name of [...derived, 'TRIMERGE_PORT', 'TRIMERGE_DATA', 'TRIMERGE_TLS_CERT']) {
    assert.ok(forbidden.includes(name), name)
  }
})

test('settings and a settings file are passed to the service', () => {
  const pods = podsOf(release({ settings: SETTINGS_GIVEN, existingConfig: 'vendors' }))
  const { env } = pods[0].containers[0]
  for (const [wanted, given] of Object.entries(SETTINGS_GIVEN)) {
    assert.ok(
      env.some(
        ({ name, value }: { name: string; value: string }) =>
          name === wanted && value === String(given),
      ),
      wanted,
    )
  }
  // The migration needs no settings, but the certificate authority of PostgreSQL.
  for (const { containers, volumes } of pods) {
    const mount = containers[0].volumeMounts.find(({ name }: { name: string }) => name === 'config')
    assert.deepEqual(mount, { name: 'config', mountPath: '/etc/trimerge', readOnly: true })
    const volume = volumes.find(({ name }: { name: string }) => name === 'config')
    assert.deepEqual(volume.configMap, { name: 'vendors' })
  }
})

test('further keys of the secret become environment variables of the service', () => {
  const existingSecret = { ...SECRET, environment: ['HARBORLINE_LOGIN', 'TRIMERGE_METRICS_TOKEN'] }
  const [service, migration] = podsOf(release({ existingSecret }))
  const namedOf = (pod: { containers: Container[] }, key: string) =>
    pod.containers.flatMap(({ env }) => env.filter(({ name }) => name === key))
  for (const key of existingSecret.environment) {
    const valueFrom = { secretKeyRef: { name: SECRET.name, key } }
    assert.deepEqual(namedOf(service, key), [{ name: key, valueFrom }])
    assert.deepEqual(namedOf(migration, key), [])
  }
})

test('the network policy allows orders from the ingress, and DNS, the database and vendors', () => {
  const policy = release().get('NetworkPolicy')?.spec
  assert.deepEqual(policy.policyTypes, ['Ingress', 'Egress'])
  const ports = policy.egress.flatMap((rule: { ports: { port: number }[] }) =>
    rule.ports.map(({ port }) => port),
  )
  assert.deepEqual(new Set(ports), new Set([53, 5432, 443]))
  const [{ from }] = policy.ingress
  assert.deepEqual(from[0].namespaceSelector.matchLabels, {
    'kubernetes.io/metadata.name': 'ingress',
  })
})

test('Prometheus reaches the service if the labels of its namespace are given', () => {
  const sources = (changes: object) => {
    const networkPolicy = { ...values.networkPolicy, ...changes }
    const policy = release({ networkPolicy }).get('NetworkPolicy')
    const [rule, ...others] = policy?.spec.ingress ?? []
    assert.deepEqual([others, rule.ports], [[], [{ port: 'http', protocol: 'TCP' }]])
    return rule.from.map(
      (from: { namespaceSelector: { matchLabels: object } }) => from.namespaceSelector.matchLabels,
    )
  }
  const ingress = { 'kubernetes.io/metadata.name': 'ingress' }
  const monitoring = { 'kubernetes.io/metadata.name': 'monitoring' }
  assert.deepEqual(sources({}), [ingress])
  assert.deepEqual(sources({ monitoringNamespaceLabels: monitoring }), [ingress, monitoring])
})

test('the schema accepts the default values with a named secret, and rejects inline secrets', () => {
  const { not: _, ...settings } = schema.properties.settings
  assert.ok(schema.properties.settings.not.anyOf.length > 3)
  const properties = { ...schema.properties, settings: { ...settings, propertyNames: undefined } }
  const checked = z.fromJSONSchema({ ...schema, properties })
  const named = { ...values, existingSecret: SECRET }
  const more = { ...SECRET, environment: ['HARBORLINE_LOGIN'] }
  assert.equal(checked.safeParse({ ...named, existingSecret: more }).success, true)
  assert.equal(checked.safeParse(named).success, true, String(checked.safeParse(named).error))
  for (const wrong of [
    values,
    { ...named, replicas: 0 },
    { ...named, masterKey: 'inline' },
    { ...named, existingSecret: { ...SECRET, environment: ['harborline-login'] } },
    { ...named, image: { repository: 'trimerge', digest: 'latest' } },
  ]) {
    assert.equal(checked.safeParse(wrong).success, false)
  }
  assert.deepEqual(Object.keys(schema.properties).sort(), [...Object.keys(values), 'global'].sort())
})

test('the chart has the version of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  assert.deepEqual([chart.version, chart.appVersion], [version, version])
})
