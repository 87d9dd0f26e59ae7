/** What the account page shows, as the API returns it. */
import type { ApiResponse } from '../../api/call.ts'

/** An account with its profile and its active secrets. */
export type Account = ApiResponse<'GET /accounts/:name'>

/** What an account may order, how much, and what that costs. */
export type Profile = Account['profile']
