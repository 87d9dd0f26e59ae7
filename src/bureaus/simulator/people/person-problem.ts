/** What is wrong with a person file: path and rule of each problem, and never a value. */

/** A problem of a person file. */
export interface PersonProblem {
  /** Spelled with dots, as `accounts.0.limit`. */
  readonly path: string
  /** The rule as the end of a sentence. */
  readonly expected: string
}

/** A problem at a path. */
export function problem(path: string, expected: string): PersonProblem {
  return { path, expected }
}

/** A file that cannot be read, or contradicts itself. */
export class PersonRejected extends Error {
  override readonly name = 'PersonRejected'
  /** All of them, so that a file is corrected in one go. */
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
