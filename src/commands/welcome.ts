/** What a service says when it has started: lines for people, in a box on a terminal. */

/** What there is to say; the parts of a sandbox are missing in production. */
export interface Welcome {
  readonly version: string
  /** The address as others read it, before the base path. */
  readonly address: string
  /** The console's page, or a link that signs in once. */
  readonly consoleUrl: string
  readonly signsIn: boolean
  /** Where account and operator have their credentials; undefined where the service made none. */
  readonly credentialsFile: string | undefined
  /** A command that orders a report. */
  readonly curl: string | undefined
}

/** The lines, each of them plain; the first is what programs wait for. */
export function plainWelcome(welcome: Welcome): readonly string[] {
  const { address, consoleUrl, credentialsFile, curl } = welcome
  if (curl === undefined || credentialsFile === undefined) return [`listening on ${address}`]
  return [
    `listening on ${address}`,
    'Order a report by running:',
    `  ${curl}`,
    `${consoleTitle(welcome)}:`,
    `  ${consoleUrl}`,
    `The credentials are in ${credentialsFile}.`,
  ]
}

/** The same for a terminal. The command is outside of the box, so that it can be copied. */
export function boxedWelcome(welcome: Welcome): readonly string[] {
  const { version, address, consoleUrl, credentialsFile, curl } = welcome
  if (curl === undefined || credentialsFile === undefined) return [`listening on ${address}`]
  const lines = [
    `Sandbox      ${address}`,
    `Credentials  ${credentialsFile}`,
    'Everything is simulated. Press Ctrl+C to stop.',
  ]
  return [
    ...box(`Trimerge ${version}`, lines),
    '',
    `${consoleTitle(welcome)}:`,
    `  ${consoleUrl}`,
    '',
    'Order a report by running, in another terminal:',
    `  ${curl}`,
    '',
  ]
}

function consoleTitle({ signsIn }: Welcome): string {
  return signsIn
    ? 'Open the console; this link signs you in once, within 15 minutes'
    : 'Open the console'
}

function box(title: string, lines: readonly string[]): readonly string[] {
  const width = Math.max(...lines.map((line) => line.length), title.length + 2)
  return [
    `╭─ ${title} ${'─'.repeat(width - title.length - 1)}╮`,
    ...lines.map((line) => `│ ${line.padEnd(width)} │`),
    `╰${'─'.repeat(width + 2)}╯`,
  ]
}
