/** What a service says when it has started: lines for people, in a box on a terminal. */
import { writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import {
  readSandboxCredentials,
  type SandboxCredentials,
  sandboxCredentialsFile,
} from '../app/first-start.ts'
import { masterKeyFile } from '../app/open-storage.ts'
import type { Service } from '../app/service.ts'
import { packagePath, readPackageFile, VERSION } from '../package-files.ts'
import { masterKeySettings } from '../settings/deployment.ts'
import type { Settings } from '../settings/settings.ts'
import { io, print } from './io.ts'

/** What was made at the first start. */
export function sayCreated(settings: Settings, created: SandboxCredentials | undefined): void {
  if (created !== undefined) {
    for (const line of createdLines(created, settings.data)) print(line)
  }
  if (masterKeySettings(settings).length === 0) {
    const file = masterKeyFile(settings)
    print(`The master key is in ${file}, beside the data: a copy of this folder can be decrypted.`)
  }
}

/** Says that the service listens, and how to order. */
export function sayWelcome(settings: Settings, service: Service, isFirst: boolean): void {
  const welcome = welcomeOf(settings, service, isFirst)
  const lines = io().isTerminal ? boxedWelcome(welcome) : plainWelcome(welcome)
  for (const line of lines) print(line)
}

/** What a program that started the service needs to know. */
export function startedView(settings: Settings, { address }: Service): object {
  const { account, operator } = readSandboxCredentials(settings.data) ?? {}
  const { data } = settings
  return { address, url: `${address}${settings['base-path']}`, account, operator, data }
}

/** What the first start says of the credentials. The output of a container is kept as its log. */
function createdLines({ account, operator }: SandboxCredentials, data: string): readonly string[] {
  if (isInContainer()) {
    return [`Created a sandbox. Its credentials are in ${sandboxCredentialsFile(data)}.`]
  }
  return [
    'Created a sandbox. Its credentials are in the data folder and are not shown again:',
    `  account ${account.name}, secret ${account.secret}`,
    `  operator ${operator.name}, password ${operator.password}`,
  ]
}

/**
 * Whether the service runs in a container, as our image, Podman and Kubernetes say. A container that
 * people develop in has a terminal, and says nothing.
 */
function isInContainer(): boolean {
  const { KUBERNETES_SERVICE_HOST: cluster, container } = io().environment
  return cluster !== undefined || container !== undefined
}

/** What to say once the service listens. The secret is in the command of the first start only. */
function welcomeOf(settings: Settings, service: Service, isFirst: boolean): Welcome {
  const url = `${service.address}${settings['base-path']}`
  const sandbox = readSandboxCredentials(settings.data)
  const { signInPath } = service
  // A link that signs in is a secret: the output of later starts is often kept in a log.
  const isLinkShown = !isInContainer() && (isFirst || io().isTerminal)
  const path = isLinkShown ? sandbox && signInPath?.(sandbox.operator.name) : undefined
  return {
    version: VERSION,
    address: service.address,
    consoleUrl: `${url}${path ?? '/console'}`,
    signsIn: path !== undefined,
    credentialsFile: sandbox && fromHere(sandboxCredentialsFile(settings.data)),
    curl: sandbox && curlLine(url, settings.data, sandbox.account, isFirst && !isInContainer()),
  }
}

/** A line to paste that orders a report for the first reference persona. */
function curlLine(
  url: string,
  data: string,
  { name, secret }: { readonly name: string; readonly secret: string },
  isSecretShown: boolean,
): string {
  const user = isSecretShown
    ? `-u ${name}:${secret}`
    : `-K ${fromHere(writeCurlFile(data, name, secret))}`
  // Quotes that the shells of all systems understand.
  const type = '-H "Content-Type: application/xml"'
  const file = `--data-binary "@${fromHere(exampleOrder(data))}"`
  return `curl ${user} ${type} ${file} ${url}/credit_report`
}

/** The user for curl in a file, since a command line can be seen by others. */
function writeCurlFile(data: string, name: string, secret: string): string {
  const file = join(data, CURL_FILE)
  writeFileSync(file, `user = "${name}:${secret}"\n`, { mode: 0o600 })
  return file
}

/** An order as a file: that of the package, or a copy in the data folder where it is none. */
function exampleOrder(data: string): string {
  const path = packagePath(EXAMPLE)
  if (path !== undefined) return path
  const copy = join(data, basename(EXAMPLE))
  writeFileSync(copy, readPackageFile(EXAMPLE) ?? '')
  return copy
}

const CURL_FILE = 'sandbox.curl'
const EXAMPLE = 'examples/credit-report.xml'

/** A path as short as it can be written here. */
function fromHere(path: string): string {
  const short = relative(process.cwd(), path)
  return short.length < path.length ? short : path
}

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
