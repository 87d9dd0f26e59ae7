/** The certificate that the settings name, from start to end of the service. */
import type { Server as TlsServer } from 'node:tls'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Settings } from '../settings/settings.ts'
import {
  type Certificate,
  type CertificateFiles,
  type CertificateKeeping,
  isValidAt,
  keepCertificate,
  readCertificate,
} from './tls.ts'

/** The certificate that the settings name, or a complaint about it; undefined where they name none. */
export function certificateOf(settings: Settings): Certificate | undefined {
  if (settings['tls-cert'] === '') return undefined
  return readCertificate(certificateFiles(settings))
}

function certificateFiles(settings: Settings): CertificateFiles {
  return { certificate: settings['tls-cert'], key: settings['tls-key'] }
}

const RENEWAL_EVERY_MS = 60_000

/** Keeps the server's certificate as it is in its files, and logs what becomes of it. */
export function keptCertificate(
  server: FastifyInstance,
  settings: Settings,
  certificate: Certificate,
  logger: FastifyBaseLogger,
): CertificateKeeping {
  if (!isValidAt(certificate, new Date())) logger.warn('the certificate is not valid today')
  const tell = (faults: readonly string[]) => {
    if (faults.length === 0) logger.info('a renewed certificate is in use')
    else logger.warn(`the certificate in use stays: ${faults.join('; ')}`)
  }
  const tlsServer = server.server as unknown as TlsServer
  const renewal = { everyMs: RENEWAL_EVERY_MS, tell }
  return keepCertificate(tlsServer, certificateFiles(settings), certificate, renewal)
}
