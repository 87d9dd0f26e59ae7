/**
 * Reads the tags of a PDF. The tree comes from the objects of the file, because pdf.js shows only
 * the part of a single sheet. pdf.js provides the texts with their marks and its own view of the
 * tree.
 */
import { openPdf } from './print-read.ts'

/** An element of the tree with the entries of its dictionary. */
export interface Element {
  readonly kind: string
  readonly actualText: string | undefined
  readonly scope: string | undefined
  readonly columnSpan: number | undefined
  readonly parts: readonly Element[]
  /** The marks of its own content, each with its sheet, as pdf.js names them: `p7R_mc0`. */
  readonly marks: readonly string[]
}

/** A text and the mark around it. */
interface MarkedText {
  /** Empty if there is no mark around the text. */
  readonly mark: string
  /** The name of the mark: the kind of its element, or Artifact. */
  readonly tag: string
  readonly text: string
}

/** A sheet as pdf.js reads it. */
interface MarkedSheet {
  readonly texts: readonly MarkedText[]
  /** For each mark, pdf.js's view of its element. Undefined if there is no tree. */
  readonly elements: readonly SeenElement[] | undefined
}

/** An element as pdf.js sees it. */
export interface SeenElement {
  /** The kinds of the elements from the root to this one. */
  readonly path: string
  readonly mark: string
  readonly actualText: string | undefined
}

/** A document with its tags. */
export interface TaggedDocument {
  readonly root: Element | undefined
  readonly sheets: readonly MarkedSheet[]
  /** Whether the document declares itself as tagged. */
  readonly marked: boolean
}

/** Reads the tags of a PDF document and the texts that they mark. */
export async function readTags(bytes: Uint8Array): Promise<TaggedDocument> {
  const task = openPdf(bytes)
  const document = await task.promise
  const sheets: MarkedSheet[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const sheet = await document.getPage(number)
    const { items } = await sheet.getTextContent({ includeMarkedContent: true })
    const tree = (await sheet.getStructTree()) as SeenNode | null
    sheets.push({ texts: markedTexts(items), elements: tree === null ? undefined : seen(tree) })
  }
  const info = (await document.getMarkInfo()) as { Marked: boolean } | null
  await task.destroy()
  return { root: treeOf(bytes), sheets, marked: info?.Marked === true }
}

/** Returns an element and everything below it, each element before its parts. */
export function withAllParts(element: Element): Element[] {
  return [element, ...element.parts.flatMap(withAllParts)]
}

interface Item {
  readonly type?: string
  readonly tag?: string
  readonly id?: string
  readonly str?: string
}

function markedTexts(items: readonly Item[]): MarkedText[] {
  const open: { readonly mark: string; readonly tag: string }[] = []
  const texts: MarkedText[] = []
  for (const { type, tag = '', id, str = '' } of items) {
    if (type === 'endMarkedContent') open.pop()
    else if (type !== undefined) open.push({ mark: id ?? tag, tag })
    else if (str.trim() !== '') texts.push({ mark: '', tag: '', ...open.at(-1), text: str })
    if (open.length > 1) throw new Error(`a mark within a mark: ${JSON.stringify(open)}`)
  }
  return texts
}

interface SeenNode {
  readonly role?: string
  readonly alt?: string
  readonly id?: string
  readonly children?: readonly SeenNode[]
}

function seen({ role = '', alt, children = [] }: SeenNode, above = ''): SeenElement[] {
  const path = `${above}/${role}`
  return children.flatMap((each) =>
    each.id === undefined ? seen(each, path) : [{ path, mark: each.id, actualText: alt }],
  )
}

/** A value in a PDF. Names and references are strings as written in the file. */
type Value = number | string | Text | Value[] | Dictionary
type Dictionary = ReadonlyMap<string, Value>
interface Text {
  readonly text: string
}

function treeOf(bytes: Uint8Array): Element | undefined {
  const objects = objectsOf(bytes)
  const catalog = dictionaries(objects).find((each) => each.get('/Type') === '/Catalog')
  const root = objects.get(String(catalog?.get('/StructTreeRoot')))
  return root instanceof Map ? elementOf(objects, root.get('/K') as string) : undefined
}

function dictionaries(objects: ReadonlyMap<string, Value>): Dictionary[] {
  return Array.from(objects.values()).filter((each) => each instanceof Map)
}

function elementOf(objects: ReadonlyMap<string, Value>, reference: string): Element {
  const element = objects.get(reference) as Dictionary
  const own = element.get('/K') ?? []
  const parts = (Array.isArray(own) ? own : [own]).filter((each) => typeof each === 'string')
  const attributes = element.get('/A') as Dictionary | undefined
  return {
    kind: (element.get('/S') as string).slice(1),
    actualText: (element.get('/ActualText') as Text | undefined)?.text,
    scope: attributes?.get('/Scope') as string | undefined,
    columnSpan: attributes?.get('/ColSpan') as number | undefined,
    parts: parts.map((each) => partOf(objects, reference, each)),
    marks: marksOf(own, element.get('/Pg')),
  }
}

function partOf(objects: ReadonlyMap<string, Value>, parent: string, reference: string): Element {
  const above = (objects.get(reference) as Dictionary | undefined)?.get('/P')
  if (above !== parent) throw new Error(`${reference} is a part of ${parent} and of ${above}`)
  return elementOf(objects, reference)
}

function marksOf(content: Value, sheet: Value | undefined): string[] {
  if (typeof content === 'number') return [`p${String(sheet).replace(' 0 ', '')}_mc${content}`]
  if (Array.isArray(content)) return content.flatMap((each) => marksOf(each, sheet))
  if (!(content instanceof Map)) return []
  return marksOf(content.get('/MCID') as Value, content.get('/Pg'))
}

/** Returns the objects that are not streams, by reference. They are all in one object stream. */
function objectsOf(bytes: Uint8Array): Map<string, Value> {
  const file = Buffer.from(bytes)
  const said = file.toString('latin1')
  const dictionary = /\/Type\/ObjStm\/N (\d+)\/First (\d+).*\/Length (\d+)>>stream\n/.exec(said)
  if (dictionary === null) throw new Error('no object stream')
  const [head, count, first, length] = dictionary as unknown as [string, string, string, string]
  const start = dictionary.index + head.length
  const held = said.slice(start, start + Number(length))
  const numbers = held.slice(0, Number(first)).trim().split(/\s+/).map(Number)
  const objects = new Map<string, Value>()
  for (let index = 0; index < Number(count); index += 1) {
    const from = Number(first) + (numbers[2 * index + 1] as number)
    const next = numbers[2 * index + 3]
    const till = next === undefined ? held.length : Number(first) + next
    objects.set(`${numbers[2 * index]} 0 R`, parsed(held.slice(from, till)))
  }
  return objects
}

const TOKEN =
  /<<|>>|[[\]]|\/[^\s<>[\]()/]+|\((?:\\.|[^\\()])*\)|<[0-9a-f]*>|\d+ 0 R|[^\s<>[\]()/]+/g

function parsed(written: string): Value {
  const tokens = (written.match(TOKEN) ?? []).values()
  return valueFrom(tokens, tokens.next().value ?? '')
}

function valueFrom(tokens: Iterator<string>, token: string): Value {
  if (token === '[') return valuesTill(tokens, ']')
  if (token === '<<') return dictionaryOf(valuesTill(tokens, '>>'))
  if (token.startsWith('(')) return { text: token.slice(1, -1).replace(/\\(.)/g, '$1') }
  if (token.startsWith('<')) return { text: wide(Buffer.from(token.slice(1, -1), 'hex')) }
  return /^[\d.-]+$/.test(token) ? Number(token) : token
}

function valuesTill(tokens: Iterator<string>, end: string): Value[] {
  const values: Value[] = []
  for (let next = tokens.next(); next.value !== end; next = tokens.next()) {
    if (next.done === true) throw new Error(`no ${end}`)
    values.push(valueFrom(tokens, next.value))
  }
  return values
}

function dictionaryOf(values: readonly Value[]): Dictionary {
  const entries = new Map<string, Value>()
  for (let index = 0; index < values.length; index += 2) {
    entries.set(values[index] as string, values[index + 1] as Value)
  }
  return entries
}

/** Returns a string of UTF-16 without its byte order mark. */
function wide(bytes: Buffer): string {
  return bytes.subarray(2).swap16().toString('utf16le')
}
