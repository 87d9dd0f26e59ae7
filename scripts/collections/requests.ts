/** The requests of the collections, which are the same in every format. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PERSONAS, type Persona } from '../../src/bureaus/simulator/personas.ts'
import { DIALECT_LIST } from '../../src/documents/dialects.ts'
import { BUREAUS } from '../../src/documents/tables/enumerations.ts'
import { OPERATIONS } from '../../src/orders/intake/operation.ts'
import { OPERATION_NAMES } from '../../src/orders/intake/products.ts'
import { personaOrder } from '../../src/sandbox/persona-order.ts'
import { actionRequests } from './action-requests.ts'
import { errorRequests } from './error-requests.ts'
import {
  type CollectionFolder,
  type CollectionRequest,
  JSON_TYPE,
  knownPersona,
  REPORT,
  RESTRICTED_ACCOUNT,
  XML_TYPE,
} from './request.ts'

/** Returns all requests in folders, in the order in which they are sent. */
export function collectionFolders(): readonly CollectionFolder[] {
  return [
    exampleFolder(),
    ...OPERATION_NAMES.map((operation) => ({
      name: `Actions of ${OPERATIONS[operation].path}`,
      doc: `${OPERATIONS[operation].summary} Send the requests in their order: each uses the report of earlier ones.`,
      requests: actionRequests(operation),
    })),
    dialectFolder(),
    ...personaFolders(),
    {
      name: 'Errors',
      doc: `Every error that requests can cause. One of them advances the sandbox clock by a month. The last four need an account with fewer permissions: run \`${RESTRICTED_ACCOUNT.join('` and `')}\`, and wait a minute between two runs.`,
      requests: errorRequests(),
    },
    serviceFolder(),
  ]
}

interface ExampleRow {
  readonly file: string
  readonly path: string
  readonly special: string
}

/** Returns the examples, without those about encodings: HTTP client tools send text as UTF-8. */
function exampleFolder(): CollectionFolder {
  const folder = join(import.meta.dirname, '../../examples')
  const rows: readonly ExampleRow[] = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'))
  const asText = rows.filter(({ file }) => !/^(?:utf-16|latin-1)/.test(file))
  return {
    name: 'Sample orders',
    doc: 'The orders in the folder examples, which resemble those of real clients.',
    requests: asText.map(({ file, path, special }) =>
      order(file.replace(/\.xml$/, ''), special, path, readFileSync(join(folder, file), 'utf8')),
    ),
  }
}

/** Returns a request whose response is a report in the dialect of its document. */
function order(name: string, doc: string, path: string, document: string): CollectionRequest {
  const body = document.trimEnd()
  const headers = body.startsWith('{') ? JSON_TYPE : XML_TYPE
  const expected = { status: 200, contains: reportIn(body) }
  return { name, doc, method: 'POST', path, login: 'account', headers, body, expected }
}

/** Returns the beginning of a report's ID in the dialect of a request. */
function reportIn(request: string): string {
  if (request.startsWith('{')) return '"_CreditReportIdentifier": "R'
  if (/<_CreditRequestID[ >]/.test(request)) return '<_CreditReportIdentifier>R'
  const prefix = /\s_CreditRequestID=/.test(request) ? '_' : ''
  return `${prefix}CreditReportIdentifier="R`
}

function dialectFolder(): CollectionFolder {
  const avery = knownPersona('avery')
  return {
    name: 'Dialects',
    doc: 'The same order in each dialect. The response has the dialect of the request.',
    requests: DIALECT_LIST.map(({ name, doc }) => {
      const body = personaOrder(avery, 'credit_report', { dialect: name, requestId: `IN-${name}` })
      return order(name, doc, OPERATIONS.credit_report.path, body)
    }),
  }
}

/** The kinds of personas, by the content of their files. */
const PERSONA_KINDS: readonly (readonly [name: string, fits: (persona: Persona) => boolean])[] = [
  ['without any file', (persona) => fileCount(persona) === 0],
  ['with a file missing', (persona) => fileCount(persona) < BUREAUS.length],
  ['without a score', (persona) => BUREAUS.some((bureau) => !persona.outcome[bureau].score)],
  ['with scores', () => true],
]

function fileCount({ outcome }: Persona): number {
  return BUREAUS.filter((bureau) => outcome[bureau].status === 'FileReturned').length
}

/** Returns a request for every persona by soft inquiry, which leaves no trace on later files. */
function personaFolders(): readonly CollectionFolder[] {
  const kindOf = (persona: Persona) => PERSONA_KINDS.find(([, fits]) => fits(persona))?.[0]
  return PERSONA_KINDS.toReversed().map(([kind]) => ({
    name: `Personas ${kind}`,
    doc: 'Test borrowers with a known result: docs/personas.md.',
    requests: PERSONAS.filter((persona) => kindOf(persona) === kind).map(personaRequest),
  }))
}

function personaRequest(persona: Persona): CollectionRequest {
  const body = personaOrder(persona, 'pre_qualification', {
    individual: true,
    requestId: `PERSONA-${persona.id}`,
  })
  return {
    name: persona.id,
    doc: persona.story,
    method: 'POST',
    path: OPERATIONS.pre_qualification.path,
    login: 'account',
    headers: XML_TYPE,
    body: body.trimEnd(),
    expected: fileCount(persona) === 0 ? { status: 200, contains: '_Code="E001"' } : REPORT,
  }
}

function serviceFolder(): CollectionFolder {
  const get = (name: string, path: string, doc: string, contains: string): CollectionRequest => ({
    name,
    doc,
    method: 'GET',
    path,
    login: 'none',
    headers: {},
    expected: { status: 200, contains },
  })
  return {
    name: 'Service',
    doc: 'Health probes and the API description.',
    requests: [
      get('live', '/health/live', 'Checks that the process runs.', ''),
      get('ready', '/health/ready', 'Checks that the service accepts orders.', ''),
      get(
        'openapi',
        '/openapi.json',
        'Returns the OpenAPI description of the interface.',
        '"openapi"',
      ),
    ],
  }
}
