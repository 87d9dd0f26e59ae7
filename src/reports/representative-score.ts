/** The score that a lender uses for a borrower of whom bureaus have given several. */

/** A score, and by which rule it was chosen. */
export interface RepresentativeScore {
  readonly score: number
  readonly rule: string
}

const RULES = ['', 'the only score', 'lower of two', 'middle of three']

/** The middle of three, the lower of two, or the only one; equal scores all count. */
export function representativeScore(
  scores: readonly { readonly _Value: string }[],
): RepresentativeScore | undefined {
  const values = scores
    .map(({ _Value }) => Number.parseInt(_Value, 10))
    .filter((value) => value > 0)
    .sort((a, b) => a - b)
  const score = values[Math.floor((values.length - 1) / 2)]
  return score === undefined ? undefined : { score, rule: RULES[values.length] ?? 'median' }
}
