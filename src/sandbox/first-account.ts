/** The account that the first start of a sandbox makes, and that orders there are for by default. */
export const FIRST_ACCOUNT = 'sandbox'
