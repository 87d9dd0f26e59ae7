/** How commands find a running service, and with which account they call it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { readSandboxCredentials, sandboxCredentialsFile } from '../app/first-start.ts'
import type { Settings } from '../settings/settings.ts'
import { Rejected, wrongUse } from './command.ts'
import { io } from './io.ts'

/** The options that name a service and an account. */
export interface ServiceOptions {
  readonly url?: string
  readonly account?: string
}

/** The URL of a running service, and the credentials for HTTP Basic. */
export interface ServiceAccess {
  readonly url: string
  readonly account: string
  readonly secret: string
}

/** Adds the options that name a service and an account. */
export function withServiceOptions(command: Command): Command {
  return command
    .option('--url <url>', 'URL of the service (default: the address file in the data folder)')
    .option('--account <name>', 'account name; set its secret in TRIMERGE_SECRET')
}

/** Returns the service that a command calls, and the credentials for it. */
export function serviceAccess(options: ServiceOptions, settings: Settings): ServiceAccess {
  const url = (options.url ?? addressOf(settings)).replace(/\/+$/, '')
  if (!/^https?:\/\/./i.test(url)) {
    throw wrongUse(
      '--url needs a URL that begins with http:// or https://, such as http://127.0.0.1:8080',
    )
  }
  const secret = io().environment.TRIMERGE_SECRET
  if (options.account !== undefined) {
    if (secret === undefined) {
      throw wrongUse("--account needs the account's secret in TRIMERGE_SECRET")
    }
    return { url, account: options.account, secret }
  }
  const sandbox = credentialsOf(settings)?.account
  if (sandbox === undefined) {
    throw wrongUse('no account: set --account, or --data to the data folder of a sandbox')
  }
  return { url, account: sandbox.name, secret: sandbox.secret }
}

/** Codes of a connection that ended before its response. */
const LOST = /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/

/** Node's codes for a certificate that it does not accept. */
const CERTIFICATE = /CERT|SIGNATURE/

/** Returns the error for a failed call of a service, with the URL and the code of the cause. */
export function noServiceAt(url: string, error: unknown): Rejected {
  const { code } = ((error as Error).cause ?? {}) as { code?: string }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return new Rejected(`the certificate of ${url} is for another host: set --url to a host in it`)
  }
  if (code !== undefined && CERTIFICATE.test(code)) {
    return new Rejected(
      `the certificate of ${url} is not trusted (${code}): set NODE_EXTRA_CA_CERTS to the PEM file of its authority`,
    )
  }
  if (code !== undefined && LOST.test(code)) {
    return new Rejected(
      `${url} closed the connection before it responded (${code}): the command may have taken effect. An order that is sent again is charged only once`,
    )
  }
  const cause = code === undefined ? '' : ` (${code})`
  return new Rejected(`no service responds at ${url}${cause}: start it with trimerge serve`)
}

function addressOf(settings: Settings): string {
  const file = join(settings.data, 'address')
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw wrongUse('no service URL: set --url, or --data to the data folder of a running service')
    }
    throw notReadable(file, code, '--url')
  }
}

function credentialsOf({ data }: Settings) {
  try {
    return readSandboxCredentials(data)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === undefined ? error : notReadable(sandboxCredentialsFile(data), code, '--account')
  }
}

/** Returns the error for a file of the service that this user may not read. */
function notReadable(file: string, code: string, option: string): Rejected {
  return new Rejected(
    `cannot read ${file} (${code}): run the command as the user of the service, or set ${option}`,
  )
}
