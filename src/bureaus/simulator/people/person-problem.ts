/** Problems of a person file. Each has path and rule, and never a value. */

/** A problem of a person file. */
export interface PersonProblem {
  /** Written with dots, as in `accounts.0.limit`. */
  readonly path: string
  /** The rule, as the end of a sentence. */
  readonly expected: string
}

/** Returns a problem at a path. */
export function problem(path: string, expected: string): PersonProblem {
  return { path, expected }
}

/** Thrown if a file cannot be read or contradicts itself. */
export class PersonRejected extends Error {
  override readonly name = 'PersonRejected'
  /** All problems, so that a user can correct the file in one step. */
  readonly problems: readonly PersonProblem[]

  constructor(problems: readonly PersonProblem[]) {
    super(
      problems
        .map(({ path, expected }) => (path === '' ? expected : `${path}: ${expected}`))
        .join('\n'),
    )
    this.problems = problems
  }
}
