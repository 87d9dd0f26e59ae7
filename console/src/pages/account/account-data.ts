/** What the account page shows, as the API returns it. */
import type { Answer } from '../../api/call.ts'

/** An account with its profile and its active secrets. */
export type Account = Answer<'GET /accounts/:name'>

/** What an account may order, how much, and what that costs. */
export type Profile = Account['profile']
