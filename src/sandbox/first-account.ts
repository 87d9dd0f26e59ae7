/** The account that the first start of a sandbox makes, and that orders there are for by default. */
export const FIRST_ACCOUNT = 'sandbox'

/** The operator that it makes, whom the printed sign-in links sign in. */
export const FIRST_OPERATOR = 'admin'

/** The query of the console's address where a sign-in link leads that no longer signs in. */
export const DEAD_LINK = 'link=ended'
