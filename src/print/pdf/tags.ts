/**
 * The tags of a PDF (PDF 32000-1, 14.7 and 14.8): a tree of elements, such as headings, paragraphs
 * and table cells, in reading order. Programs that read aloud or extract tables use them.
 *
 * An element is a number, and the tree consists of lists of numbers, because each cell of the
 * report has an element.
 */
import { type Bytes, put, putInteger } from '../../bytes.ts'
import { type PdfFile, reserveNumbers, startObject } from './pdf-file.ts'

/** The kinds of elements in use, by their standard names (14.8.4). */
export const ELEMENT_KINDS = [
  'Document',
  'Sect',
  'Div',
  'H1',
  'H2',
  'H3',
  'P',
  'Table',
  'TR',
  'TH',
  'TD',
] as const
/** A standard structure type of PDF (ISO 32000, 14.8.4). */
export type ElementKind = (typeof ELEMENT_KINDS)[number]

/**
 * The tree of elements: the kind and the parent of each element. A parent always has a lower number
 * than its children.
 */
export interface Tags {
  /** Whether the document gets tags. Otherwise the tree stays empty. */
  readonly enabled: boolean
  /** The kind of each element, by number. */
  readonly kinds: ElementKind[]
  /** The number of each element's parent. */
  readonly parents: number[]
  /** Additional dictionary entries of elements. */
  readonly details: Map<number, string>
  /** For each sheet, the elements with content on it, in the order of their marks. */
  readonly sheets: number[][]
}

/** The root element. */
export const ROOT = 0

/** Creates a tree with only its root. */
export function createTags(enabled: boolean): Tags {
  return { enabled, kinds: ['Document'], parents: [ROOT], details: new Map(), sheets: [] }
}

/** Adds an element as the last child of another, and returns its number. */
export function addElement(tags: Tags, kind: ElementKind, parent: number, detail = ''): number {
  if (!tags.enabled) return ROOT
  const added = tags.kinds.length
  tags.kinds.push(kind)
  tags.parents.push(parent)
  if (detail !== '') tags.details.set(added, detail)
  return added
}

/** Removes an element and all later ones. */
export function removeElements(tags: Tags, first: number): void {
  for (let each = first; each < tags.kinds.length; each += 1) tags.details.delete(each)
  tags.kinds.length = first
  tags.parents.length = first
}

/** Adds the tree to a file with these pages, and returns the object number of its root. */
export function addTags(file: PdfFile, tags: Tags, pages: readonly number[]): number {
  const count = tags.kinds.length
  const root = reserveNumbers(file, 1 + count)
  const first = root + 1
  const children = childrenOf(tags)
  const marks = marksOf(tags)
  for (let each = ROOT; each < count; each += 1) {
    const to = startObject(file, first + each)
    put(to, STARTS[tags.kinds[each] as ElementKind])
    putReference(to, each === ROOT ? root : first + (tags.parents[each] as number))
    if ((children.first[each] as number) !== NONE) putChildren(to, children, each, first)
    else putMarks(to, marks, each, pages)
    put(to, tags.details.get(each) ?? '')
    put(to, '>>\n')
  }
  putTree(startObject(file, root), tags, first)
  return root
}

const STARTS = Object.fromEntries(ELEMENT_KINDS.map((kind) => [kind, `<</S/${kind}/P `])) as Record<
  ElementKind,
  string
>

/**
 * The children of each element as a linked list: the first child of each element, and the next
 * sibling of each child.
 */
interface Children {
  readonly first: Int32Array
  readonly next: Int32Array
}

/** The end of a list. The root serves as this value, because it is never a child. */
const NONE = ROOT

function childrenOf({ parents }: Tags): Children {
  const first = new Int32Array(parents.length)
  const next = new Int32Array(parents.length)
  for (let each = parents.length - 1; each > ROOT; each -= 1) {
    const parent = parents[each] as number
    next[each] = first[parent] as number
    first[parent] = each
  }
  return { first, next }
}

function putChildren(to: Bytes, { first, next }: Children, parent: number, start: number): void {
  put(to, '/K[')
  for (let each = first[parent] as number; each !== NONE; each = next[each] as number) {
    putReference(to, start + each)
  }
  put(to, ']')
}

/** The position of an element's content: a sheet, and a mark on it. */
interface Mark {
  readonly sheet: number
  readonly number: number
}

/**
 * The marks of each element: its first mark, and all marks of the few elements with more than one.
 */
interface Marks {
  readonly sheets: Int32Array
  readonly numbers: Int32Array
  readonly multiple: Map<number, Mark[]>
}

function marksOf({ kinds, sheets }: Tags): Marks {
  const marks: Marks = {
    sheets: new Int32Array(kinds.length).fill(-1),
    numbers: new Int32Array(kinds.length),
    multiple: new Map(),
  }
  sheets.forEach((elements, sheet) => {
    elements.forEach((each, number) => {
      if (marks.sheets[each] === -1) {
        marks.sheets[each] = sheet
        marks.numbers[each] = number
      } else {
        addMark(marks, each, { sheet, number })
      }
    })
  })
  return marks
}

function addMark({ sheets, numbers, multiple }: Marks, element: number, mark: Mark): void {
  const known = multiple.get(element)
  if (known !== undefined) known.push(mark)
  else {
    const first = { sheet: sheets[element] as number, number: numbers[element] as number }
    multiple.set(element, [first, mark])
  }
}

function putMarks(to: Bytes, marks: Marks, element: number, pages: readonly number[]): void {
  const sheet = marks.sheets[element] as number
  if (sheet === -1) return
  const multiple = marks.multiple.get(element)
  if (multiple !== undefined) {
    const each = multiple.map(
      (mark) => `<</Type/MCR/Pg ${pages[mark.sheet]} 0 R/MCID ${mark.number}>>`,
    )
    put(to, `/K[${each.join('')}]`)
    return
  }
  put(to, '/Pg ')
  putReference(to, pages[sheet] as number)
  put(to, '/K ')
  putInteger(to, marks.numbers[element] as number)
}

/** Writes the root of the tree, and the map from the marks of each sheet to their elements. */
function putTree(to: Bytes, { sheets }: Tags, first: number): void {
  put(to, '<</Type/StructTreeRoot/K ')
  putReference(to, first)
  put(to, '/ParentTree<</Nums[')
  sheets.forEach((elements, sheet) => {
    put(to, `${sheet}[`)
    for (const each of elements) putReference(to, first + each)
    put(to, ']')
  })
  put(to, ']>>>>\n')
}

function putReference(to: Bytes, number: number): void {
  putInteger(to, number)
  put(to, '0 R ')
}
