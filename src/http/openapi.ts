/** The description of the interface: OpenAPI 3.1, assembled from operations, documents and errors. */
import { DIALECTS } from '../documents/dialects.ts'
import { schemaOf } from '../documents/schemas/json-schema.ts'
import { ErrorResponse } from '../documents/tables/error-response.ts'
import { CODES } from '../errors.ts'
import { OPERATIONS, type Operation } from '../orders/intake/operation.ts'
import { CONTROL_OPERATOR, controlPaths, problemSchema } from '../sandbox-api/description.ts'

/** The version of each operation's interface (interface section 9). */
const INTERFACE_VERSION = '1.0.0'

/** The OpenAPI document of the service. */
export function openApi(serviceVersion: string, basePath: string, sandbox: boolean): object {
  const operations = Object.values(OPERATIONS)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trimerge',
      version: INTERFACE_VERSION,
      description: `Mortgage credit report ordering, MISMO 2.x over HTTP. Service version ${serviceVersion}. Schemas show the dialect mismo; the dialects neutral, literal and elements work the same way.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: basePath === '' ? '/' : basePath }],
    security: [{ basic: [] }],
    paths: {
      ...Object.fromEntries(operations.map((operation) => [operation.path, pathOf(operation)])),
      '/health/live': probe('Liveness check.'),
      '/health/ready': probe('Readiness check: whether the service accepts orders.'),
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
            [`${operation.name}_request`, schemaOf(operation.request, DIALECTS.mismo)],
            [`${operation.name}_response`, schemaOf(operation.response, DIALECTS.mismo)],
          ]),
        ),
        error: schemaOf(ErrorResponse, DIALECTS.mismo),
        ...(sandbox ? { Problem: problemSchema() } : {}),
      },
    },
  }
}

function pathOf(operation: Operation): object {
  return {
    post: {
      operationId: operation.name,
      summary: operation.summary,
      description: `Actions: ${operation.actions.join(', ')}. Interface version ${INTERFACE_VERSION}.`,
      requestBody: {
        required: true,
        content: xml({ $ref: `#/components/schemas/${operation.name}_request` }),
      },
      responses: {
        200: {
          description: 'The report, or an error document if the order is rejected or fails.',
          headers: {
            'Trimerge-Retry': {
              description: 'yes if this is the stored response to a duplicate request.',
              schema: { type: 'string' },
            },
          },
          content: xml({
            oneOf: [
              { $ref: `#/components/schemas/${operation.name}_response` },
              { $ref: '#/components/schemas/error' },
            ],
          }),
        },
        ...errorResponses(),
      },
    },
  }
}

function errorResponses(): object {
  const rows = Object.values(CODES).filter(({ status }) => status !== 200)
  const statuses = [...new Set(rows.map((row) => row.status))].sort((one, other) => one - other)
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: rows
          .filter((row) => row.status === status)
          .map((row) => `${row.code}: ${row.text}`)
          .join(' '),
        content: xml({ $ref: '#/components/schemas/error' }),
      },
    ]),
  )
}

function xml(schema: object): object {
  return { 'application/xml': { schema } }
}

function probe(summary: string): object {
  return { get: { summary, security: [], responses: { 200: { description: 'Yes.' } } } }
}
