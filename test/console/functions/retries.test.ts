/** Tests which failed queries of the console are sent again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, isRetried } from '../../../console/src/api/api-error.ts'

const failures = [
  ['a dropped connection', new ApiError(0, 'Cannot reach the service.'), true],
  ['503', new ApiError(503, 'Overloaded.'), true],
  ['500', new ApiError(500, 'Failed.'), false],
  ['404', new ApiError(404, 'Not found.'), false],
  ['an unreadable response', new SyntaxError('Unexpected token'), true],
] as const

for (const [title, error, expected] of failures) {
  test(`${title} is ${expected ? 'retried twice' : 'not retried'}`, () => {
    const retried = [0, 1, 2].map((count) => isRetried(count, error))
    assert.deepEqual(retried, [expected, expected, false])
  })
}
