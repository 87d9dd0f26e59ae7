/** Requests that cause each error that a single request can cause. */
import { CODES, type Reason } from '../../src/errors.ts'
import { personaOrder } from '../../src/sandbox/persona-order.ts'
import { type SampleOrderOptions, sampleOrder } from '../../src/sandbox/sample-order.ts'
import { type CollectionRequest, JSON_TYPE, knownPersona, REPORT, XML_TYPE } from './request.ts'

/** The difference between a request that causes an error and one that returns a report. */
type Difference = Partial<Pick<CollectionRequest, 'method' | 'path' | 'login' | 'headers' | 'body'>>

const ORDER = order({})

function order(options: SampleOrderOptions): string {
  return personaOrder(knownPersona('clean'), 'credit_report', {
    lenderCase: 'COLLECTION-ERRORS',
    ...options,
  }).trimEnd()
}

/** More header fields than the service accepts. */
const MANY_HEADERS = Object.fromEntries(
  Array.from({ length: 70 }, (_, index) => [`X-Filler-${index + 1}`, 'x']),
)

function changed(pattern: RegExp, by: string): string {
  const body = ORDER.replace(pattern, by)
  if (body === ORDER) throw new Error(`${pattern} is not in the order`)
  return body
}

/** Returns the errors that need no other account, in the order of the error table. */
function differences(): readonly (readonly [Reason, Difference])[] {
  const couple = [knownPersona('calla'), knownPersona('edmund')]
  const mixed = [knownPersona('calla'), knownPersona('clean')]
  const ofCase = { lenderCase: 'COLLECTION-1' }
  return [
    ['unknownPath', { path: '/credit_reports' }],
    ['wrongMethod', { method: 'GET' }],
    ['unauthenticated', { login: 'wrong' }],
    ['wrongMediaType', { headers: { 'Content-Type': 'text/plain', Accept: 'application/xml' } }],
    ['wrongEncoding', { headers: { ...XML_TYPE, 'Content-Encoding': 'gzip' } }],
    ['badRequest', { login: 'none', headers: { ...XML_TYPE, Authorization: 'Basic YTpi,YTpi' } }],
    ['wrongExpectation', { headers: { ...XML_TYPE, Expect: 'a-report' } }],
    ['headersTooLarge', { headers: { ...XML_TYPE, ...MANY_HEADERS } }],
    ['unreadable', { body: ORDER.slice(0, ORDER.length / 2) }],
    ['invalidDocument', { body: changed(/_EquifaxIndicator="Y"/, '_EquifaxIndicator="yes"') }],
    [
      'wrongAction',
      { body: sampleOrder('credit_report', couple, { ...ofCase, action: 'Unmerge' }).trimEnd() },
    ],
    ['invalidBorrower', { body: changed(/_SSN="[^"]*"/, '_SSN="not a number"') }],
    ['reportUnknown', { body: order({ action: 'Reissue', reportId: 'R000000000000' }) }],
    [
      'reportOfAnother',
      { body: sampleOrder('credit_report', mixed, { ...ofCase, action: 'Reissue' }).trimEnd() },
    ],
    ['noFile', { body: personaOrder(knownPersona('noHit'), 'credit_report').trimEnd() }],
  ]
}

/** Returns the requests. Those of the account with fewer permissions are last. */
export function errorRequests(): readonly CollectionRequest[] {
  const plain = {
    method: 'POST',
    path: '/credit_report',
    login: 'account',
    headers: XML_TYPE,
    body: ORDER,
  } as const
  const own = differences().map(([reason, difference]): CollectionRequest => {
    const { body, ...request } = { ...plain, ...difference }
    return {
      ...request,
      name: reason,
      doc: `${CODES[reason].text} ${CODES[reason].remedy}`,
      ...(request.method === 'GET' ? {} : { body }),
      expected: expectedOf(reason),
    }
  })
  return [
    ...own,
    ...jsonRequests(),
    ...agedRequests(),
    ...injectedRequests(),
    ...restrictedRequests(),
  ]
}

/** Returns requests with the same errors in JSON documents, whose error paths are JSON paths. */
function jsonRequests(): readonly CollectionRequest[] {
  const document = personaOrder(knownPersona('clean'), 'credit_report', {
    dialect: 'json',
  }).trimEnd()
  const wrong = document.replace(/"__EquifaxIndicator": *"Y"/, '"__EquifaxIndicator": true')
  const of = (reason: Reason, body: string): CollectionRequest => ({
    name: `${reason} in JSON`,
    doc: `${CODES[reason].text} ${CODES[reason].remedy}`,
    method: 'POST',
    path: '/credit_report',
    login: 'account',
    headers: JSON_TYPE,
    body,
    expected: { status: CODES[reason].status, contains: `"__Code": "${CODES[reason].code}"` },
  })
  return [
    of('unreadable', document.slice(0, document.length / 2).trimEnd()),
    of('invalidDocument', wrong),
  ]
}

/**
 * Returns requests for an action on a report that is too old: between two of them, a month passes
 * in the sandbox.
 */
function agedRequests(): readonly CollectionRequest[] {
  const ofCase = { lenderCase: 'COLLECTION-AGED' }
  const post = { method: 'POST', login: 'account' } as const
  const ordered = { ...post, path: '/credit_report', headers: XML_TYPE } as const
  return [
    {
      ...ordered,
      name: 'a report that ages',
      doc: 'Orders the report that the request after next reissues.',
      body: order({ ...ofCase, action: 'ForceNew' }),
      expected: REPORT,
    },
    {
      ...post,
      name: 'a month passes',
      doc: 'Advances the sandbox clock by 31 days, for all accounts. It cannot be set back except by a reset.',
      path: '/sandbox/clock',
      headers: JSON_TYPE,
      body: '{ "advance": "31d" }',
      expected: { status: 200, contains: '"now"' },
    },
    {
      ...ordered,
      name: 'reportTooOld',
      doc: `${CODES.reportTooOld.text} ${CODES.reportTooOld.remedy}`,
      body: order({ ...ofCase, action: 'Reissue' }),
      expected: expectedOf('reportTooOld'),
    },
  ]
}

/**
 * Returns requests for errors of the service itself. Each follows a request that injects the error
 * for one order of the account.
 */
function injectedRequests(): readonly CollectionRequest[] {
  const post = { method: 'POST', login: 'account' } as const
  const faults = [
    ['unavailable', 'UNAVAILABLE'],
    ['internal', 'INTERNAL ERROR'],
    ['interrupted', 'INTERRUPTED'],
  ] as const
  return faults.flatMap(([reason, fault]) => [
    {
      ...post,
      name: `inject ${reason}`,
      doc: 'Injects a fault of the service into the next order of the account.',
      path: '/sandbox/faults',
      headers: JSON_TYPE,
      body: JSON.stringify({ fault, account: '{{account}}', orders: 1 }),
      expected: { status: 200, contains: `"fault":"${fault}"` },
    },
    {
      ...post,
      name: reason,
      doc: `${CODES[reason].text} ${CODES[reason].remedy}`,
      path: '/credit_report',
      headers: XML_TYPE,
      body: order({ lenderCase: `COLLECTION-${reason.toUpperCase()}`, action: 'ForceNew' }),
      expected: expectedOf(reason),
    },
  ])
}

function expectedOf(reason: Reason): CollectionRequest['expected'] {
  const { status, code } = CODES[reason]
  return { status, contains: `_Code="${code}"` }
}

/**
 * Returns requests of the restricted account, which has one permission, no duplicates, and three
 * requests per minute.
 */
function restrictedRequests(): readonly CollectionRequest[] {
  const ofRestricted = (name: string, doc: string, path: string, body: string) =>
    ({ name, doc, method: 'POST', path, login: 'restricted', headers: XML_TYPE, body }) as const
  const docOf = (reason: Reason) => `${CODES[reason].text} ${CODES[reason].remedy}`
  const soft = personaOrder(knownPersona('clean'), 'pre_qualification').trimEnd()
  return [
    {
      ...ofRestricted('notAllowed', docOf('notAllowed'), '/pre_qualification', soft),
      expected: expectedOf('notAllowed'),
    },
    {
      ...ofRestricted(
        'a first order',
        'The order that the next request repeats. It has a report only the first time.',
        '/credit_report',
        ORDER,
      ),
      expected: { status: 200, contains: '' },
    },
    {
      ...ofRestricted('duplicate', docOf('duplicate'), '/credit_report', ORDER),
      expected: expectedOf('duplicate'),
    },
    {
      ...ofRestricted('tooManyRequests', docOf('tooManyRequests'), '/credit_report', ORDER),
      expected: expectedOf('tooManyRequests'),
    },
  ]
}
