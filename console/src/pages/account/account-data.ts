/** The data of the account page, as the API returns it. */
import type { ApiResponse } from '../../api/call.ts'

/** An account with its profile and its active secrets. */
export type Account = ApiResponse<'GET /accounts/:name'>

/** The permissions, limits and prices of an account. */
export type Profile = Account['profile']
