/**
 * How strictly an account's requests are validated: all required fields and forms of the interface,
 * or only those of MISMO.
 */
export type Requirements = 'interface' | 'mismo'

/** The hint in an error that an account with `requirements: mismo` would not get. */
export const MISMO_HINT = 'accepted if the account has requirements: mismo'
