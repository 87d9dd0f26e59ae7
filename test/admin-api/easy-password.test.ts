/** Which new passwords are rejected because they are easy to guess. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEasyToGuess } from '../../src/admin-api/easy-password.ts'
import { newSecret } from '../../src/store/sealing/secrets.ts'

const EASY = [
  'passwordpassword',
  'Password12345678',
  '123456789012345',
  'aaaaaaaaaaaaaaaa',
  'qwertyuiopasdfgh',
  'Trimerge2026!!!!',
  'zyxwvutsrqponmlk',
  'Olive-olive-olive-1',
]
const HARD = [
  'correct horse battery',
  'fifteen charâcters at least',
  'The harbor is grey in March',
  '長い合言葉をここに入れるのが最も安全です',
]

test('passwords of common words, the user name, rows and repeats are easy to guess', () => {
  for (const password of EASY) assert.ok(isEasyToGuess(password, 'olive'), password)
  for (const password of HARD) assert.ok(!isEasyToGuess(password, 'olive'), password)
  assert.ok(!isEasyToGuess(newSecret(), 'olive'))
})
