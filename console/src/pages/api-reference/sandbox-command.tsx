/** The command for a call of the sandbox API, with the examples of its description filled in. */
import { useSession } from '../../api/session.tsx'
import { commandHere, Plain } from '../../components/code.tsx'
import type { Operation } from './operation-description.ts'

interface SandboxCommandProps {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** A `curl` command. It names the operator but not the password, for which `curl` asks. */
export function SandboxCommand({ method, path, operation }: SandboxCommandProps) {
  const { operator } = useSession()
  const { parameters = [], requestBody } = operation
  const examples = parameters.filter(({ example }) => example !== undefined)
  const exampleOf = (name: string) =>
    String(examples.find((each) => each.in === 'path' && each.name === name)?.example ?? name)
  const query = examples
    .filter((each) => each.in === 'query')
    .map(({ name, example }) => [name, String(example)])
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleOf(name))
  const search = query.length === 0 ? '' : `?${new URLSearchParams(query)}`
  const body = requestBody?.content?.['application/json']?.example
  const command = [
    `curl -u ${operator.name}${method === 'get' ? '' : ` -X ${method.toUpperCase()}`}`,
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`]),
    `"$TRIMERGE_URL${address}${search}"`,
  ].join(body === undefined ? ' ' : ' \\\n  ')
  return <Plain text={commandHere(command)} label="cURL command" />
}
