/** Renders the subset of Helm's template language that the chart uses, without Helm. */

type Value = unknown
type Scope = Readonly<Record<string, Value>>

interface Node {
  readonly text?: string
  readonly action?: string
  readonly body?: readonly Node[]
  readonly otherwise?: readonly Node[]
}

/** Renders a template with the values of `scope`. */
export function render(template: string, scope: Scope): string {
  const tokens = template.split(/(\{\{-?.*?-?\}\})/s)
  const pieces = tokens.map((token, index) => {
    const before = tokens[index - 1]?.endsWith('-}}')
    const after = tokens[index + 1]?.startsWith('{{-')
    if (token.startsWith('{{')) return token
    const left = before ? token.replace(/^\s+/, '') : token
    return after ? left.replace(/\s+$/, '') : left
  })
  const { nodes, end } = parsed(pieces, 0)
  if (end < pieces.length) throw new Error(`unexpected ${pieces[end]}`)
  return written(nodes, scope)
}

function actionOf(token: string): string | undefined {
  return /^\{\{-?\s*([\s\S]*?)\s*-?\}\}$/.exec(token)?.[1]
}

function parsed(tokens: readonly string[], from: number): { nodes: Node[]; end: number } {
  const nodes: Node[] = []
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at] ?? ''
    const action = actionOf(token)
    if (action === undefined) nodes.push({ text: token })
    else if (action === 'end' || action === 'else') return { nodes, end: at }
    else if (/^(?:if|range) /.test(action)) {
      const body = parsed(tokens, at + 1)
      const isSplit = actionOf(tokens[body.end] ?? '') === 'else'
      const other = isSplit ? parsed(tokens, body.end + 1) : { nodes: [], end: body.end }
      nodes.push({ action, body: body.nodes, otherwise: other.nodes })
      at = other.end
    } else nodes.push({ action })
  }
  return { nodes, end: tokens.length }
}

function written(nodes: readonly Node[], scope: Scope): string {
  return nodes.map((node) => writtenNode(node, scope)).join('')
}

function writtenNode({ text, action = '', body = [], otherwise = [] }: Node, scope: Scope): string {
  if (text !== undefined) return text
  const condition = /^if (.*)$/.exec(action)?.[1]
  if (condition !== undefined)
    return written(isTrue(piped(condition, scope)) ? body : otherwise, scope)
  const range = /^range (\$\w+), (\$\w+) := (.*)$/.exec(action)
  if (range === null) return String(piped(action, scope))
  const [, key = '', item = '', list = ''] = range
  const entries = Object.entries(piped(list, scope) as Record<string, Value>)
  return entries
    .map(([name, value]) => written(body, { ...scope, [key]: name, [item]: value }))
    .join('')
}

function isTrue(value: Value): boolean {
  return Boolean(value) && !(typeof value === 'object' && Object.keys(value ?? {}).length === 0)
}

/** Evaluates a pipeline: each function gets the previous result as its last argument. */
function piped(pipeline: string, scope: Scope): Value {
  const [first = '', ...rest] = pipeline.split('|').map((part) => part.trim())
  return rest.reduce<Value>(
    (value, part) => called(part.split(/\s+/), scope, [value]),
    called(first.split(/\s+/), scope, []),
  )
}

function called([name = '', ...words]: string[], scope: Scope, piped: readonly Value[]): Value {
  const values = [...words.map((word) => operand(word, scope)), ...piped]
  const numbers = values.map(Number)
  switch (name) {
    case 'quote':
      return JSON.stringify(textOf(values[0]))
    case 'kindIs':
      return values[0] === kindOf(values[1])
    case 'int64':
      return BigInt(Math.trunc(numbers[0] ?? 0))
    case 'default':
      return isTrue(values[1]) ? values[1] : values[0]
    case 'add':
      return BigInt(numbers.reduce((sum, number) => sum + number, 0))
    case 'mul':
      return BigInt(numbers.reduce((product, number) => product * number, 1))
    case 'toYaml':
      return JSON.stringify(values[0])
    case 'nindent':
      return `\n${' '.repeat(numbers[0] ?? 0)}${values[1]}`
    default:
      return operand(name, scope)
  }
}

/** Numbers in values are floating-point numbers for Helm. Whole numbers are results of functions. */
function kindOf(value: Value): string {
  return typeof value === 'number' ? 'float64' : typeof value
}

/** Writes a value as Go does: floating-point numbers from a million on with an exponent. */
function textOf(value: Value): string {
  if (typeof value !== 'number' || Math.abs(value) < 1e6) return String(value)
  return value.toExponential().replace(/e\+(\d)$/, 'e+0$1')
}

function operand(word: string, scope: Scope): Value {
  const text = /^"(.*)"$/.exec(word)?.[1]
  if (text !== undefined) return text
  if (/^\d+$/.test(word)) return Number(word)
  if (/^\$\w/.test(word)) return scope[word]
  // `$.` is the root. Inside `range`, the dot alone would be the current item.
  const path = word.split('.').slice(1)
  return path.reduce<Value>((value, name) => (value as Scope | undefined)?.[name], scope)
}
