/** Extracts the texts that people read from Markdown and from programs. */
import { parseSync } from 'rolldown/utils'

/**
 * Returns the text of Markdown, one paragraph or row at a time, without code blocks, code spans and
 * link targets.
 */
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

/**
 * Returns the texts of a program: JSX texts, and literals that look like a text and not like a
 * name.
 */
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

/**
 * Whether a literal is a text that people read: several words, or one word that looks like a label.
 * An HTTP method with a path is not.
 */
function isRead(text: string): boolean {
  if (/^(?:GET|POST|PUT|PATCH|DELETE) \S+$/.test(text)) return false
  return /\S\s+\S/.test(text) || /^[A-Z][a-z]+[.:?!]?$/.test(text)
}

/** The properties of each type of node that contain no text. */
const NO_TEXT: Readonly<Record<string, readonly string[]>> = {
  ImportDeclaration: ['source'],
  ImportExpression: ['source'],
  ExportNamedDeclaration: ['source'],
  ExportAllDeclaration: ['source'],
  BinaryExpression: ['left', 'right'],
  MemberExpression: ['property'],
  Property: ['key'],
}

/** Nodes of types contain no texts. These types of nodes are expressions nevertheless. */
const TYPED_EXPRESSIONS = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']

/** The JSX attributes that only programs read. */
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

/** Whether only programs read the content of a node. */
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

/**
 * Whether a node is a sum, which can concatenate texts. Other operations compare them with names.
 */
function isSum({ type, operator }: SyntaxNode): boolean {
  return type === 'BinaryExpression' && operator === '+'
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** Whether a node sets the name of an error class. */
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

/** Returns the fixed parts of a template, with `…` for each inserted value. */
function templateText({ quasis }: SyntaxNode): string {
  const parts = quasis as readonly { readonly value: { readonly cooked: string | null } }[]
  return parts.map(({ value }) => value.cooked ?? '').join('…')
}
