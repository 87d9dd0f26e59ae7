/** Tests the texts for invalid input: people read them in the API, the commands and the settings. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { PersonFile } from '../src/bureaus/simulator/people/person-file.ts'
import { inputProblems, readInput } from '../src/issue-text.ts'
import { AccountProfile } from '../src/orders/intake/ordering-account.ts'
import { readSettings, SettingsWrong } from '../src/settings/settings.ts'

const Order = z.strictObject({
  name: z.string().max(3),
  count: z.int().min(1).optional(),
  share: z.number().positive().lt(1).optional(),
  isHard: z.boolean().optional(),
  bureaus: z.array(z.enum(['Equifax', 'Experian'])).optional(),
  at: z.iso.datetime().optional(),
  day: z.iso.date().optional(),
  days: z.union([z.literal(30), z.literal(60)]).optional(),
  party: z.strictObject({ city: z.string() }).optional(),
})

const UNKNOWN =
  'unknown property; known are name, count, share, isHard, bureaus, at, day, days, party'

const EXPECTED: readonly (readonly [input: unknown, ...problems: string[]])[] = [
  [{}, 'name: required'],
  [null, ': an object'],
  [{ name: 7 }, 'name: a text'],
  [{ name: 'Avery' }, 'name: at most 3 characters'],
  [{ name: '', count: 1.5 }, 'count: a whole number'],
  [{ name: '', count: 0 }, 'count: at least 1'],
  [{ name: '', share: Number.NaN }, 'share: a number'],
  [{ name: '', share: 0 }, 'share: more than 0'],
  [{ name: '', share: 1 }, 'share: less than 1'],
  [{ name: '', isHard: 'yes' }, 'isHard: true or false'],
  [{ name: '', bureaus: 'Equifax' }, 'bureaus: a list'],
  [{ name: '', bureaus: ['Innovis'] }, 'bureaus.0: one of Equifax, Experian'],
  [{ name: '', at: '2026-01-15' }, 'at: a time in UTC, such as 2026-01-15T09:00:00Z'],
  [{ name: '', day: 'Monday' }, 'day: a date, such as 2026-01-15'],
  [{ name: '', days: 31 }, 'days: 30 or 60'],
  [{ name: '', cuont: 1 }, `cuont: ${UNKNOWN}`],
  [
    { name: '', party: { city: '', twon: '', stat: '' } },
    'party.twon: unknown property; known are city',
    'party.stat: unknown property; known are city',
  ],
  [{ name: '', '900-12-1234': 1 }, `: ${UNKNOWN}`],
  [{ name: '', 'Avery Q Sandford': 1, '900-12-1234': 1 }, `: ${UNKNOWN}`],
]

for (const [input, ...problems] of EXPECTED) {
  test(`${JSON.stringify(input)} has the errors ${problems.join(', ')}`, () => {
    const { error } = readInput(Order, input)
    const found = error === undefined ? [] : inputProblems(error)
    assert.deepEqual(
      found.map(({ path, expected }) => `${path}: ${expected}`),
      problems,
    )
  })
}

/** Words of the library's own messages, which expect that the reader knows its terms. */
const LIBRARY = /Invalid|received|pattern|Too (?:small|big)|Unrecognized|\^/

test('no error of a setting has a message of the library', () => {
  const names = Object.keys(readSettings({ flags: {}, environment: {} }))
  for (const name of names.filter((one) => one !== 'upstreamAccess')) {
    for (const value of [
      '\u0001 "',
      {},
      [{}],
      -1,
      1e20,
      { Acme: 1 },
      { acme: { url: 7, dialect: 7 } },
    ]) {
      try {
        readSettings({ flags: { [name]: value }, environment: {} })
      } catch (error) {
        assert.ok(error instanceof SettingsWrong)
        assert.doesNotMatch(error.message, LIBRARY, name)
      }
    }
  }
})

test('no error of an account or a person file has a message of the library', () => {
  const accounts = [
    7,
    { kind: 7, opened: 7, lates: [{ month: 7, days: 7 }], history: 7, number: 7 },
  ]
  const files = [
    { name: 7 },
    { accounts, ssn: 7, birthDate: 7, bureaus: { Acme: 7, Equifax: { ssn: 7 } } },
  ]
  const profiles = [
    { products: 7, prices: { products: { other: {} } }, party: { name: 7 }, duplicates: 7 },
  ]
  for (const [schema, inputs] of [
    [PersonFile, files],
    [AccountProfile, profiles],
  ] as const) {
    for (const input of inputs) {
      const { error } = schema.safeParse(input)
      assert.ok(error)
      for (const { path, expected } of inputProblems(error))
        assert.doesNotMatch(expected, LIBRARY, path)
    }
  }
})
