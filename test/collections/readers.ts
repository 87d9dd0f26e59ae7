/** Small readers of the collection files, which return the requests that a tool would send. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** A request as a tool sends it, and the response that the collection expects. */
export interface ReadRequest {
  readonly name: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly status: number
  readonly contains: string
}

export type Variables = Readonly<Record<string, string>>

/** Replaces `{{name}}` by the variable's value. A missing variable is an error. */
function filled(text: string, variables: Variables): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = variables[name]
    if (value === undefined) throw new Error(`the variable ${name} is not set`)
    return value
  })
}

function basic(account: string, secret: string, variables: Variables): Record<string, string> {
  const text = `${filled(account, variables)}:${filled(secret, variables)}`
  return { Authorization: `Basic ${Buffer.from(text).toString('base64')}` }
}

interface PostmanAuth {
  readonly type: string
  readonly basic?: readonly { readonly key: string; readonly value: string }[]
}

interface PostmanItem {
  readonly name: string
  readonly item?: readonly PostmanItem[]
  readonly event?: readonly { readonly script: { readonly exec: readonly string[] } }[]
  readonly request?: {
    readonly method: string
    readonly auth?: PostmanAuth
    readonly header: readonly { readonly key: string; readonly value: string }[]
    readonly url: {
      readonly raw: string
      readonly host: readonly string[]
      readonly path: string[]
    }
    readonly body?: { readonly mode: string; readonly raw: string }
  }
}

/** Reads the requests of a Postman 2.1 collection, with the authentication that they inherit. */
export function readPostman(file: string, variables: Variables): readonly ReadRequest[] {
  const { auth, item } = JSON.parse(readFileSync(file, 'utf8'))
  return postmanItems(item, auth, variables)
}

function postmanItems(
  items: readonly PostmanItem[],
  inherited: PostmanAuth,
  variables: Variables,
): readonly ReadRequest[] {
  return items.flatMap(({ name, item, request, event }) => {
    if (item !== undefined) return postmanItems(item, inherited, variables)
    if (request === undefined) return []
    const { method, auth = inherited, header, url, body } = request
    const script = event?.flatMap(({ script }) => script.exec).join('\n') ?? ''
    const own = Object.fromEntries(header.map(({ key, value }) => [key, value]))
    const parts = [...url.host, ...url.path].join('/')
    if (parts !== url.raw) throw new Error(`${name}: the parts of the URL differ from ${url.raw}`)
    return {
      name,
      method,
      url: filled(url.raw, variables),
      headers: { ...postmanAuthorization(auth, variables), ...own },
      body: body && filled(body.raw, variables),
      status: Number(/status\((\d+)\)/.exec(script)?.[1]),
      contains: JSON.parse(/include\((".*")\)\)$/m.exec(script)?.[1] ?? '""'),
    }
  })
}

function postmanAuthorization({ type, basic: values = [] }: PostmanAuth, variables: Variables) {
  if (type !== 'basic') return {}
  const of = (wanted: string) => values.find(({ key }) => key === wanted)?.value ?? ''
  return basic(of('username'), of('password'), variables)
}

interface BrunoAuth {
  readonly type: string
  readonly username: string
  readonly password: string
}

/** Reads the requests of a Bruno collection in OpenCollection YAML, in their sequence. */
export function readBruno(folder: string, variables: Variables): readonly ReadRequest[] {
  const yaml = (path: string) => parse(readFileSync(path, 'utf8'))
  const root: BrunoAuth = yaml(join(folder, 'opencollection.yml')).request.auth
  const inOrder = <T extends { info: { seq: number } }>(items: readonly T[]) =>
    items.toSorted((a, b) => a.info.seq - b.info.seq)
  const folders = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'environments')
    .map(({ name }) => ({ name, info: yaml(join(folder, name, 'folder.yml')).info }))
  return inOrder(folders).flatMap(({ name }) => {
    const files = readdirSync(join(folder, name)).filter((file) => file !== 'folder.yml')
    const items = inOrder(files.map((file) => yaml(join(folder, name, file))))
    return items.map((item) => brunoRequest(item as never, root, variables))
  })
}

interface BrunoItem {
  readonly info: { readonly name: string }
  readonly http: {
    readonly method: string
    readonly url: string
    readonly auth?: 'inherit' | BrunoAuth
    readonly headers: readonly { readonly name: string; readonly value: string }[]
    readonly body?: { readonly type: string; readonly data: string }
  }
  readonly runtime: {
    readonly assertions: readonly BrunoAssertion[]
  }
}

interface BrunoAssertion {
  readonly expression: string
  readonly operator: string
  readonly value?: string
}

/** Returns the expected property as written in the JSON of the response. */
function brunoContains({ expression, operator, value }: BrunoAssertion): string {
  if (expression === 'res.body') return value ?? ''
  const property = `"${expression.split('.').at(-1)}"`
  if (operator === 'isDefined') return property
  // Orders get documents in readable JSON, and calls of the control plane compact JSON.
  const colon = expression.startsWith('res.body.RESPONSE_GROUP') ? ': ' : ':'
  return `${property}${colon}"${value}${operator === 'eq' ? '"' : ''}`
}

function brunoRequest(
  { info, http, runtime }: BrunoItem,
  root: BrunoAuth,
  variables: Variables,
): ReadRequest {
  const auth = http.auth === 'inherit' ? root : http.auth
  const own = Object.fromEntries(http.headers.map(({ name, value }) => [name, value]))
  const [status, content] = runtime.assertions
  return {
    name: info.name,
    method: http.method,
    url: filled(http.url, variables),
    headers: { ...(auth && basic(auth.username, auth.password, variables)), ...own },
    body: http.body && filled(http.body.data, variables),
    status: Number(status?.value),
    contains: content === undefined ? '' : brunoContains(content),
  }
}

/** Reads the requests of a `.http` file, as the editors do. */
export function readHttp(file: string, variables: Variables): readonly ReadRequest[] {
  const [, ...parts] = readFileSync(file, 'utf8').split(/^### /m)
  return parts.map((part) => httpRequest(part, variables))
}

function httpRequest(part: string, variables: Variables): ReadRequest {
  const [title = '', ...lines] = part.split('\n')
  const comments = lines.filter((line) => line.startsWith('# '))
  const rest = lines.slice(lines.findIndex((line) => !line.startsWith('#')))
  const end = rest.indexOf('')
  const [first = '', ...headerLines] = rest.slice(0, end)
  const [method = '', url = ''] = first.split(' ')
  const headers = Object.fromEntries(
    headerLines.map((line) => {
      const [name = '', ...value] = line.split(': ')
      return httpHeader(name, value.join(': '), variables)
    }),
  )
  // The text after the last request of a folder is the comment of the next folder.
  const body = rest
    .slice(end + 1)
    .join('\n')
    .replace(/\n# -{80}[\s\S]*$/, '')
    .trimEnd()
  const expected = /^# Expected: (\d+)(?:, with (.*))?$/m.exec(comments.join('\n'))
  return {
    name: title.replace(/^.*: /, ''),
    method,
    url: filled(url, variables),
    headers,
    body: body === '' ? undefined : filled(body, variables),
    status: Number(expected?.[1]),
    contains: expected?.[2] ?? '',
  }
}

/** The editors encode `Basic name secret` themselves. */
function httpHeader(name: string, value: string, variables: Variables): [string, string] {
  const [, account, secret] = /^Basic (\S+) (\S+)$/.exec(value) ?? []
  const isPair = name === 'Authorization' && account !== undefined && secret !== undefined
  if (!isPair) return [name, filled(value, variables)]
  return [name, basic(account, secret, variables).Authorization ?? '']
}
