/** Tests when the console is built again before tests use it. */
import assert from 'node:assert/strict'
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { isConsoleOutdated } from '../../scripts/testing/renew-console.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('a console is outdated if a file that it is built from changed, or if there is no build', () => {
  const root = temporaryFolder()
  const write = (path: string, seconds: number) => {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '')
    for (const each of [file, dirname(file)]) utimesSync(each, seconds, seconds)
  }
  write('console/src/app.css', 10)
  write('console/src/pages/page.tsx', 10)
  utimesSync(join(root, 'console/src'), 10, 10)
  assert.equal(isConsoleOutdated(root), true)
  write('console/dist/index.html', 20)
  assert.equal(isConsoleOutdated(root), false)
  write('console/dist/assets/page.js', 30)
  write('src/app/service.ts', 30)
  assert.equal(isConsoleOutdated(root), false)
  for (const path of ['console/src/app.css', 'src/documents/wording.ts']) {
    write(path, 30)
    assert.equal(isConsoleOutdated(root), true, path)
    write(path, 10)
  }
  utimesSync(join(root, 'console/src'), 10, 10)
  assert.equal(isConsoleOutdated(root), false)
  rmSync(join(root, 'console/src/pages/page.tsx'))
  assert.equal(isConsoleOutdated(root), true)
})
