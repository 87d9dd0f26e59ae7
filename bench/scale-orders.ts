/**
 * The real orders that a fill copies: orders of every kind that the service accepts, placed through
 * it. Also the credentials of the sandbox.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SandboxCredentials } from '../src/app/first-start.ts'

/** A kind of order: an example and the changes to it. */
interface Placed {
  readonly example: string
  readonly path: string
  readonly count: number
  readonly street?: string
  readonly action?: string
  /** Whether to omit a required attribute, so that the request is rejected. */
  readonly invalid?: boolean
}

// biome-ignore format: a table
const PLACED: readonly Placed[] = [
  { example: 'credit-report', path: '/credit_report', count: 140 },
  { example: 'joint', path: '/credit_report', count: 24 },
  { example: 'pre-qualification', path: '/pre_qualification', count: 20 },
  { example: 'mortgage-only', path: '/mortgage_only', count: 10 },
  { example: 'credit-report', path: '/credit_report', count: 6, action: 'ForceNew' },
  { example: 'credit-report', path: '/credit_report', count: 4, street: 'MAGIC TRANSUNION NoFileReturnedCreditFreeze' },
  { example: 'credit-report', path: '/credit_report', count: 4, street: 'MAGIC ALL NoFileReturnedError' },
  { example: 'credit-report', path: '/credit_report', count: 6, invalid: true },
  { example: 'credit-report', path: '/credit_report', count: 1, street: 'MAGIC EXPERIAN NoFileReturnedThinFile' },
]

const EXAMPLES = join(import.meta.dirname, '..', 'examples')

/** The number of placed orders. */
export const PLACED_COUNT = PLACED.reduce((sum, { count }) => sum + count, 0)

export function authorizationOf({ account }: SandboxCredentials): string {
  return `Basic ${Buffer.from(`${account.name}:${account.secret}`).toString('base64')}`
}

/** Places the orders one after the other. No two are about the same borrower. */
export async function placeOrders(address: string, credentials: SandboxCredentials): Promise<void> {
  let number = 0
  for (const placed of PLACED) {
    for (let count = 0; count < placed.count; count++) {
      number += 1
      const response = await fetch(`${address}${placed.path}`, {
        method: 'POST',
        headers: {
          authorization: authorizationOf(credentials),
          'content-type': 'application/xml',
        },
        body: documentOf(placed, number),
      })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`an order got ${response.status}`)
    }
  }
}

function documentOf({ example, street, action, invalid }: Placed, number: number): string {
  const letters = [...String(number)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('')
  const ssn = (area: number) => `${area}-${String(10 + (number % 89))}-${String(1_000 + number)}`
  const text = readFileSync(join(EXAMPLES, `${example}.xml`), 'utf8')
  let area = 930
  return text
    .replaceAll(/_SSN="[^"]*"/g, () => `_SSN="${ssn(area++)}"`)
    .replaceAll(/_LastName="([^"]*)"/g, `_LastName="$1${letters}"`)
    .replaceAll(/LenderCaseIdentifier="[^"]*"/g, `LenderCaseIdentifier="SCALE-${number}"`)
    .replace(/(_RESIDENCE _StreetAddress=")[^"]*/, `$1${street ?? '12 Harbor View Rd'}`)
    .replace('"Submit"', `"${action ?? 'Submit'}"`)
    .replace(/ _LastName="[^"]*"/, (name) => (invalid === true ? '' : name))
}
