/**
 * Values of settings that the ordering code uses. The module is separate because that code does not
 * load the settings and their schemas.
 */

/** The source of a bureau's files if no vendor is named. */
export const SIMULATED = 'simulated'

/** The response to a byte-identical request: the stored one, or an error that names its report (E103). */
export const DUPLICATES = ['answer', 'refuse'] as const
