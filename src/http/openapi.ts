/**
 * The OpenAPI 3.1 description of the interface, assembled from operations, documents and errors.
 */
import { DIALECTS } from '../documents/dialects.ts'
import type { Element } from '../documents/element.ts'
import { jsonTypes, schemaOf } from '../documents/schemas/json-schema.ts'
import { DOCUMENT_NAMES, DOCUMENTS } from '../documents/tables/documents.ts'
import { ErrorResponse } from '../documents/tables/error-response.ts'
import { CODES, type Reason } from '../errors.ts'
import { OPERATIONS, type Operation } from '../orders/intake/operation.ts'
import { CONTROL_OPERATOR, controlPaths, problemSchema } from '../sandbox-api/description.ts'
import { type SampleKind, sampleObject, sampleOf } from './documentation/samples.ts'

/** The version of each operation's interface (interface section 9). */
const INTERFACE_VERSION = '1.0.0'

/** Returns the OpenAPI document of the service. */
export function openApi(
  serviceVersion: string,
  basePath: string,
  sandbox: boolean,
): Readonly<Record<string, unknown>> {
  const operations = Object.values(OPERATIONS)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trimerge',
      version: INTERFACE_VERSION,
      description: `Mortgage credit report ordering, MISMO 2.x over HTTP. Served by Trimerge ${serviceVersion}. The schemas of XML show the dialect mismo; the dialects neutral, literal and elements work the same way. JSON can also have the neutral words of the interface document. ${basePath}/docs has the documentation, ${basePath}/schema the schemas of every dialect.`,
      contact: { name: 'The operator of this instance' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: basePath === '' ? '/' : basePath }],
    security: [{ basic: [] }],
    tags: [
      { name: 'Orders', description: 'The four operations.' },
      { name: 'Service', description: 'Health probes.' },
      ...(sandbox
        ? [
            {
              name: 'Sandbox',
              description: 'Faults, clock, people and snapshots of the simulated world.',
            },
          ]
        : []),
    ],
    paths: {
      ...Object.fromEntries(operations.map((operation) => [operation.path, pathOf(operation)])),
      '/health/live': probe('live', 'Liveness check.', 'The process responds.'),
      '/health/ready': probe(
        'ready',
        'Readiness check: whether the service accepts orders.',
        'The service accepts orders.',
        'The service is shutting down, its database is not writable, or it lacks the current master key.',
      ),
      ...(sandbox ? controlPaths() : {}),
    },
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'Account name and secret.' },
        ...(sandbox ? { operator: CONTROL_OPERATOR } : {}),
      },
      schemas: {
        ...Object.fromEntries(
          operations.flatMap((operation) => [
            [`${operation.name}_request_xml`, schemaOf(operation.request, DIALECTS.mismo)],
            [`${operation.name}_response_xml`, schemaOf(operation.response, DIALECTS.mismo)],
          ]),
        ),
        error_xml: schemaOf(ErrorResponse, DIALECTS.mismo),
        ...jsonTypes(DIALECTS.json, '#/components/schemas/'),
        ...(sandbox ? { Problem: problemSchema() } : {}),
      },
    },
  }
}

function pathOf(operation: Operation): object {
  return {
    post: {
      operationId: operation.name,
      tags: ['Orders'],
      summary: operation.summary,
      description: `${operation.description}\n\nActions: ${operation.actions.join(', ')}. Interface version ${INTERFACE_VERSION}.\n\nErrors with status 200: ${codesOf(ORDER_REASONS)}.`,
      requestBody: {
        required: true,
        description: `The order. Samples in every dialect are below /examples/dialects/${operation.name}.`,
        content: {
          'application/xml': {
            schema: reference(`${operation.name}_request_xml`),
            examples: { mismo: xmlExample(operation, 'request') },
          },
          'application/json': {
            schema: reference(documentOf(operation.request)),
            examples: { json: jsonExample(operation, 'request') },
          },
        },
      },
      responses: {
        200: {
          description: 'The report, or an error document if the order is rejected or fails.',
          headers: headersOf(200),
          content: {
            'application/xml': {
              schema: {
                anyOf: [reference(`${operation.name}_response_xml`), reference('error_xml')],
              },
              examples: {
                report: xmlExample(operation, 'response'),
                rejected: xmlExample(operation, 'rejected'),
              },
            },
            'application/json': {
              schema: {
                anyOf: [reference(documentOf(operation.response)), reference('error-response')],
              },
              examples: {
                report: jsonExample(operation, 'response'),
                rejected: jsonExample(operation, 'rejected'),
              },
            },
          },
        },
        ...errorResponses(),
      },
    },
  }
}

/** Reasons with status 200 that any order can end with, in order of precedence. */
const ORDER_REASONS = (Object.keys(CODES) as Reason[]).filter(
  (reason) => CODES[reason].status === 200,
)

function codesOf(reasons: readonly Reason[]): string {
  return reasons.map((reason) => `${CODES[reason].code} (${reason})`).join(', ')
}

/** Returns the name of the JSON schema of a document. */
function documentOf(element: Element): string {
  const name = DOCUMENT_NAMES.find((one) => DOCUMENTS[one].element === element)
  if (name === undefined) throw new TypeError(`${element.name} is not a document`)
  return name
}

function reference(name: string): object {
  return { $ref: `#/components/schemas/${name}` }
}

/**
 * Returns a sample as the object that the schema describes. The schema's XML hints say how the
 * object is written as XML.
 */
function xmlExample(operation: Operation, kind: SampleKind): object {
  return {
    summary: `${SUMMARIES[kind]}; as text in every dialect below /examples/dialects`,
    value: sampleObject(operation, DIALECTS.mismo, kind),
  }
}

const SUMMARIES: Readonly<Record<SampleKind, string>> = {
  request: 'An order',
  response: 'A report, shortened',
  rejected: 'A rejected order',
}

function jsonExample(operation: Operation, kind: SampleKind): object {
  const value: unknown = JSON.parse(sampleOf(operation, DIALECTS.json, kind))
  return { summary: `${SUMMARIES[kind]} in JSON`, value }
}

/** Returns the responses for errors that end a request before its order is read, by status. */
function errorResponses(): object {
  const reasons = (Object.keys(CODES) as Reason[]).filter((reason) => CODES[reason].status !== 200)
  const byStatus = Map.groupBy(reasons, (reason) => CODES[reason].status)
  return Object.fromEntries(
    [...byStatus]
      .sort(([one], [other]) => one - other)
      .map(([status, found]) => [status, errorResponse(status, found)]),
  )
}

/** The headers of responses that a client may need, with the statuses that have them. */
// biome-ignore format: a table
const HEADERS: readonly { readonly name: string; readonly statuses?: readonly number[]; readonly description: string }[] = [
  { name: 'X-Request-Id', description: 'ID of the request in the log of the service. Absent if the request was rejected before routing.' },
  { name: 'Trimerge-Retry', statuses: [200], description: 'yes if this is the stored response to a duplicate request.' },
  { name: 'WWW-Authenticate', statuses: [401], description: 'The scheme, Basic, and the charset of its credentials.' },
  { name: 'Allow', statuses: [405], description: 'The methods of the path.' },
  { name: 'Accept', statuses: [415], description: 'The supported media types.' },
  { name: 'Retry-After', statuses: [429, 503], description: 'Seconds to wait.' },
]

function headersOf(status: number): object {
  return Object.fromEntries(
    HEADERS.filter(({ statuses }) => statuses?.includes(status) ?? true).map(
      ({ name, description }) => [name, { description, schema: { type: 'string' } }],
    ),
  )
}

function errorResponse(status: number, reasons: readonly Reason[]): object {
  const rows = reasons.map((reason) => CODES[reason])
  return {
    description: rows.map(({ code, text, remedy }) => `${code}: ${text} ${remedy}`).join(' '),
    headers: headersOf(status),
    content: {
      'application/xml': { schema: reference('error_xml') },
      'application/json': { schema: reference('error-response') },
    },
  }
}

const BAD_REQUEST = {
  description: 'A malformed HTTP request.',
  content: { 'application/xml': { schema: reference('error_xml') } },
}

const STATUS = {
  'application/json': {
    schema: {
      type: 'object',
      required: ['status'],
      properties: { status: { type: 'string', description: 'The state in words, for people.' } },
    },
  },
}

/** Describes a health check, whose failure is a response only if the process itself responds. */
function probe(operationId: string, summary: string, yes: string, no?: string): object {
  const responses = {
    200: { description: yes, content: STATUS },
    ...(no !== undefined && { 503: { description: no, content: STATUS } }),
    '4XX': BAD_REQUEST,
  }
  return {
    get: { operationId, tags: ['Service'], summary, description: summary, security: [], responses },
  }
}
