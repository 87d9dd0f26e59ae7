/** How commands end. */
export const ExitCode = { done: 0, refused: 1, wrongUse: 2 } as const
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode]

/** A command that did not do what it was asked to; the message says why. */
export class Refused extends Error {
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = ExitCode.refused) {
    super(message)
    this.name = 'Refused'
    this.exitCode = exitCode
  }
}
