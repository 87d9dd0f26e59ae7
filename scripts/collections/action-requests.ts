/** Requests for the actions of each operation, as a sequence that can be sent at any time. */
import { OPERATIONS } from '../../src/orders/intake/operation.ts'
import type { Action, OperationName } from '../../src/orders/intake/products.ts'
import { type SampleOrderOptions, sampleOrder } from '../../src/sandbox/sample-order.ts'
import { type CollectionRequest, knownPersona, REPORT, XML_TYPE } from './request.ts'

/** Omits TransUnion, so that an Upgrade can add it. */
const TWO_BUREAUS = ['Equifax', 'Experian'] as const

interface Step {
  readonly action: Action
  readonly doc: string
  readonly options?: SampleOrderOptions
  /** Whether the request is about only the first of the two borrowers. */
  readonly first?: boolean
}

/**
 * The steps of a sequence. ForceNew comes first and makes the report that the others use, so the
 * sequence can be repeated.
 */
const STEPS: readonly Step[] = [
  {
    action: 'ForceNew',
    doc: 'Requests new files, even if the account has a recent report.',
    options: { bureaus: TWO_BUREAUS },
  },
  {
    action: 'Submit',
    doc: 'Returns the report of the previous request, because the order has the same meaning. No charge.',
    options: { bureaus: TWO_BUREAUS, requestId: 'AGAIN' },
  },
  {
    action: 'Reissue',
    doc: 'Returns the report of the lender case again, for a fee.',
    options: { bureaus: TWO_BUREAUS },
  },
  { action: 'Upgrade', doc: 'Adds the third bureau to the report.' },
  {
    action: 'Unmerge',
    doc: 'Makes a report of one of the two borrowers, without new files.',
    first: true,
  },
]

const REFRESH_STEPS: readonly Step[] = [
  { action: 'Submit', doc: 'Returns the changes since the report of the lender case.' },
  { action: 'Reissue', doc: 'Returns the refresh again.' },
]

/** The lender case of each operation. A refresh uses the report of `/credit_report`. */
const CASES: Readonly<Record<OperationName, string>> = {
  credit_report: 'COLLECTION-1',
  pre_qualification: 'COLLECTION-2',
  mortgage_only: 'COLLECTION-3',
  refresh_report: 'COLLECTION-1',
}

/** Returns the requests for the actions of an operation. */
export function actionRequests(operation: OperationName): readonly CollectionRequest[] {
  const { path, actions } = OPERATIONS[operation]
  const steps = operation === 'refresh_report' ? REFRESH_STEPS : STEPS
  const couple = [knownPersona('calla'), knownPersona('edmund')]
  return steps
    .filter(({ action }) => actions.includes(action))
    .map(({ action, doc, options, first }) => {
      const body = sampleOrder(operation, first === true ? couple.slice(0, 1) : couple, {
        lenderCase: CASES[operation],
        ...options,
        action,
      })
      return {
        name: action,
        doc,
        method: 'POST',
        path,
        login: 'account',
        headers: XML_TYPE,
        body: body.trimEnd(),
        expected: REPORT,
      }
    })
}
