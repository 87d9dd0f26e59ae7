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

// The reference of the operator API, `docs/api.md`, from the tables of routes and problems.

const INTRODUCTION = `# The operator API

What the console is made of: JSON below \`/api/v1\`, described as OpenAPI 3.1 at
\`/api/v1/openapi.json\`. Orders of lenders' systems do not come this way; they are the
[four operations](../README.md).

A session begins with \`POST /api/v1/session\` and lives in the cookie \`__Host-sid\`: 256 random bits,
known to the database as a keyed hash alone, so that every replica knows it. It ends after 15 minutes
without a request, after 12 hours in any case, with the logout, with a new password and when the person
is disabled. What a person may do is looked up for each request, so a change holds at once.

A change must come from the console's own origin (\`Sec-Fetch-Site\`, or else \`Origin\`) and carry the
session's token as \`X-CSRF-Token\`; the login needs the origin alone. Lists are newest first; \`next\` of a
page is the \`cursor\` of the one after it. Money is in cents, moments are ISO 8601 in UTC.

Personal data is in no URL: people search with \`POST /orders/search\`. Numbers and names are masked in
lists and documents as the tables of the documents say, and what those tables do not know is hidden.
\`POST /orders/:id/reveal\` shows a document in clear. Each look at a document or a report is in the
[audit trail](audit.md).

Behind a proxy that ends TLS, \`Host\` must be passed on as the browser sent it. Browsers keep the cookie on
HTTPS and on the machine itself (\`localhost\`, \`127.0.0.1\`).

## Roles

- **operator**: everything.
- **auditor**: sees everything, changes nothing; documents stay masked, and printed reports closed.
- **integrator**: orders, reports, secrets and statements of one account. Anything else does not exist for
  them: it is answered as what is not there.

\`trimerge operator add NAME --role auditor\` adds a person, \`--role integrator --account ACCOUNT\` one of an
account.

## Routes
`

/** The text of `docs/api.md`. */
export function apiPage(): string {
  const routes = (Object.values(ROUTES) as Route[]).map(
    ({ method, path, roles, sandboxOnly, summary }) =>
      `| \`${method}\` | \`${path}\` | ${roles === 'anyone' ? 'anyone' : roles.join(', ')} | ${summary}${sandboxOnly ? ' Sandbox only.' : ''} |`,
  )
  const problems = Object.entries(PROBLEMS).map(
    ([name, { status, title }]) => `| \`${name}\` | ${status} | ${title} |`,
  )
  return [
    INTRODUCTION,
    '| Method | Path | Roles | What it does |',
    '|---|---|---|---|',
    ...routes,
    '',
    '## Problems',
    '',
    'What goes wrong is answered as `application/problem+json` (RFC 9457). Programs go by `type`, which is',
    '`urn:trimerge:problem:` and the name. `faults` names place and rule, never the value.',
    '',
    '| Name | Status | What it is |',
    '|---|---|---|',
    ...problems,
    '',
    '## Events',
    '',
    '`GET /api/v1/events` is a stream of server-sent events: `order` when an order is new or has ended, on',
    'whichever replica; `bureau` when a bureau begins or ceases to fail; `end` when the session is over.',
    'A stream keeps no session alive. It tells of at most 500 orders a second; the list has all of them.',
    'There are at most 64 streams a process and 8 a person.',
    '',
  ].join('\n')
}
