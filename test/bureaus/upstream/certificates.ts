/**
 * Certificates for tests, created on demand (RFC 5280, DER). Node creates keys and signatures but
 * no certificates, and a committed certificate would expire.
 */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { DAY_MS } from '../../../src/time.ts'

/** A certificate and its key in PEM. */
export interface Certified {
  readonly cert: string
  readonly key: string
}

interface Authority extends Certified {
  readonly signing: KeyObject
  readonly name: string
}

interface Row {
  readonly name: string
  readonly from: Date
  readonly until: Date
  /** The IP addresses that the certificate is for. An authority has none. */
  readonly addresses?: readonly string[]
}

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), content])
  const bytes = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...bytes]), content])
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const object = (...bytes: readonly number[]) => der(0x06, Buffer.from(bytes))
const integer = (value: number) => der(0x02, Buffer.from([value]))
const yes = der(0x01, Buffer.from([0xff]))
const ECDSA_SHA256 = sequence(object(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2))

function nameOf(common: string): Buffer {
  const text = der(0x0c, Buffer.from(common))
  return sequence(der(0x31, sequence(object(0x55, 4, 3), text)))
}

function timeOf(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return der(0x18, Buffer.from(digits))
}

function extension(id: readonly number[], value: Buffer): Buffer {
  return sequence(object(0x55, 0x1d, ...id), yes, der(0x04, value))
}

function extensionsOf({ addresses }: Row): Buffer {
  const extensions =
    addresses === undefined
      ? [extension([0x13], sequence(yes))]
      : [
          extension(
            [0x11],
            sequence(...addresses.map((one) => der(0x87, Buffer.from(one.split('.').map(Number))))),
          ),
        ]
  return der(0xa3, sequence(...extensions))
}

let serial = 0

function certify(row: Row, issuer?: Authority): Authority {
  serial += 1
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const body = sequence(
    der(0xa0, integer(2)),
    integer(serial),
    ECDSA_SHA256,
    nameOf(issuer?.name ?? row.name),
    sequence(timeOf(row.from), timeOf(row.until)),
    nameOf(row.name),
    publicKey.export({ type: 'spki', format: 'der' }),
    extensionsOf(row),
  )
  const signature = sign('sha256', body, issuer?.signing ?? privateKey)
  const whole = sequence(body, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    signing: privateKey,
    name: row.name,
  }
}

/**
 * Creates a test authority and three certificates that it has issued: a valid one and two invalid
 * ones.
 */
export function certificates() {
  const day = (offset: number) => new Date(Date.now() + offset * DAY_MS)
  const current = { from: day(-1), until: day(30) }
  const authority = certify({ name: 'Test Authority', ...current })
  const issue = (row: Omit<Row, 'name'>): Certified =>
    certify({ name: 'vendor', ...row }, authority)
  return {
    ca: authority.cert,
    good: issue({ ...current, addresses: ['127.0.0.1'] }),
    expired: issue({ from: day(-30), until: day(-1), addresses: ['127.0.0.1'] }),
    otherHost: issue({ ...current, addresses: ['127.0.0.9'] }),
  }
}
