/** The lines that a started service prints, in a box on a terminal. */
import { fstatSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { masterKeyFile } from '../app/data-folder.ts'
import {
  readSandboxCredentials,
  type SandboxCredentials,
  sandboxCredentialsFile,
} from '../app/first-start.ts'
import type { Service } from '../app/service.ts'
import { packagePath, readPackageFile, VERSION } from '../package-files.ts'
import { masterKeySettings } from '../settings/deployment.ts'
import type { Settings } from '../settings/settings.ts'
import { io, print } from './io.ts'

/** Prints what the first start created, and the path of the master key. */
export function printCreated(settings: Settings, created: SandboxCredentials | undefined): void {
  if (created !== undefined) {
    for (const line of createdLines(created, settings.data)) print(line)
  }
  if (masterKeySettings(settings).length === 0) {
    const file = masterKeyFile(settings)
    print(`The master key is in ${file}, beside the data: a copy of this folder can be decrypted.`)
  }
}

/** Prints that the service listens, and how to order. */
export function printWelcome(settings: Settings, service: Service, isFirst: boolean): void {
  const welcome = welcomeOf(settings, service, isFirst)
  const lines = io().isTerminal ? boxedWelcome(welcome) : plainWelcome(welcome)
  for (const line of lines) print(line)
}

/** Returns the information that a program needs after starting the service. */
export function startedView(settings: Settings, { address }: Service): object {
  const { account, operator } = readSandboxCredentials(settings.data) ?? {}
  const { data } = settings
  return { address, url: `${address}${settings['base-path']}`, account, operator, data }
}

/**
 * Returns the lines of the first start about the credentials. They show no secrets if the output is
 * kept as a log.
 */
function createdLines({ account, operator }: SandboxCredentials, data: string): readonly string[] {
  if (isOutputKept()) {
    return [`Created a sandbox. Its credentials are in ${sandboxCredentialsFile(data)}.`]
  }
  return [
    'Created a sandbox. Its credentials are in the data folder and are not shown again:',
    `  account ${account.name}, secret ${account.secret}`,
    `  user ${operator.name}, password ${operator.password}`,
  ]
}

/**
 * Whether the output is kept as a log: in a container, as the environment variables of our image,
 * Podman or Kubernetes indicate, or in the journal of systemd. A development container has a
 * terminal and sets neither variable.
 */
function isOutputKept(): boolean {
  const { KUBERNETES_SERVICE_HOST: cluster, container, JOURNAL_STREAM: journal } = io().environment
  return cluster !== undefined || container !== undefined || isStandardOutput(journal)
}

/**
 * Whether standard output is this stream of the journal. Programs inherit the variable, so it is
 * also set in terminals and for outputs that are redirected.
 */
function isStandardOutput(stream: string | undefined): boolean {
  if (stream === undefined) return false
  const { dev, ino } = fstatSync(process.stdout.fd)
  return stream === `${dev}:${ino}`
}

/**
 * Returns the content of the welcome. Only the first start shows the secret, in its `curl` command.
 */
function welcomeOf(settings: Settings, service: Service, isFirst: boolean): Welcome {
  const url = `${service.address}${settings['base-path']}`
  const sandbox = readSandboxCredentials(settings.data)
  const { signInPath } = service
  // A link that signs in is a secret, and the output of later starts is often stored in a log.
  const isLinkShown = !isOutputKept() && (isFirst || io().isTerminal)
  const path = isLinkShown ? sandbox && signInPath?.(sandbox.operator.name) : undefined
  return {
    version: VERSION,
    address: service.address,
    consoleUrl: `${url}${path ?? '/console'}`,
    signsIn: path !== undefined,
    credentialsFile: sandbox && fromHere(sandboxCredentialsFile(settings.data)),
    curl: sandbox && curlLine(url, settings.data, sandbox.account, isFirst && !isOutputKept()),
  }
}

/** Returns a `curl` command that orders a report for the first reference persona. */
function curlLine(
  url: string,
  data: string,
  { name, secret }: { readonly name: string; readonly secret: string },
  isSecretShown: boolean,
): string {
  const user = isSecretShown
    ? `-u ${name}:${secret}`
    : `-K ${fromHere(writeCurlFile(data, name, secret))}`
  // Double quotes work in the shells of all systems.
  const type = '-H "Content-Type: application/xml"'
  const file = `--data-binary "@${fromHere(exampleOrder(data))}"`
  return `curl ${user} ${type} ${file} ${url}/credit_report`
}

/**
 * Writes the credentials for `curl` to a file, because other users of the machine can see a command
 * line. Returns its path.
 */
function writeCurlFile(data: string, name: string, secret: string): string {
  const file = join(data, CURL_FILE)
  writeFileSync(file, `user = "${name}:${secret}"\n`, { mode: 0o600 })
  return file
}

/**
 * Returns the path of an example order: the file of the package, or a copy in the data folder if
 * the package is a single executable.
 */
function exampleOrder(data: string): string {
  const path = packagePath(EXAMPLE)
  if (path !== undefined) return path
  const copy = join(data, basename(EXAMPLE))
  writeFileSync(copy, readPackageFile(EXAMPLE) ?? '')
  return copy
}

const CURL_FILE = 'sandbox.curl'
const EXAMPLE = 'examples/credit-report.xml'

/** Returns a path relative to the current folder if that is shorter. */
function fromHere(path: string): string {
  const short = relative(process.cwd(), path)
  return short.length < path.length ? short : path
}

/** The content of the welcome. In production, the parts about the sandbox are undefined. */
export interface Welcome {
  readonly version: string
  /** The address of the service, without the base path. */
  readonly address: string
  /** The URL of the console, or a link that signs in once. */
  readonly consoleUrl: string
  readonly signsIn: boolean
  /**
   * The file with the credentials of account and operator; undefined if the service created none.
   */
  readonly credentialsFile: string | undefined
  /** A `curl` command that orders a report. */
  readonly curl: string | undefined
}

/** Returns the lines as plain text. Programs wait for the first line. */
export function plainWelcome(welcome: Welcome): readonly string[] {
  const { address, consoleUrl, credentialsFile, curl } = welcome
  if (curl === undefined || credentialsFile === undefined) return [`listening on ${address}`]
  return [
    `listening on ${address}`,
    'To order a report, run:',
    `  ${curl}`,
    `${consoleTitle(welcome)}:`,
    `  ${consoleUrl}`,
    `The credentials are in ${credentialsFile}.`,
  ]
}

/**
 * Returns the lines for a terminal. The `curl` command is outside the box, so that it can be
 * copied.
 */
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
    'To order a report, run in another terminal:',
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
