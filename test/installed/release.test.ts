/** Tests the release workflow, in particular its checks before it publishes anything. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'

interface Step {
  readonly run?: string
  readonly uses?: string
}

interface Job {
  readonly if?: string
  readonly needs?: string | readonly string[]
  readonly environment?: string
  readonly permissions?: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
}

const workflow = parse(readFileSync('.github/workflows/release.yml', 'utf8')) as {
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}
const { jobs } = workflow

test('nothing runs before a maintainer enables it, and nothing is published before tests', () => {
  assert.match(jobs.test?.if ?? '', /RELEASES_ENABLED/)
  const before = (name: string): readonly string[] => {
    const own = [jobs[name]?.needs ?? []].flat()
    return [...own, ...own.flatMap(before)]
  }
  for (const name of Object.keys(jobs)) {
    if (name !== 'test') assert.ok(before(name).includes('test'), name)
  }
  const commands = jobs.test?.steps.map(({ run }) => run).filter(Boolean)
  assert.deepEqual(commands?.slice(1), ['npm ci', 'npm test -- --details'])
})

test('only jobs with write permission use the release environment, which a person approves', () => {
  assert.deepEqual(workflow.permissions, { contents: 'read' })
  for (const [name, { permissions = {}, environment }] of Object.entries(jobs)) {
    const writes = Object.values(permissions).includes('write')
    assert.equal(environment, writes ? 'release' : undefined, name)
  }
})

test('every script that the workflow runs exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.map(({ run = '' }) => run))
  for (const [, script = ''] of commands.join('\n').matchAll(/npm run ([\w:-]+)/g)) {
    assert.ok(scripts[script] !== undefined, script)
  }
  for (const [file] of commands.join('\n').matchAll(/scripts\/[\w-]+\.ts/g)) {
    assert.ok(existsSync(file), file)
  }
})

test('a tag that differs from the version makes no release', () => {
  const args = ['scripts/release.ts', 'unused', '--tag', 'v99.0.0']
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stderr, /v99\.0\.0 does not match the version/)
})
