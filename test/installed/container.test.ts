/**
 * Tests the image without a container daemon. The script of the Dockerfile builds the file tree.
 * The service then runs in it as another user and as process 1, with a read-only root and without a
 * network. The work of the daemon itself, such as pulling and layers, is not tested.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'yaml'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { packedPackage } from './packed.ts'

const DOCKERFILE = readFileSync('container/Dockerfile', 'utf8').replaceAll('\\\n', ' ')

/** The name and text of each instruction of the Dockerfile, in all stages. */
const instructions = DOCKERFILE.split('\n')
  .filter((line) => /^[A-Z]/.test(line))
  .map((line) => [line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1).trim()] as const)
const lastFrom = instructions.findLastIndex(([name]) => name === 'FROM')
const final = instructions.slice(lastFrom)

/** Returns the text of the last stage's instruction with a name; the last one takes effect. */
function instruction(wanted: string): string {
  return final.findLast(([name]) => name === wanted)?.[1] ?? ''
}

/** Returns the words of an instruction in its list form, which needs no shell. */
function words(text: string): string[] {
  return JSON.parse(text.slice(text.indexOf('[')))
}

test('the Dockerfile has several stages and an unprivileged user, and needs no shell', () => {
  assert.ok(lastFrom > 0, 'more than one stage')
  assert.match(instruction('USER'), /^[1-9]\d+:[1-9]\d+$/)
  for (const name of ['ENTRYPOINT', 'CMD', 'VOLUME']) assert.ok(words(instruction(name)).length > 0)
  assert.match(instruction('HEALTHCHECK'), / CMD \[/)
  assert.equal(instruction('STOPSIGNAL'), 'SIGTERM')
  for (const label of ['title', 'licenses', 'version', 'revision']) {
    assert.ok(instruction('LABEL').includes(`org.opencontainers.image.${label}=`), label)
  }
  for (const [name, text] of instructions) {
    assert.notEqual(name, 'ADD')
    if (name === 'FROM') assert.match(text, /^(?:scratch$|\S+:\d+\.\d+\.\d+\S* AS )/)
  }
  assert.ok(!final.some(([name]) => name === 'RUN'), 'the last stage runs nothing')
  const { version, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  assert.ok(DOCKERFILE.includes(`ARG VERSION=${version}\n`))
  assert.ok(DOCKERFILE.includes(`FROM node:${devDependencies.node}-`), 'the Node of the checkout')
})

interface Service {
  readonly environment: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly [key: string]: unknown
}

test('compose runs two replicas, PostgreSQL and a proxy with TLS, with secrets as files', () => {
  const { services, secrets, networks } = parse(readFileSync('container/compose.yaml', 'utf8'), {
    merge: true,
  }) as {
    services: Record<string, Service>
    secrets: Record<string, { file: string }>
    networks: Record<string, { internal?: boolean }>
  }
  const { trimerge, migrate, database, proxy } = services
  assert.deepEqual(trimerge?.deploy, { replicas: 2 })
  for (const service of [trimerge, migrate]) {
    assert.equal(service?.user, instruction('USER'))
    assert.equal(service?.read_only, true)
    assert.deepEqual(service?.cap_drop, ['ALL'])
  }
  assert.ok(Number.parseInt(String(trimerge?.stop_grace_period), 10) > 25 + 5)
  for (const [name, service] of Object.entries(services)) {
    for (const secret of service.secrets ?? []) assert.ok(secrets[secret] !== undefined, secret)
    for (const [variable, value] of Object.entries(service.environment ?? {})) {
      const isSecret = /PASSWORD|KEY|SECRET|URL/.test(variable)
      assert.ok(!isSecret || String(value).startsWith('/run/secrets/'), `${name}: ${variable}`)
    }
  }
  for (const { file } of Object.values(secrets)) assert.match(file, /^\.\/secrets\//)
  assert.deepEqual([database?.networks, networks.inside?.internal], [['inside'], true])
  assert.deepEqual(proxy?.networks, ['outside'])
  const nginx = readFileSync('container/nginx.conf', 'utf8')
  for (const secret of proxy?.secrets ?? []) assert.ok(nginx.includes(`/run/secrets/${secret};`))
  assert.match(nginx, /location = \/metrics \{\s*return 404;/)
  for (const service of [trimerge, database, proxy]) {
    assert.equal(service?.restart, 'unless-stopped', 'a restart of the machine starts it again')
  }
})

test('the build context has only what the image is built from, no secrets', () => {
  const [all, ...kept] = readFileSync('container/.dockerignore', 'utf8').trim().split('\n')
  assert.equal(all, '*')
  const [, ...copied] = /^COPY (tree\.sh) (\S+) \/build\/$/m.exec(DOCKERFILE) ?? []
  assert.deepEqual(
    kept,
    copied.map((name) => `!${name}`),
  )
})

test('the image is not built from more than one tarball', () => {
  const given = ['container/tree.sh', process.execPath, 'trimerge-0.1.0.tgz', 'trimerge-0.2.0.tgz']
  const { status, stderr } = spawnSync('sh', [...given, '/nowhere/tree'], { encoding: 'utf8' })
  assert.equal(status, 2)
  assert.match(stderr, /needs one tarball; it was given 2\. Delete the old ones from container/)
})

const canRun = process.platform === 'linux' && process.getuid?.() === 0 && canUnshare()
const skip = canRun ? false : 'only root on Linux can make namespaces here'

function canUnshare(): boolean {
  const tried = ['sh', '-ec', 'ip link; chroot / true']
  return spawnSync('unshare', ['--mount', '--pid', '--net', '--fork', ...tried]).status === 0
}

const tree = join(temporaryFolder(), 'tree')

/** Builds the file tree as the build stage of the Dockerfile does. */
async function makeTree(): Promise<void> {
  const { tarball } = await packedPackage()
  execFileSync('sh', ['container/tree.sh', process.execPath, tarball, tree])
}

/**
 * Sets up the root inside new namespaces, as `docker run --read-only --network none --cap-drop ALL`
 * does.
 */
const CONTAIN = `
mount --make-rprivate /
mount --bind "$TREE" "$TREE"
mount --bind "$TREE/data" "$TREE/data"
mount -t tmpfs tmpfs "$TREE/tmp"
mount -t proc proc "$TREE/proc"
mount -o remount,bind,ro "$TREE"
ip link set lo up
exec chroot --userspec=65532:65532 "$TREE" "$@"`

async function runImage(): Promise<{ service: ChildProcess; pid: number }> {
  const command = [...words(instruction('ENTRYPOINT')), ...words(instruction('CMD'))]
  const namespaces = ['--mount', '--pid', '--net', '--ipc', '--uts', '--fork', '--kill-child']
  const service = spawn('unshare', [...namespaces, 'sh', '-ec', CONTAIN, 'sh', ...command], {
    env: { PATH: process.env.PATH, TREE: tree, TRIMERGE_DATA: '/data' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(service.stdout)) {
    if (line.startsWith('listening on ')) break
  }
  const children = readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8')
  return { service, pid: Number(children.trim()) }
}

/** Runs a command in the namespaces of the service, as `docker exec` does. */
function inside(pid: number, command: readonly string[]) {
  const enter = ['--target', String(pid), '--mount', '--pid', '--net', '--']
  return spawnSync('nsenter', [...enter, 'chroot', '--userspec=65532:65532', tree, ...command], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, TRIMERGE_DATA: '/data' },
  })
}

test('the image tree runs as an ordinary user, without shell, network or a writable root', {
  skip,
}, async () => {
  await makeTree()
  for (const shell of ['bin/sh', 'usr/bin/sh', 'bin/bash'])
    assert.ok(!existsSync(join(tree, shell)))
  const { service, pid } = await runImage()
  const [node = '', ...options] = words(instruction('ENTRYPOINT'))
  const program = options.at(-1) ?? ''
  try {
    const health = inside(pid, words(instruction('HEALTHCHECK')))
    assert.equal(health.status, 0, health.stdout + health.stderr)
    const example = '/app/examples/credit-report.xml'
    const order = inside(pid, [node, program, 'order', example, '--operation', 'credit_report'])
    assert.match(order.stdout, /Equifax +\d{3}/, order.stderr)
    const doctor = inside(pid, [node, program, 'doctor'])
    assert.equal(doctor.status, 0, doctor.stdout + doctor.stderr)
    const writing = "require('node:fs').writeFileSync('/app/dist/main.js', '')"
    assert.match(inside(pid, [node, '-e', writing]).stderr, /EROFS/)
    const going = "fetch('http://192.0.2.1').catch((error) => console.log(error.cause.code))"
    assert.match(inside(pid, [node, '-e', going]).stdout, /ENETUNREACH/)
    const ended = once(service, 'exit')
    // Sent to process 1, as a daemon does.
    process.kill(pid, 'SIGTERM')
    assert.deepEqual(await Promise.race([ended, sleep(30_000, undefined, { ref: false })]), [
      0,
      null,
    ])
    const bytes = Number(execFileSync('du', ['-sb', tree], { encoding: 'utf8' }).split('\t', 1)[0])
    assert.ok(bytes < 200_000_000, `${bytes} bytes`)
  } finally {
    service.kill('SIGKILL')
  }
})
