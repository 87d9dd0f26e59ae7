/** What a proof at full length tells while it runs, and whether all of it was as it must be. */

/** Takes the outcomes of proofs; `figures` is the line that is printed of each. */
export interface SoakReport {
  /** A proof that must hold: `broken` names the promises that were not kept. */
  holds(name: string, figures: string, broken: readonly string[]): void
  /** A positive control: a broken service, whose broken promises the proof must have found. */
  catches(name: string, figures: string, broken: readonly string[]): void
  /** Progress; printed now and then. */
  tell(line: string): void
}

/** A group of proofs with its controls, chosen by name on the command line. */
export type Soak = (report: SoakReport) => Promise<void>

const TELL_EVERY_MS = 10_000

/** A report on the terminal, and how many of its outcomes were wrong. */
export function terminalReport(): SoakReport & { readonly wrong: () => number } {
  let wrong = 0
  let toldAt = 0
  return {
    holds: (name, figures, broken) => {
      console.log(figures)
      if (broken.length === 0) return
      wrong += 1
      console.log(`${name}: BROKEN: ${broken.join(', ')}`)
    },
    catches: (_name, figures, broken) => {
      console.log(`${figures}: ${broken.length > 0 ? 'caught' : 'NOT CAUGHT'}`)
      if (broken.length === 0) wrong += 1
    },
    tell: (line) => {
      if (performance.now() < toldAt + TELL_EVERY_MS) return
      toldAt = performance.now()
      console.log(`  ${line}`)
    },
    wrong: () => wrong,
  }
}
