/** Values of settings that the order path goes by: it reads no settings, and loads no schemas. */

/** What a bureau's files come from where no vendor is named. */
export const SIMULATED = 'simulated'

/** The response to a byte-identical request: the stored one, or an error that names its report (E103). */
export const DUPLICATES = ['answer', 'refuse'] as const
