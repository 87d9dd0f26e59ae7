/** Where a list goes on: opaque text that holds the last entry's place, and no personal data. */
import { z } from 'zod'
import { ApiProblem } from '../../admin-api/problems.ts'

const Place = z.tuple([z.int(), z.string().max(100)])

/** The cursor after an entry. */
export function cursorAfter(at: number, id: string): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url')
}

/** The entry that a cursor stands after. */
export function placeOf(cursor: string): { readonly at: number; readonly id: string } {
  try {
    const [at, id] = Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return { at, id }
  } catch {
    throw new ApiProblem('bad-request', 'The cursor is none of this list.')
  }
}
