/** The headers of everything that a browser opens here: the console, and the API that it calls. */
import { SAFE_HEADERS } from './bare-response.ts'

/** What a page of the console may load and do: its own files, and nothing else. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** What a browser could be asked for by a page, all of it refused. */
const REFUSED_FEATURES = [
  'camera',
  'display-capture',
  'geolocation',
  'microphone',
  'payment',
  'usb',
]

/** Sent with every answer of the console and of the API behind it. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  ...SAFE_HEADERS,
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': REFUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
}
