/** The problems that a call of a JSON API can get, and their responses in its OpenAPI description. */
import { ROLES } from '../store/records/operators.ts'
import { PROBLEMS, type ProblemName } from './problems.ts'
import type { Route } from './routes.ts'

const ALL = Object.keys(PROBLEMS) as ProblemName[]

/**
 * Returns the problems that a route of the operator API can return, apart from failures of the
 * service.
 */
export function problemsOf(route: Route): readonly ProblemName[] {
  const { roles, path } = route
  if (roles === 'anyone') return callProblems(route)
  const own: ProblemName[] = ['unauthenticated']
  if (ROLES.some((role) => !roles.includes(role))) own.push('forbidden')
  if (!path.startsWith('/session')) own.push('second-factor-needed')
  return [...callProblems(route), ...own]
}

/** Returns the problems that a call can get in either API, whoever calls. */
export function callProblems({
  method,
  params,
  problems = [],
}: Pick<Route, 'method' | 'params' | 'problems'>): readonly ProblemName[] {
  const common: ProblemName[] = ['bad-request', 'cross-site', 'too-many', ...problems]
  // A PUT can create what it names. Its handler knows whether it does.
  if (params !== undefined && method !== 'PUT') common.push('not-found')
  if (method !== 'GET') common.push('too-large', 'wrong-media-type')
  return common
}

/** Returns the responses with these problems by status, and any other as the default. */
export function problemResponses(problems: readonly ProblemName[]): object {
  const known = ALL.filter((name) => problems.includes(name))
  const byStatus = Map.groupBy(known, (name) => PROBLEMS[name].status)
  return {
    ...Object.fromEntries([...byStatus].map(([status, names]) => [status, responseOf(names)])),
    default: responseOf(ALL.filter((name) => PROBLEMS[name].status >= 500)),
  }
}

function responseOf(names: readonly ProblemName[]): object {
  return {
    description: names.map((name) => `${name}: ${PROBLEMS[name].title}`).join(' '),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
}
