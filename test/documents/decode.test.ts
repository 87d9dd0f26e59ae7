import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decode, decodeJson, isKnownCharset } from '../../src/documents/codec/decode.ts'
import { parse } from '../../src/documents/codec/parse.ts'
import { UnreadableDocument } from '../../src/documents/codec/unreadable.ts'

const MARK_UTF8 = Buffer.from([0xef, 0xbb, 0xbf])
const MARK_LE = Buffer.from([0xff, 0xfe])
const MARK_BE = Buffer.from([0xfe, 0xff])

function document(encoding: string | undefined, name = 'Núñez'): string {
  const declared = encoding === undefined ? '' : ` encoding="${encoding}"`
  return `<?xml version="1.0"${declared}?><A _Name="${name}"/>`
}

function utf8(encoding?: string, name?: string): Buffer {
  return Buffer.from(document(encoding, name), 'utf8')
}

function latin1(encoding?: string): Buffer {
  return Buffer.from(document(encoding), 'latin1')
}

function utf16le(encoding?: string, name?: string): Buffer {
  return Buffer.from(document(encoding, name), 'utf16le')
}

function utf16be(encoding?: string, name?: string): Buffer {
  return utf16le(encoding, name).swap16()
}

function utf32le(encoding?: string): Buffer {
  const points = [...document(encoding)].map((character) => character.codePointAt(0) ?? 0)
  return Buffer.from(new Uint32Array(points).buffer)
}

function nameIn(bytes: Uint8Array, charset?: string): string | undefined {
  return parse(decode(bytes, charset)).attributes.get('_Name')?.value
}

describe('an encoding that is accepted', () => {
  const cases: [title: string, bytes: Buffer, charset?: string][] = [
    ['UTF-8 without a byte order mark', utf8('UTF-8')],
    ['UTF-8 without a declared encoding', utf8()],
    ['UTF-8 without a declaration', Buffer.from('<A _Name="Núñez"/>')],
    ['UTF-8 with a byte order mark', Buffer.concat([MARK_UTF8, utf8('utf-8')])],
    [
      'UTF-8 in single quotes',
      Buffer.from("<?xml version='1.0' encoding='utf-8'?><A _Name='Núñez'/>"),
    ],
    ['UTF-16 little endian with a byte order mark', Buffer.concat([MARK_LE, utf16le('UTF-16')])],
    ['UTF-16 big endian with a byte order mark', Buffer.concat([MARK_BE, utf16be('utf-16')])],
    ['UTF-16LE with a byte order mark', Buffer.concat([MARK_LE, utf16le('UTF-16LE')])],
    [
      'UTF-16 with a byte order mark and without a declared encoding',
      Buffer.concat([MARK_BE, utf16be()]),
    ],
    ['ISO-8859-1 declared', latin1('ISO-8859-1')],
    ['ISO-8859-1 declared in lower case', latin1('iso-8859-1')],
    ['ISO-8859-1 by its name in Java', latin1('ISO8859_1')],
    ['ISO-8859-1 by the charset of the transport', latin1(), 'ISO-8859-1'],
    ['windows-1252 declared', latin1('windows-1252')],
    ['windows-1252 by the charset of the transport', latin1(), 'windows-1252'],
    [
      'US-ASCII declared',
      Buffer.from('<?xml version="1.0" encoding="US-ASCII"?><A _Name="N&#250;&#241;ez"/>'),
    ],
    ['the charset of the transport, which overrides the declaration', utf8('ISO-8859-1'), 'utf-8'],
    [
      'a byte order mark, which overrides the charset of the transport',
      Buffer.concat([MARK_UTF8, utf8()]),
      'iso-8859-1',
    ],
  ]
  for (const [title, bytes, charset] of cases) {
    test(title, () => assert.equal(nameIn(bytes, charset), 'Núñez'))
  }

  test('ISO-8859-1 is read as windows-1252, whose quotation marks are control characters there', () => {
    for (const encoding of ['ISO-8859-1', 'windows-1252']) {
      const head = `<?xml version="1.0" encoding="${encoding}"?><A _Name="`
      const name = Buffer.from([0x4f, 0x92, 0x4e, 0x80, 0x93, 0x94, 0xff])
      const bytes = Buffer.concat([Buffer.from(head), name, Buffer.from('"/>')])
      assert.equal(nameIn(bytes), 'O’N€“”ÿ', encoding)
    }
  })

  test('characters beyond the basic plane are read in UTF-8 and UTF-16', () => {
    assert.equal(nameIn(utf8('utf-8', 'a😀b')), 'a😀b')
    assert.equal(nameIn(Buffer.concat([MARK_BE, utf16be('utf-16', 'a😀b')])), 'a😀b')
  })
})

function bytesOf(...values: readonly number[]): Buffer {
  const around = Buffer.from('<A _Name="?"/>')
  const at = around.indexOf('?')
  return Buffer.concat([around.subarray(0, at), Buffer.from(values), around.subarray(at + 1)])
}

describe('an encoding that is rejected', () => {
  const cases: [title: string, bytes: Buffer, charset?: string][] = [
    ['UTF-16 little endian without a byte order mark', utf16le('UTF-16')],
    ['UTF-16 big endian without a byte order mark', utf16be('UTF-16BE')],
    ['UTF-16 by the charset of the transport, without a byte order mark', utf16le(), 'utf-16'],
    ['UTF-8 with UTF-16 as the charset of the transport', utf8('UTF-8'), 'utf-16'],
    ['UTF-32', utf32le('UTF-32')],
    [
      'UTF-32 with a byte order mark',
      Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), utf32le('UTF-32')]),
    ],
    ['UTF-7 declared', utf8('UTF-7')],
    ['EBCDIC declared', utf8('IBM037')],
    ['EBCDIC', Buffer.from([0x4c, 0x6f, 0xa7, 0x94, 0x93, 0x40])],
    ['an unknown encoding', utf8('x-unknown')],
    ['an empty encoding', utf8('')],
    ['an encoding named like a property of the prototype', utf8('constructor')],
    ['an unknown charset of the transport', utf8(), 'shift_jis'],
    ['a mark of UTF-8 with UTF-16 declared', Buffer.concat([MARK_UTF8, utf8('UTF-16')])],
    ['a mark of UTF-8 with ISO-8859-1 declared', Buffer.concat([MARK_UTF8, utf8('ISO-8859-1')])],
    ['a mark of UTF-16 with UTF-8 declared', Buffer.concat([MARK_LE, utf16le('UTF-8')])],
    [
      'a mark of little endian with big endian declared',
      Buffer.concat([MARK_LE, utf16le('UTF-16BE')]),
    ],
    ['two marks of UTF-8', Buffer.concat([MARK_UTF8, MARK_UTF8, utf8()])],
    ['two marks of UTF-16', Buffer.concat([MARK_LE, MARK_LE, utf16le()])],
    ['ISO-8859-1 declared as UTF-8', latin1('UTF-8')],
    ['UTF-8 declared as ISO-8859-1', utf8('ISO-8859-1')],
    ['UTF-8 declared as windows-1252', utf8('windows-1252')],
    ['UTF-8 with ISO-8859-1 as the charset of the transport', utf8('UTF-8'), 'iso-8859-1'],
    ['ISO-8859-1 declared as US-ASCII', latin1('US-ASCII')],
    ['an overlong UTF-8 sequence', bytesOf(0xc0, 0xaf)],
    ['a surrogate in UTF-8', bytesOf(0xed, 0xa0, 0x80)],
    ['an incomplete UTF-8 sequence', bytesOf(0xe2, 0x82)],
    ['a code point beyond Unicode', bytesOf(0xf4, 0x90, 0x80, 0x80)],
    ['half a surrogate pair in UTF-16', Buffer.concat([MARK_LE, utf16le(undefined, '\ud800')])],
    ['an odd number of bytes in UTF-16', Buffer.concat([MARK_LE, utf16le(), Buffer.from([0x20])])],
    ['an empty body', Buffer.alloc(0)],
    ['only a byte order mark', MARK_UTF8],
  ]
  for (const [title, bytes, charset] of cases) {
    test(title, () => assert.throws(() => nameIn(bytes, charset), UnreadableDocument))
  }
})

test('the error for UTF-16 without a byte order mark asks for the mark', () => {
  const bodies: [bytes: Buffer, charset?: string][] = [
    [utf16le('UTF-16')],
    [utf16be('UTF-16')],
    [utf16le()],
    [utf16le('UTF-16'), 'utf-8'],
  ]
  for (const [bytes, charset] of bodies)
    assert.throws(() => nameIn(bytes, charset), /UTF-16 needs a byte order mark/)
})

test('the error for JSON that is not UTF-8 does not ask to declare its encoding', () => {
  for (const bytes of [Buffer.from('{"a":"ñ"}', 'latin1'), Buffer.concat([MARK_LE, utf16le()])])
    assert.throws(() => decodeJson(bytes), /encode the document as UTF-8$/)
})

test('charsets of the transport are known by name, in upper or lower case', () => {
  const names = ['UTF-8', 'utf-16', 'ISO-8859-1', 'windows-1252', 'toString', '']
  assert.deepEqual(names.map(isKnownCharset), [true, true, true, true, false, false])
})

test('the error for invalid bytes has the line and column of the first one', () => {
  const places: [title: string, bytes: Buffer, line: number, column: number][] = [
    ['in the first line', Buffer.from('<A _Name="Núñez"/>', 'latin1'), 1, 12],
    ['after line ends of each kind', Buffer.from('<A>\n\r\n\r <B x="ñ"/></A>', 'latin1'), 4, 8],
    ['after other characters', Buffer.concat([Buffer.from('<A>é€'), Buffer.from([0xff])]), 1, 6],
    ['at the end', Buffer.concat([Buffer.from('<A/>'), Buffer.from([0xe2, 0x82])]), 1, 5],
    [
      'in US-ASCII',
      Buffer.from('<?xml version="1.0" encoding="us-ascii"?>\n<A x="é"/>', 'utf8'),
      2,
      7,
    ],
  ]
  for (const [title, bytes, line, column] of places) {
    assert.throws(
      () => decode(bytes),
      (error) => {
        assert.ok(error instanceof UnreadableDocument)
        assert.deepEqual([error.line, error.column], [line, column], title)
        return true
      },
    )
  }
})
