/**
 * Damages valid documents in many ways. The same stream of numbers always gives the same documents.
 */
import { between, chance, type Draw } from '../../src/bureaus/simulator/random.ts'
import { EXPENSIVE_DOCUMENTS } from '../documents/expensive-documents.ts'

/** The material for mutations. */
export interface Seeds {
  /** Valid documents. */
  readonly documents: readonly Buffer[]
  /** Names and values that occur in them. */
  readonly words: readonly Buffer[]
}

/** Returns valid documents as seeds, with their words. */
export function seedsOf(documents: readonly Buffer[]): Seeds {
  const words = documents.flatMap((bytes) => bytes.toString('latin1').match(/[\w.-]{2,40}/g) ?? [])
  return { documents, words: [...new Set(words)].map((word) => Buffer.from(word, 'latin1')) }
}

/** The maximum size of a document. `test/documents/expensive-documents.test.ts` tests larger ones. */
const FUZZED_BYTES_MAX = 65_536

type Mutation = (bytes: Buffer, draw: Draw, seeds: Seeds) => Buffer

/** Returns one of several values, all with the same probability. */
export function oneOf<T>(draw: Draw, values: readonly T[]): T {
  return values[Math.floor(draw() * values.length)] as T
}

function place(bytes: Buffer, draw: Draw): number {
  return Math.floor(draw() * (bytes.length + 1))
}

/** Replaces `removed` bytes at a position. */
function put(bytes: Buffer, at: number, removed: number, inserted: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + removed)])
}

const BYTES = [0, 8, 9, 10, 13, 32, 0x22, 0x26, 0x27, 0x2d, 0x2f, 0x3c, 0x3d, 0x3e, 0x3f, 0x5b]
const BYTES_BEYOND_ASCII = [0x5d, 0x7f, 0x80, 0xbf, 0xc0, 0xc3, 0xe2, 0xed, 0xf0, 0xf4, 0xfe, 0xff]

const TOKENS = [
  ...['<', '>', '"', "'", '&', '/', '=', ']', '?', '!', '-', '#', ':', ';', ' ', '\r', '\n', '\t'],
  ...['&#0;', '&#8;', '&#65;', '&#x41;', '&#xD800;', '&#x10FFFF;', '&#x110000;', '&#00000000065;'],
  ...['&lt;', '&amp;', '&quot;', '&nbsp;', '&x', '&;', '&#;', '&#x;', '&__proto__;', '&toString;'],
  ...[
    '<!--',
    '-->',
    '--',
    '<!---->',
    '<!-- a -- b -->',
    '<![CDATA[',
    ']]>',
    '<![CDATA[]]>',
    ']]]]>',
  ],
  ...['<?', '?>', '<?x?>', '<?xml version="1.0"?>', '<?xml version="1.1"?>', '<?XML?>', '<?x y??>'],
  ...[
    '<!DOCTYPE a>',
    '<!DOCTYPE a [<!ENTITY b "c">]>',
    '<!ENTITY',
    '<![INCLUDE[',
    '<!',
    '</',
    '/>',
  ],
  ...['</REQUEST>', '<BORROWER/>', '<BORROWER>', '<_Text>', '</_Text>', '<a:b/>', '<:/>', '<1/>'],
  ...[' __proto__=""', ' constructor="x"', '<__proto__/>', '<constructor a="b">', ' toString="1"'],
  ...[' xmlns="x"', ' xmlns:a="b"', ' a:b="c"', ' _SSN="x"', ' a=b', ' a', ' a="<"', ' a="&#10;"'],
  ...['\0', '\u0085', '\u00a0', '\u2028', '\ufeff', '\ufffe', '\uffff', '😀', 'é', 'y'.repeat(300)],
  ...[
    "' or 1=1 --",
    '../../etc/passwd',
    '${' + '7*7}',
    '%s%n',
    'NaN',
    '1e999',
    '-1',
    '9'.repeat(40),
  ],
].map((token) => Buffer.from(token))

const ENCODINGS = ['UTF-8', 'utf8', 'UTF-16', 'UTF-16LE', 'UTF-16BE', 'ISO-8859-1', 'latin1']
const ENCODINGS_REFUSED = ['UTF-7', 'UTF-32', 'IBM037', 'windows-1252', 'x', '', 'constructor']

const setByte: Mutation = (bytes, draw) => {
  const value = chance(draw, 0.7)
    ? oneOf(draw, chance(draw, 0.7) ? BYTES : BYTES_BEYOND_ASCII)
    : between(draw, [0, 255])
  return put(bytes, place(bytes, draw), chance(draw, 0.7) ? 1 : 0, Buffer.from([value]))
}

const insertToken: Mutation = (bytes, draw) =>
  put(bytes, place(bytes, draw), 0, oneOf(draw, TOKENS))

const replaceWithToken: Mutation = (bytes, draw) =>
  put(bytes, place(bytes, draw), between(draw, [1, 12]), oneOf(draw, TOKENS))

const remove: Mutation = (bytes, draw) =>
  put(bytes, place(bytes, draw), between(draw, [1, chance(draw, 0.8) ? 20 : 800]), Buffer.alloc(0))

const repeat: Mutation = (bytes, draw) => {
  const at = place(bytes, draw)
  const part = bytes.subarray(at, at + between(draw, [1, 300]))
  const times = chance(draw, 0.9) ? 1 : between(draw, [2, 200])
  return put(bytes, at, 0, Buffer.concat(Array.from({ length: times }, () => part)))
}

const splice: Mutation = (bytes, draw, { documents }) => {
  const other = oneOf(draw, documents)
  const from = place(other, draw)
  const part = other.subarray(from, from + between(draw, [1, 600]))
  return put(bytes, place(bytes, draw), between(draw, [0, 200]), part)
}

const changeWord: Mutation = (bytes, draw, { words }) => {
  const from = oneOf(draw, words)
  const to = chance(draw, 0.5) ? oneOf(draw, words) : oneOf(draw, TOKENS)
  const at = bytes.indexOf(from, place(bytes, draw))
  return at === -1 ? bytes : put(bytes, at, from.length, to)
}

const changeWordEverywhere: Mutation = (bytes, draw, { words }) => {
  const from = oneOf(draw, words).toString('latin1')
  const to = oneOf(draw, words).toString('latin1')
  return Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')
}

/** Changes a tag or a quoted text, which are the parts of an order. */
const changePart: Mutation = (bytes, draw) => {
  const [open, close] = chance(draw, 0.6) ? ['<', '>'] : ['"', '"']
  const start = bytes.indexOf(open, place(bytes, draw))
  const end = start === -1 ? -1 : bytes.indexOf(close, start + 1)
  if (end === -1) return bytes
  const part = bytes.subarray(start, end + 1)
  const removed = put(bytes, start, part.length, Buffer.alloc(0))
  const kind = between(draw, [0, 3])
  if (kind === 0) return removed
  if (kind === 1) return put(bytes, start, 0, part)
  if (kind === 2) return put(removed, place(removed, draw), 0, part)
  return put(bytes, start + 1, part.length - 2, oneOf(draw, TOKENS))
}

const reencode: Mutation = (bytes, draw) => {
  const text = bytes.toString(chance(draw, 0.8) ? 'utf8' : 'latin1')
  const kind = between(draw, [0, 4])
  if (kind === 0) return Buffer.from(text, 'latin1')
  if (kind === 1) return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)])
  const wide = Buffer.from(kind === 2 ? text : `\ufeff${text}`, 'utf16le')
  return kind === 4 ? wide.swap16() : wide
}

const redeclare: Mutation = (bytes, draw) => {
  const name = oneOf(draw, chance(draw, 0.7) ? ENCODINGS : ENCODINGS_REFUSED)
  const declaration = Buffer.from(`<?xml version="1.0" encoding="${name}"?>`)
  const end = bytes.subarray(0, 5).toString() === '<?xml' ? bytes.indexOf('?>') + 2 : 0
  return put(bytes, 0, end, declaration)
}

const expensive: Mutation = (bytes, draw) => {
  const made = Buffer.from(oneOf(draw, EXPENSIVE_DOCUMENTS).make(between(draw, [100, 40_000])))
  const at = chance(draw, 0.3) ? 0 : bytes.indexOf('>', place(bytes, draw)) + 1
  return put(bytes, at, 0, made)
}

/** Nests a part in a random number of elements. */
const nest: Mutation = (bytes, draw) => {
  const start = bytes.indexOf('<', place(bytes, draw))
  const end = bytes.indexOf('>', start) + 1
  if (start === -1 || end === 0) return bytes
  const depth = between(draw, [1, chance(draw, 0.7) ? 40 : 8_000])
  const nested = ['<a>'.repeat(depth), bytes.subarray(start, end), '</a>'.repeat(depth)]
  return put(bytes, start, end - start, Buffer.concat(nested.map((part) => Buffer.from(part))))
}

const noise: Mutation = (_bytes, draw) =>
  Buffer.from(Array.from({ length: between(draw, [0, 400]) }, () => between(draw, [0, 255])))

/** The kinds of damage, repeated by how often each is used. */
const MUTATIONS: readonly Mutation[] = [
  ...Array.from({ length: 5 }, () => setByte),
  ...Array.from({ length: 5 }, () => insertToken),
  ...Array.from({ length: 3 }, () => replaceWithToken),
  ...Array.from({ length: 3 }, () => remove),
  ...Array.from({ length: 2 }, () => repeat),
  ...Array.from({ length: 3 }, () => splice),
  ...Array.from({ length: 4 }, () => changeWord),
  ...Array.from({ length: 8 }, () => changePart),
  ...[changeWordEverywhere, reencode, redeclare, nest],
]

/**
 * The shares of documents that get an expensive part, and that are noise. They are small, because
 * expensive documents take long and noise finds little.
 */
const EXPENSIVE_SHARE = 0.01
const NOISE_SHARE = 0.005

/** Returns a damaged document of at most `FUZZED_BYTES_MAX` bytes. */
export function mutated(draw: Draw, seeds: Seeds): Buffer {
  let bytes = oneOf(draw, seeds.documents)
  do {
    bytes = mutationOf(draw)(bytes, draw, seeds)
  } while (chance(draw, 0.45))
  return bytes.subarray(0, FUZZED_BYTES_MAX)
}

function mutationOf(draw: Draw): Mutation {
  const number = draw()
  if (number < EXPENSIVE_SHARE) return expensive
  return number < EXPENSIVE_SHARE + NOISE_SHARE ? noise : oneOf(draw, MUTATIONS)
}
