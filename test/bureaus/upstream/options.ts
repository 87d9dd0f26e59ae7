/**
 * The options with which tests order from a vendor: short time-outs, otherwise the default
 * settings.
 */
import type { UpstreamOptions } from '../../../src/bureaus/upstream/options.ts'
import { DIALECTS } from '../../../src/documents/dialects.ts'
import { BUREAUS } from '../../../src/documents/tables/enumerations.ts'

/** Returns the options of a vendor at a URL, with the changes of a test. */
export function upstreamOptions(
  url: string,
  changes: Partial<UpstreamOptions> = {},
): UpstreamOptions {
  return {
    name: 'vendor',
    url,
    bureaus: BUREAUS,
    dialect: DIALECTS.mismo,
    version: '2.3.1',
    connectTimeoutMs: 2_000,
    headersTimeoutMs: 10_000,
    answerTimeoutMs: 10_000,
    connectionCountMax: 16,
    queueLengthMax: 64,
    failureCountMax: 5,
    restMs: 1_000,
    deduplicates: false,
    action: 'ForceNew',
    products: {
      hard: { path: '/credit_report', type: 'Merge', typeOther: '', description: '' },
      soft: { path: '/pre_qualification', type: 'Other', typeOther: 'SoftCheck', description: '' },
    },
    submittingParty: 'Lighthouse Gateway',
    identity: 'strict',
    attributes: {
      account: '',
      branch: '',
      requestingPartyIdentifier: '',
      submittingPartyIdentifier: '',
      receivingParty: '',
      requestedBy: '',
      preferredFormat: '',
    },
    keys: {},
    ...changes,
  }
}
