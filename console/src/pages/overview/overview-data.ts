/** What the overview shows, as the API returns it. */
import type { ApiResponse } from '../../api/call.ts'

/** The figures of a period. */
export type Figures = ApiResponse<'GET /overview'>
