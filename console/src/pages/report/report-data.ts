/** What the report page shows, as the API returns it. */
import type { ApiResponse } from '../../api/call.ts'

/** A report with everything that the page draws. */
export type Report = ApiResponse<'GET /reports/:id'>
