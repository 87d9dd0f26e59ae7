/** Headers of all responses that browsers open: the console and the API that it calls. */
import { SAFE_HEADERS } from './bare-response.ts'

/**
 * The resources that a page of the console may load, and its permitted actions: only its own files.
 */
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

/** Browser features that pages can request. All are denied. */
const DENIED_FEATURES = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']

/** The headers of every response of the console and of its API. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  ...SAFE_HEADERS,
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': DENIED_FEATURES.map((feature) => `${feature}=()`).join(', '),
}
