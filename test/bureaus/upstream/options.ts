/** A vendor as a test asks it: quick to give up, and as the settings have it otherwise. */
import type { UpstreamOptions } from '../../../src/bureaus/upstream/options.ts'
import { DIALECTS } from '../../../src/documents/dialects.ts'
import { BUREAUS } from '../../../src/documents/tables/enumerations.ts'

/** Options of a vendor at an address, changed as a case needs. */
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
