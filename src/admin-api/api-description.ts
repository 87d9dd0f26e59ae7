/** The description of the operator API as OpenAPI 3.1, made from the table of routes. */
import { z } from 'zod'
import { PROBLEMS } from './problems.ts'
import { problemResponses, problemsOf } from './route-problems.ts'
import { ROUTES, type Route } from './routes.ts'
import { Problem } from './schemas/common-schemas.ts'
import { StreamEvent } from './schemas/order-schemas.ts'

const COOKIE = { session: [] }
const CHANGE = { session: [], token: [] }

/** The groups of routes, by the first segments of their paths. */
// biome-ignore format: a table
const GROUPS: Readonly<Record<string, { readonly description: string, readonly segments: readonly string[] }>> = {
  'Sessions':      { segments: ['session'], description: 'Sign in and out; change your password and second factor.' },
  'Orders':        { segments: ['orders'], description: 'List, search, open and resend orders.' },
  'Reports':       { segments: ['reports'], description: 'List, search, open, print and update reports.' },
  'Manual orders': { segments: ['manual-order'], description: 'Place an order from a form or a document.' },
  'Accounts':      { segments: ['accounts', 'prices'], description: 'Accounts with their profiles, secrets, prices and statements.' },
  'Console users': { segments: ['operators'], description: 'Console users with their roles.' },
  'Sandbox':       { segments: ['sandbox'], description: 'Personas, custom people, fault injection, clock and snapshots of the simulated world.' },
  'Monitoring':    { segments: ['overview', 'audit', 'bureaus', 'events'], description: 'Statistics, the audit trail, the state of the bureaus, and live events.' },
  'Reference':     { segments: ['errors', 'fields'], description: 'Error codes and document fields.' },
}

/** Returns the OpenAPI document of the operator API. */
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
        'The JSON API used by the console. Signing in starts a session, which is held in a cookie; requests that change something also need the CSRF token of the session and the same origin.',
      contact: { name: 'The operator of this instance' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server }],
    tags: Object.entries(GROUPS)
      .filter(([name]) => sandbox || name !== 'Sandbox')
      .map(([name, { description }]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' },
        token: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
      },
      schemas: {
        Problem: jsonSchemaOf(Problem, 'output'),
        StreamEvent: jsonSchemaOf(StreamEvent, 'output'),
      },
    },
  }
}

function operationOf(operationId: string, route: Route): object {
  const { roles, body, method, path, summary } = route
  const change = method === 'GET' ? COOKIE : CHANGE
  return {
    operationId,
    tags: [groupOf(path)],
    summary,
    description: roles === 'anyone' ? 'No session required.' : `Roles: ${roles.join(', ')}.`,
    security: roles === 'anyone' ? [] : [change],
    parameters: [...parametersOf('path', route.params), ...parametersOf('query', route.query)],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: json(jsonSchemaOf(body, 'input')) } }),
    responses: {
      [route.status ?? 200]: { description: 'Success.', ...contentOf(route) },
      ...problemResponses(problemsOf(route)),
    },
  }
}

/** Returns the group of a path. A test checks that there is one for every route. */
function groupOf(path: string): string | undefined {
  const [, segment = ''] = path.split(/[/.]/)
  return Object.keys(GROUPS).find((name) => GROUPS[name]?.segments.includes(segment))
}

function contentOf({ answer, attachment }: Route): object {
  if (attachment !== undefined) {
    const { mediaType, otherMediaType = mediaType } = attachment
    const schema = { type: 'string' }
    return { content: { [mediaType]: { schema }, [otherMediaType]: { schema } } }
  }
  return answer === undefined ? {} : { content: json(jsonSchemaOf(answer, 'output')) }
}

function json(schema: object): object {
  return { 'application/json': { schema } }
}

/** Returns the parameters of a call for OpenAPI. */
export function parametersOf(where: 'path' | 'query', shape: z.ZodObject | undefined): object[] {
  return Object.entries(shape?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || !z.safeParse(schema, undefined).success,
    schema: jsonSchemaOf(schema as z.ZodType, 'input'),
  }))
}

/** Returns a Zod schema as JSON Schema. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => nameProperties(jsonSchema),
  })
  return rest
}

/**
 * Lists the keys of a record with known keys as properties, so that required properties are
 * described.
 */
function nameProperties(schema: z.core.JSONSchema.BaseSchema): void {
  const { propertyNames, required, additionalProperties } = schema
  if (typeof propertyNames !== 'object' || required === undefined) return
  schema.properties = Object.fromEntries(required.map((name) => [name, additionalProperties ?? {}]))
}

// The reference of the operator API, `docs/api.md`, made from the tables of routes and problems.

const INTRODUCTION = `# The operator API

The JSON API used by the console, under \`/api/v1\`. The service describes it as OpenAPI 3.1 at
\`/api/v1/openapi.json\`. Lenders' systems do not use it to order; they use the
[four operations](../README.md).

## Sign in

Sign in with the name and the password of a console user, and send the cookie of the response with each call:

\`\`\`sh
curl -c "\${TMPDIR:-/tmp}/session" -H 'Origin: http://127.0.0.1:8080' -H 'Content-Type: application/json' -d "{\\"name\\":\\"admin\\",\\"password\\":\\"$PASSWORD\\"}" http://127.0.0.1:8080/api/v1/session
curl -b "\${TMPDIR:-/tmp}/session" "http://127.0.0.1:8080/api/v1/orders?limit=5"
\`\`\`

A call that changes something, or that has a body, also needs the \`csrfToken\` of the session and the origin
of the service:

\`\`\`bash
curl -b "\${TMPDIR:-/tmp}/session" -H 'Origin: http://127.0.0.1:8080' -H "X-CSRF-Token: $TOKEN" \\
  -H 'Content-Type: application/json' -d '{"name":"lender-two"}' http://127.0.0.1:8080/api/v1/accounts
\`\`\`

- **Second factor.** A user with a second factor signs in with its current \`code\` as well.
- **Origin.** Browsers send \`Sec-Fetch-Site\`, which the service prefers to \`Origin\`. A proxy that terminates TLS
  must pass on \`Host\` unchanged. Browsers keep the cookie on HTTPS and on the machine itself (\`localhost\`,
  \`127.0.0.1\`). The cookie is \`Secure\`, so the cookie jars of most HTTP libraries do not send it over plain HTTP:
  set the header \`Cookie\` yourself there.
- **End.** A session ends after 15 minutes without a request (12 hours in a sandbox), after 12 hours in any case,
  when the user signs out, and when the user is disabled. A \`GET\` with the header \`Trimerge-Background: yes\` and the event
  stream do not count as requests, so a page that only polls does not extend its session. A password change
  ends all other sessions of the user, and a password reset ends all of them.
- **Permissions** are checked on each request, so changes take effect immediately; an open event stream ends
  within 15 seconds.
- **Replicas.** The cookie \`__Host-sid\` holds 256 random bits. The database stores a keyed hash of them, so every
  replica accepts the session.
- **Link.** A sandbox on a loopback address also prints a link at start that starts a session once, within
  15 minutes, from the same machine.

## Calls

- Lists are newest first; pass \`next\` of a page as \`cursor\` to get the following page. Amounts are in cents,
  times are ISO 8601 in UTC.
- No URL contains personal data: search with \`POST /orders/search\`. Lists and documents mask names and numbers
  as the field tables say and hide all unknown fields. \`POST /orders/:id/reveal\` returns a document unmasked.
  The [audit trail](audit.md) records each view of a document or a report.
- The service carries out three calls of a user at a time. All integrators of an account count as one user. Up to
  60 further calls wait; beyond that, a call gets 429. Event streams do not count. An order waits in the queue of
  its account, and counts towards its limits, as if the account had sent it.

## Roles

- **operator**: everything.
- **auditor**: read access to everything, except unmasked documents and printed reports.
- **integrator**: orders, reports, secrets and statements of one account. Data of other accounts returns
  404, and routes of other roles return 403.

Add a user with \`trimerge operator add NAME --role auditor\`; an integrator also needs \`--account ACCOUNT\`.

## Routes
`

/** Returns the text of `docs/api.md`. */
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
    '| Method | Path | Roles | Summary |',
    '|---|---|---|---|',
    ...routes,
    '',
    '## Problems',
    '',
    'Errors are `application/problem+json` (RFC 9457). Programs should branch on `type`, which is',
    '`urn:trimerge:problem:` and the name. `errors` lists path and rule of each error, never the value.',
    '',
    '| Name | Status | Title |',
    '|---|---|---|',
    ...problems,
    '',
    '## Events',
    '',
    '`GET /api/v1/events` is a stream of server-sent events: `order` when any replica receives or ends an',
    'order, `bureau` when a bureau starts or stops failing, `sandbox` when its clock or its injected faults change or',
    'it is reset, `faults` when orders meet an injected fault, `end` when the session ends. An open',
    'stream does not extend the session. Each second it looks at the newest 25 orders of the user’s account, or of',
    'all accounts for operators and auditors, and at up to 25 orders that it last reported as running. The list',
    'of orders has all of them. A stream begins with the orders that changed in the last ten seconds, because a page',
    'may have fetched its data before it opened the stream.',
    'A process serves at most 64 streams, and at most 8 per user.',
    '',
  ].join('\n')
}
