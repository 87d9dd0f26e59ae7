/** The description of the operator API: OpenAPI 3.1, from the table of routes. */
import { z } from 'zod'
import { PROBLEMS } from './problems.ts'
import { ROUTES, type Route } from './routes.ts'
import { Problem, StreamEvent } from './schemas.ts'

const COOKIE = { session: [] }
const CHANGE = { session: [], token: [] }

/** The OpenAPI document of the operator API. */
export function apiDescription(version: string, server: string, sandbox: boolean): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, route] of Object.entries(ROUTES) as [string, Route][]) {
    if (route.sandboxOnly && !sandbox) continue
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(name, route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trimerge operator API',
      version,
      description:
        'What the console is made of. A session begins with a login and lives in a cookie; a change also needs the token of the session and comes from the same origin.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' },
        token: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
      },
      schemas: {
        Problem: schemaOf(Problem, 'output'),
        StreamEvent: schemaOf(StreamEvent, 'output'),
      },
    },
  }
}

function operationOf(operationId: string, route: Route): object {
  const { roles, body, method, summary } = route
  const change = method === 'GET' ? COOKIE : CHANGE
  return {
    operationId,
    summary,
    description: roles === 'anyone' ? 'Open to anyone.' : `Roles: ${roles.join(', ')}.`,
    security: roles === 'anyone' ? [] : [change],
    parameters: [...parametersOf('path', route.params), ...parametersOf('query', route.query)],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: json(schemaOf(body, 'input')) } }),
    responses: {
      [route.status ?? 200]: { description: 'Done.', ...contentOf(route) },
      default: {
        description: `A problem: ${Object.keys(PROBLEMS).join(', ')}.`,
        content: {
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
      },
    },
  }
}

function contentOf({ answer, attachment }: Route): object {
  if (attachment !== undefined) {
    return { content: { [attachment.mediaType]: { schema: { type: 'string' } } } }
  }
  return answer === undefined ? {} : { content: json(schemaOf(answer, 'output')) }
}

function json(schema: object): object {
  return { 'application/json': { schema } }
}

function parametersOf(where: 'path' | 'query', shape: z.ZodObject | undefined): object[] {
  return Object.entries(shape?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || !z.safeParse(schema, undefined).success,
    schema: schemaOf(schema as z.ZodType, 'input'),
  }))
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
