/**
 * The account that the first start of a sandbox creates, and the default account for orders in a
 * sandbox.
 */
export const FIRST_ACCOUNT = 'sandbox'

/** The operator that the first start creates. The printed sign-in links sign this operator in. */
export const FIRST_OPERATOR = 'admin'

/** The name of the file in the data folder with the credentials of both. */
export const CREDENTIALS_FILE = 'sandbox-credentials.json'

/** The query of the console's URL to which an expired sign-in link leads. */
export const EXPIRED_LINK = 'link=ended'
