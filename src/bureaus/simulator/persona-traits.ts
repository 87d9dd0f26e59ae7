/** The traits by which lists filter personas, derived from their stories and stated outcomes. */
import type { PersonaStory } from './persona-stories.ts'

/** The traits, in the order in which lists show them. */
export const PERSONA_TRAITS = [
  'joint',
  'frozen',
  'noHit',
  'noScore',
  'thinFile',
  'fraudAlert',
  'otherAlert',
  'latePayment',
  'collection',
  'bankruptcy',
  'dispute',
] as const
/** A trait of a persona. */
export type PersonaTrait = (typeof PERSONA_TRAITS)[number]

interface StatedOutcome {
  readonly outcome: Readonly<
    Record<
      string,
      Readonly<{ status: string; score?: number; exclusionReason?: string | undefined }>
    >
  >
  readonly figures: Readonly<Record<string, number>>
  readonly joint?: string
}

/** A scored file with at most this number of accounts is a thin file. */
const THIN_ACCOUNTS_MAX = 2

/** Returns the traits of a persona. */
export function traitsOf(
  { outcome, figures, joint }: StatedOutcome,
  { alerts = [], bankruptcies = [], ssnOnFile, oldAddressAt }: PersonaStory,
): PersonaTrait[] {
  const outcomes = Object.values(outcome)
  const hasStatus = (status: string) => outcomes.some((each) => each.status === status)
  const fraud = alerts.filter(({ kind }) => kind.startsWith('fraud'))
  const accounts = figures.TotalAccounts ?? 0
  const has: Readonly<Record<PersonaTrait, boolean>> = {
    joint: joint !== undefined,
    frozen: hasStatus('NoFileReturnedCreditFreeze'),
    noHit: hasStatus('NoFileReturnedNoHit'),
    noScore: outcomes.some((each) => each.status === 'FileReturned' && each.score === undefined),
    thinFile:
      hasStatus('NoFileReturnedThinFile') ||
      outcomes.some((each) => each.exclusionReason === 'NotScoredInsufficientCredit') ||
      (accounts <= THIN_ACCOUNTS_MAX && outcomes.some((each) => each.score !== undefined)),
    fraudAlert: fraud.length > 0,
    // Bureaus also report a different number or address as an alert, without a planned alert.
    otherAlert: alerts.length > fraud.length || (ssnOnFile ?? oldAddressAt) !== undefined,
    latePayment:
      (figures.TotalLate30DaysHistorical ?? 0) +
        (figures.TotalLate60DaysHistorical ?? 0) +
        (figures.TotalLate90DaysHistorical ?? 0) >
      0,
    collection: (figures.Collections ?? 0) + (figures.ChargeOffs ?? 0) > 0,
    bankruptcy: bankruptcies.length > 0,
    dispute: (figures.DisputedAccounts ?? 0) > 0,
  }
  return PERSONA_TRAITS.filter((trait) => has[trait])
}
