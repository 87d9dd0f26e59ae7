/** Tests that the file of anchors stays usable whatever happens to its last line on disk. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  ANCHORS_FILE,
  AnchorsUnreadable,
  appendAnchor,
  readAnchors,
} from '../../src/store/verification/anchors.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const HASH = '0123456789abcdef'.repeat(4)
const head = (block: number) => ({ block, hash: HASH, closedAt: 1 })

/** Creates a file with the anchors of blocks 1 and 2. */
function twoAnchors(): string {
  const path = join(temporaryFolder(), ANCHORS_FILE)
  for (const block of [1, 2]) appendAnchor(path, head(block))
  return path
}

const blocksIn = (path: string) => readAnchors(path).map(({ block }) => block)

test('a truncated anchor is replaced by the next one, wherever it was cut off', () => {
  const path = twoAnchors()
  const whole = readFileSync(path)
  const last = whole.indexOf('\n') + 1
  for (let size = last; size < whole.length; size++) {
    writeFileSync(path, whole)
    truncateSync(path, size)
    // Without only its line feed, the anchor is still whole.
    assert.deepEqual(blocksIn(path), size === whole.length - 1 ? [1, 2] : [1], `${size} bytes`)
    appendAnchor(path, head(3))
    assert.deepEqual(blocksIn(path), [1, 3], `${size} bytes`)
  }
})

test('zeros that a power failure left at the end of the file are removed', () => {
  const path = twoAnchors()
  appendFileSync(path, Buffer.alloc(512))
  appendAnchor(path, head(3))
  assert.deepEqual(blocksIn(path), [1, 2, 3])
})

test('an anchor that does not fit on the disk leaves the file unchanged', () => {
  const path = twoAnchors()
  const room = 1_024
  // Blocks 3 to 5 fit. Then the limit of the system cuts a line off, as a full disk does.
  const program = `import { appendAnchor } from '${import.meta.resolve('../../src/store/verification/anchors.ts')}'
    for (let block = 3; block < 30; block++) {
      try {
        appendAnchor(process.argv[1], { block, hash: '${HASH}', closedAt: 1 })
      } catch (error) {
        if (error.code !== 'EFBIG') throw error
      }
    }`
  const command = 'ulimit -f $((ROOM / 1024)); exec "$0" --input-type=module -e "$1" "$2"'
  const environment = { ...process.env, ROOM: `${room}`, NODE_COMPILE_CACHE: '' }
  execFileSync('bash', ['-c', command, process.execPath, program, path], { env: environment })
  const content = readFileSync(path, 'utf8')
  assert.ok(content.endsWith('}\n'))
  const line = content.length / blocksIn(path).length
  assert.ok(statSync(path).size > room - 2 * line, 'it was full')
  appendAnchor(path, head(99))
  assert.equal(blocksIn(path).at(-1), 99)
})

test('the log of a service is a file of anchors', () => {
  const path = join(temporaryFolder(), 'service.log')
  const line = (fields: object) => `${JSON.stringify({ level: 30, time: 1, ...fields })}\n`
  const trail = line({ block: 7, hash: HASH, msg: 'audit trail' })
  writeFileSync(
    path,
    `${line({ msg: 'listening' })}${trail}${line({ orderId: 'O1', msg: 'order' })}`,
  )
  assert.deepEqual(blocksIn(path), [7])
})

test('an anchors file that root creates belongs to the owner of its folder', {
  skip: process.getuid?.() !== 0 && 'only root can give a file to another user',
}, () => {
  const folder = temporaryFolder()
  chownSync(folder, 4711, 4712)
  const path = join(folder, ANCHORS_FILE)
  appendAnchor(path, head(1))
  const { uid, gid, mode } = statSync(path)
  assert.deepEqual([uid, gid, mode & 0o777], [4711, 4712, 0o600])
})

test('a link in the place of an anchors file gives nobody a file elsewhere', {
  skip: process.getuid?.() !== 0 && 'only root can give a file to another user',
}, () => {
  const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()]
  chownSync(folder, 4711, 4712)
  const path = join(folder, ANCHORS_FILE)
  symlinkSync(join(elsewhere, 'made'), path)
  appendAnchor(path, head(1))
  assert.equal(statSync(join(elsewhere, 'made')).uid, 0)
})

test('a damaged line before the last one is reported', () => {
  const path = twoAnchors()
  writeFileSync(path, `{"block":1,"ha\n${readFileSync(path, 'utf8')}`)
  assert.throws(() => readAnchors(path), AnchorsUnreadable)
})
