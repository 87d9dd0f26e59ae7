/** How much of the interface's required fields and forms an account insists on. */
export type Requirements = 'interface' | 'mismo'

/** The end of an error that an account with `requirements: mismo` would not get. */
export const MISMO_HINT = 'accepted if the account has requirements: mismo'
