/**
 * TLS that the service terminates itself. Certificate and key come from files, which are read again
 * when they are renewed.
 */
import { constants, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import {
  createSecureContext,
  type SecureContextOptions,
  type TlsOptions,
  type Server as TlsServer,
} from 'node:tls'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Settings, SettingsWrong } from '../settings/settings.ts'

/** The PEM files of certificate and key. The certificate file also contains its chain. */
export interface CertificateFiles {
  readonly certificate: string
  readonly key: string
}

/** A certificate with its key. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

/**
 * Ciphers with forward secrecy and authenticated encryption, which browsers and programs of the
 * last ten years support.
 */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':')

const TLS_RULES = {
  minVersion: 'TLSv1.2',
  ciphers: CIPHERS,
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
} as const satisfies SecureContextOptions

/** Returns the options of a server that terminates TLS with this certificate. */
export function tlsOptions(certificate: Certificate): SecureContextOptions & TlsOptions {
  return { ...TLS_RULES, ...certificate, ALPNProtocols: ['http/1.1'] }
}

/**
 * Reads the certificate and its key.
 * @throws SettingsWrong if they cannot be used together. The error contains nothing of the files.
 */
export function readCertificate(files: CertificateFiles): Certificate {
  const cert = readFile('tls-cert', files.certificate)
  const key = readFile('tls-key', files.key)
  rejectFileReadableByOthers(files.key)
  const parsed = certificateIn(cert)
  if (!parsed.checkPrivateKey(keyIn(key)))
    rejectFile('tls-key', 'does not belong to the certificate')
  try {
    createSecureContext({ ...TLS_RULES, cert, key })
  } catch {
    rejectFile('tls-cert', 'cannot be used for TLS')
  }
  return { cert, key }
}

/** Returns whether a certificate is valid at a given time. Clients reject it otherwise. */
function isValidAt({ cert }: Certificate, at: Date): boolean {
  const { validFromDate, validToDate } = new X509Certificate(cert)
  return validFromDate <= at && at <= validToDate
}

function rejectFile(setting: string, problem: string): never {
  throw new SettingsWrong([`${setting}: the file ${problem}`])
}

function readFile(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return rejectFile(setting, 'cannot be read')
  }
}

/** Rejects a key file that every user of the machine can read. Windows has no such modes. */
function rejectFileReadableByOthers(file: string): void {
  if (process.platform === 'win32' || (statSync(file).mode & 0o007) === 0) return
  rejectFile('tls-key', 'is readable by everyone on this machine; restrict it (chmod 600)')
}

function certificateIn(cert: string): X509Certificate {
  try {
    return new X509Certificate(cert)
  } catch {
    return rejectFile('tls-cert', 'contains no PEM certificate')
  }
}

function keyIn(key: string): KeyObject {
  try {
    return createPrivateKey(key)
  } catch {
    return rejectFile('tls-key', 'contains no PEM private key without a passphrase')
  }
}

/** A server whose certificate can be replaced while it serves. */
interface Renewable {
  setSecureContext(options: SecureContextOptions): void
}

/** Follows the certificate files of a server. */
export interface CertificateRenewal {
  /**
   * Reads the files, and uses them for new connections if they have changed. Existing connections
   * keep theirs.
   */
  renew(): void
  /** When the certificate in use expires. */
  expiresAt(): Date
  stop(): void
}

/** How often renewed certificates are looked for, and where the result is reported. */
export interface RenewalOptions {
  /** Interval between reads of the files. */
  readonly everyMs: number
  /**
   * Reports a renewal (an empty list), or why the files cannot be used. The current certificate
   * then stays in use.
   */
  readonly report: (errors: readonly string[]) => void
}

/** Renews the server's certificate whenever its files have changed. */
export function renewCertificate(
  server: Renewable,
  files: CertificateFiles,
  first: Certificate,
  { everyMs, report }: RenewalOptions,
): CertificateRenewal {
  let inUse = first
  const renew = () => {
    try {
      const { cert, key } = readCertificate(files)
      if (cert === inUse.cert && key === inUse.key) return
      server.setSecureContext({ ...TLS_RULES, cert, key })
      inUse = { cert, key }
      report([])
    } catch (error) {
      report(
        error instanceof SettingsWrong
          ? error.errors
          : ['tls-cert: the renewed certificate cannot be used'],
      )
    }
  }
  const timer = setInterval(renew, everyMs).unref()
  const expiresAt = () => new X509Certificate(inUse.cert).validToDate
  return { renew, expiresAt, stop: () => clearInterval(timer) }
}

// The certificate that the settings name, from start to shutdown of the service.

/**
 * Reads the certificate that the settings name. Returns undefined if they name none, and throws if
 * it is unusable.
 */
export function certificateOf(settings: Settings): Certificate | undefined {
  if (settings['tls-cert'] === '') return undefined
  return readCertificate(certificateFiles(settings))
}

function certificateFiles(settings: Settings): CertificateFiles {
  return { certificate: settings['tls-cert'], key: settings['tls-key'] }
}

/** Certificates are renewed days before they expire, so a minute is soon enough. */
const RENEWAL_EVERY_MS = 60_000

/** Follows the certificate files of the server, and logs each renewal and each error. */
export function followCertificate(
  server: FastifyInstance,
  settings: Settings,
  certificate: Certificate,
  logger: FastifyBaseLogger,
): CertificateRenewal {
  if (!isValidAt(certificate, new Date()))
    logger.warn('the certificate is expired or not yet valid')
  const report = (errors: readonly string[]) => {
    if (errors.length === 0) logger.info('loaded the renewed certificate')
    else logger.warn(`keeping the current certificate: ${errors.join('; ')}`)
  }
  const tlsServer = server.server as unknown as TlsServer
  const renewal = { everyMs: RENEWAL_EVERY_MS, report }
  return renewCertificate(tlsServer, certificateFiles(settings), certificate, renewal)
}
