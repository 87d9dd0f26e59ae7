/** The texts that people read, taken out of Markdown and out of programs. */
import { parseSync } from 'vite'

/** Markdown without what is code (blocks, spans, targets of links), a paragraph or row at a time. */
export function proseOf(markdown: string): readonly string[] {
  return markdown
    .replaceAll(/^```.*?^```/gms, '')
    .replaceAll(/`[^`]*`/g, '`')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split(/\n(?=\s*(?:\n|[|#*-] ?|\d+\. ))/)
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
}

interface SyntaxNode {
  readonly type: string
  readonly [key: string]: unknown
}

/** The texts of a program: of JSX, and of literals that look like a text, not like a name. */
export function textsOf(path: string, program: string): readonly string[] {
  const { program: tree, errors } = parseSync(path, program)
  if (errors.length > 0) throw new Error(`${path} is not read: ${errors[0]?.message}`)
  const texts: string[] = []
  collect(tree as unknown as SyntaxNode, texts)
  return texts
    .map((text) =>
      text
        .replaceAll(/`[^`]*`/g, '`')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter(isRead)
}

/** Several words, or one that begins like a label; no method and path. */
function isRead(text: string): boolean {
  if (/^(?:GET|POST|PUT|PATCH|DELETE) \S+$/.test(text)) return false
  return /\S\s+\S/.test(text) || /^[A-Z][a-z]+[.:?!]?$/.test(text)
}

/** What the parts of a node that hold no text are called. */
const NO_TEXT: Readonly<Record<string, readonly string[]>> = {
  ImportDeclaration: ['source'],
  ImportExpression: ['source'],
  ExportNamedDeclaration: ['source'],
  ExportAllDeclaration: ['source'],
  BinaryExpression: ['left', 'right'],
  MemberExpression: ['property'],
  Property: ['key'],
}

/** Types have names and no texts; these are expressions all the same. */
const TYPED_EXPRESSIONS = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']

/** What only programs read of a JSX element. */
const ATTRIBUTES_NOT_READ = ['className', 'id', 'htmlFor', 'd', 'viewBox', 'key']

function collect(node: SyntaxNode, texts: string[]): void {
  if (isOfProgram(node)) return
  const text = ownText(node)
  if (text !== undefined) texts.push(text)
  const skipped = isSum(node) ? [] : (NO_TEXT[node.type] ?? [])
  const parts = Object.entries(node).filter(([key]) => !skipped.includes(key))
  for (const child of parts.flatMap(([, value]) => value)) {
    if (isNode(child)) collect(child, texts)
  }
}

/** Whether only programs read what is in it. */
function isOfProgram(node: SyntaxNode): boolean {
  if (isErrorName(node)) return true
  if (node.type === 'JSXAttribute') return ATTRIBUTES_NOT_READ.includes(nameOf(node))
  return node.type.startsWith('TS') && !TYPED_EXPRESSIONS.includes(node.type)
}

function ownText(node: SyntaxNode): string | undefined {
  if (node.type === 'TemplateLiteral') return templateText(node)
  if (node.type !== 'Literal' && node.type !== 'JSXText') return undefined
  return typeof node.value === 'string' ? node.value : undefined
}

/** A sum can be of texts; other operations compare them with names. */
function isSum({ type, operator }: SyntaxNode): boolean {
  return type === 'BinaryExpression' && operator === '+'
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** The name that a class of errors gives itself. */
function isErrorName(node: SyntaxNode): boolean {
  if (node.type === 'PropertyDefinition') return identifierOf(node.key) === 'name'
  if (node.type !== 'AssignmentExpression' || !isNode(node.left)) return false
  return identifierOf(node.left.property) === 'name'
}

function identifierOf(value: unknown): unknown {
  return isNode(value) ? value.name : undefined
}

function nameOf(attribute: SyntaxNode): string {
  const { name } = attribute.name as { readonly name: unknown }
  return typeof name === 'string' ? name : ''
}

/** The fixed parts; `…` where a value is put in. */
function templateText({ quasis }: SyntaxNode): string {
  const parts = quasis as readonly { readonly value: { readonly cooked: string | null } }[]
  return parts.map(({ value }) => value.cooked ?? '').join('…')
}
