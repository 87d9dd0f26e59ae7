/** What the overview shows, as the API returns it. */
import type { Answer } from '../../api/call.ts'

/** The figures of a period. */
export type Figures = Answer<'GET /overview'>
