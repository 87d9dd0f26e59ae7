/**
 * Generates the OpenAPI paths and the documentation page of the control plane from the table of
 * calls.
 */
import { z } from 'zod'
import { jsonSchemaOf, parametersOf } from '../admin-api/api-description.ts'
import { callProblems, problemResponses } from '../admin-api/route-problems.ts'
import { Problem } from '../admin-api/schemas/common-schemas.ts'
import { serviceFaultReference } from '../sandbox/service-faults.ts'
import { CONTROL_ROUTES, type ControlName, type ControlRoute } from './control-routes.ts'

/** How operators authenticate. Accounts authenticate as for orders. */
export const CONTROL_OPERATOR = {
  type: 'http',
  scheme: 'basic',
  description: 'User name and password of an operator.',
}

/** Returns the schema of errors of the control plane (RFC 9457). */
export function problemSchema(): object {
  return jsonSchemaOf(Problem, 'output')
}

const ROUTES = Object.entries(CONTROL_ROUTES) as [ControlName, ControlRoute][]

/** Returns the paths of the control plane, for the API description. */
export function controlPaths(): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, route] of ROUTES) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(name, route) }
  }
  return paths
}

function operationOf(operationId: ControlName, route: ControlRoute): object {
  const example = CONTROL_EXAMPLES[operationId]
  const { body } = route
  return {
    operationId,
    summary: route.summary,
    description: route.summary,
    tags: ['Sandbox'],
    security: [{ basic: [] }, { operator: [] }],
    parameters: [
      ...withExamples(parametersOf('path', route.params), example.params),
      ...withExamples(parametersOf('query', route.query), example.query),
    ],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: !z.safeParse(body, undefined).success,
            content: json(body, 'input', example.body),
          },
        }),
    responses: {
      ...successOf(route, example),
      ...problemResponses([...callProblems(route), 'wrong-basic', 'forbidden']),
    },
  }
}

function successOf({ answer, document }: ControlRoute, example: ControlExample): object {
  if (document) {
    const text = { schema: { type: 'string' } }
    const content = { 'application/xml': text, 'application/json': {} }
    return { 200: { description: 'The document.', content } }
  }
  if (answer === undefined) return { 204: { description: 'Done.' } }
  return { 200: { description: 'Success.', content: json(answer, 'output', example.answer) } }
}

function json(schema: z.ZodType, io: 'input' | 'output', example: object | undefined): object {
  const own = example === undefined ? {} : { example }
  return { 'application/json': { schema: jsonSchemaOf(schema, io), ...own } }
}

function withExamples(
  parameters: readonly object[],
  examples: Readonly<Record<string, string>> = {},
): object[] {
  return parameters.map((parameter) => {
    const example = examples[(parameter as { readonly name: string }).name]
    if (example === undefined) return parameter
    const { type } = (parameter as { readonly schema: { readonly type?: string } }).schema
    return { ...parameter, example: type === 'integer' ? Number(example) : example }
  })
}

// The page of the control plane, `docs/sandbox-api.md`, is generated from the same tables.

const INTRODUCTION = `# Sandbox control plane

Tests in any language control the sandbox over HTTP, under \`/sandbox\`. Bodies and responses are JSON, except
ready-to-send orders, which are order documents. \`/openapi.json\` describes every call with its schema and an example.
In production, and while any bureau is real, these paths return 404.

Authenticate with HTTP Basic: name and secret of an account, or name and password of an operator. The
account \`sandbox\` of the first start has control; give it to another account with
\`trimerge account set NAME sandboxControl=yes\`. Calls with an account secret are much faster: passwords
are slow to check by design. An account sees only its own orders and reports; everything else in the sandbox is the
same for all callers. Cross-site requests of browsers are rejected.

Changes take effect with the next order, in every process on the same database. The
[audit trail](audit.md) records each change.

## Parallel tests

Give each test process its own service. \`trimerge serve --temporary --port 0 --json\` prints its address and
credentials as one line of JSON, ends with the process that started it, and removes its data.
[inside-tests.md](inside-tests.md) has recipes for test frameworks.

## The world

A world has a start, a clock, faults, people and orders. With the setting \`world-start\`, its clock is
frozen and changes only when you advance it, and identifiers are counted from 1. The same calls in the
same order then get the same bytes on every machine, in every month, and again after a reset. Only the
\`generation\` of \`GET /sandbox/world\` differs: it counts resets and restores.

- \`POST /sandbox/reset\` empties the world and begins it again, without a restart. Accounts and secrets
  are kept. With a body, the world begins at another time or with other identifiers.
- \`PUT /sandbox/snapshots/NAME\` saves the world while no order is running, and \`POST
  /sandbox/snapshots/NAME/restore\` restores it. A snapshot keeps its own copy of the reports: a
  purge does not reach it, so delete snapshots that you no longer need.
- While a report that would be lost is on legal hold, a reset or a restore gets 409: \`trimerge hold remove\`
  removes the hold.
- An order that is running during a reset or a restore gets 503 and leaves nothing behind.

[examples/sandbox/control.sh](../examples/sandbox/control.sh) controls a world with \`curl\` and \`jq\`, twice, and
compares the bytes.

## Faults

\`POST /sandbox/faults\` injects a fault of a bureau ([magic.md](magic.md) lists the words) or a fault of the service
(next section). A fault can be limited to an account, a borrower, the next orders or a share of them, and applies until
it is used up or removed. If several faults match an order, the latest applies, and the magic street of the
borrower does not. A fault for a share of the orders picks them by their identifiers, so the same world picks the
same ones. The keys of the body are \`fault\`, or \`latency\` with \`medianMs\` and \`p95Ms\`, and \`bureau\`, \`account\`,
\`borrower\`, \`orders\` and \`share\`: \`{"bureau":"Experian","latency":{"medianMs":800,"p95Ms":2500},"share":0.2}\`
delays the files of every fifth order.

## Faults of the service

Use these words to test that your client waits and sends the same bytes again:

${serviceFaultReference()}

A fault of the service can be limited to one account, the next requests or a share of them. It has no bureau
and no borrower. Each request counts, even one with the same bytes as before: after
\`{"fault":"LOST RESPONSE","account":"sandbox","orders":1}\`, one order has a report that its client did not
get. Orders that you place in the console meet these faults, too.

## Calls

A ready-to-send order takes \`operation\`, \`action\`, \`product\`, \`bureaus\`, \`reportId\`, \`lenderCase\`, \`requestId\`,
\`street\` and \`dialect\` as query parameters, for a persona also \`individual=true\`, and for a custom person
\`with=ID\` of another one. \`operation=mortgage_only&product=MortgageOnlySoft\` is a mortgage-only order without
scores by soft inquiry.
`

/** Returns the text of `docs/sandbox-api.md`. */
export function controlPage(): string {
  const rows = ROUTES.map(
    ([, { method, path, summary }]) => `| \`${method}\` | \`${path}\` | ${summary} |`,
  )
  const examples = ROUTES.flatMap(([name, route]) => exampleLines(route, CONTROL_EXAMPLES[name]))
  return [
    INTRODUCTION,
    '| Method | Path | Summary |',
    '|---|---|---|',
    ...rows,
    '',
    'Errors are `application/problem+json`; [api.md](api.md#problems) lists them.',
    '',
    '## Examples',
    '',
    '`TRIMERGE_URL` is the address of the service, and `TRIMERGE_USER` is `NAME:SECRET`.',
    '',
    '```',
    ...examples,
    '```',
    '',
  ].join('\n')
}

function exampleLines({ method, path, summary }: ControlRoute, example: ControlExample): string[] {
  const { params = {}, query = {}, body } = example
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? name)
  const search = Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`
  const verb = method === 'GET' ? '' : ` -X ${method}`
  const data =
    body === undefined ? '' : ` -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`
  return [
    `# ${summary}`,
    `curl -u "$TRIMERGE_USER"${verb}${data} "$TRIMERGE_URL${filled}${search}"`,
  ]
}

// An example of each call, for OpenAPI and the page. A test checks the examples.

/** The request and response of a call. Long responses are left out. */
export interface ControlExample {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly answer?: object
}

const AT = '2026-04-16T15:04:05Z'

const WORLD = {
  start: '2026-01-15T00:00:00.000Z',
  clock: 'frozen',
  ids: 'counted',
  now: '2026-01-15T00:00:00Z',
  advancedMs: 0,
  orders: 0,
}

/** Keyed by call, so that a call without an example does not compile. */
export const CONTROL_EXAMPLES: Readonly<Record<ControlName, ControlExample>> = {
  readClock: { answer: { now: AT, advancedMs: 3_888_000_000 } },
  advanceClock: { body: { advance: '45d' }, answer: { now: AT, advancedMs: 3_888_000_000 } },
  listPersonas: {},
  readPersonaOrder: {
    params: { id: 'avery' },
    query: { operation: 'credit_report', dialect: 'mismo' },
  },
  listPeople: {},
  readPerson: { params: { id: 'casey' } },
  putPerson: {
    params: { id: 'casey' },
    body: {
      name: { first: 'Casey', last: 'Whitlock' },
      ssn: '930-21-4471',
      accounts: [
        { id: 'home', kind: 'conventionalMortgage', opened: '26 months ago', amount: 285_000 },
        { id: 'card', kind: 'creditCard', opened: '9 years ago', limit: 12_000, balance: 3_180 },
      ],
    },
  },
  deletePerson: { params: { id: 'casey' } },
  readPersonOrder: { params: { id: 'casey' }, query: { operation: 'credit_report' } },
  listFaults: {},
  addFault: {
    body: { fault: 'TIMEOUT', bureau: 'Experian', borrower: 'avery', orders: 2 },
    answer: {
      id: 'F1',
      since: AT,
      fault: 'TIMEOUT',
      bureau: 'Experian',
      borrower: 'avery',
      orders: 2,
      met: 0,
    },
  },
  removeFaults: { query: { bureau: 'Experian' }, answer: { removed: 1 } },
  removeFault: { params: { id: 'F1' } },
  readWorld: { answer: { ...WORLD, generation: 2 } },
  resetWorld: { body: { start: '2026-01-15', ids: 'counted' }, answer: WORLD },
  listSnapshots: {
    answer: {
      items: [{ name: 'two-reports', savedAt: AT, sandboxAt: AT, orders: 2, people: 0, faults: 0 }],
    },
  },
  saveSnapshot: { params: { name: 'two-reports' } },
  restoreSnapshot: { params: { name: 'two-reports' }, answer: WORLD },
  deleteSnapshot: { params: { name: 'two-reports' } },
  readReportPerson: { params: { id: 'R0000000000000001' }, query: { borrower: '1' } },
  listOrders: { query: { limit: '10', lenderCase: 'LC-2026-0042' } },
  readOrder: { params: { id: 'O0000000000000001' } },
}
