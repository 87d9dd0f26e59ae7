import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { decodeJson } from '../../src/documents/codec/decode.ts'
import { REQUEST_BOUNDS, type XmlNode } from '../../src/documents/codec/parse.ts'
import { formatOf } from '../../src/documents/codec/parse-document.ts'
import { parseJson } from '../../src/documents/codec/parse-json.ts'
import { read } from '../../src/documents/codec/read.ts'
import { UnreadableDocument } from '../../src/documents/codec/unreadable.ts'
import { RequestGroup } from '../../src/documents/tables/request.ts'
import { runsOf } from '../support/length.ts'

function messageOf(text: string): string {
  try {
    parseJson(text)
  } catch (error) {
    if (error instanceof UnreadableDocument) return error.message
    throw error
  }
  return 'accepted'
}

/** Returns the JSON value of a tree, to compare it with the result of `JSON.parse`. */
function meaningOf({ json, children, text }: XmlNode): unknown {
  if (json?.form === 'string') return text
  if (json?.form !== 'object') return json?.form === 'empty list' ? [] : JSON.parse(text)
  const meaning: Record<string, unknown> = {}
  for (const child of children) {
    const value = meaningOf(child)
    if (child.json?.form === 'empty list') meaning[child.name] = []
    else if (child.json?.listed !== true) meaning[child.name] = value
    else meaning[child.name] = [...((meaning[child.name] as unknown[]) ?? []), value]
  }
  return meaning
}

const names = fc.constantFrom('a', '_b', '__c', 'd-e', 'f.g', 'é')
const scalars = fc.oneof(
  fc
    .string({ unit: 'grapheme' })
    .filter((text) => messageOf(`{"a":${JSON.stringify(text)}}`) === 'accepted'),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
)
const { tree } = fc.letrec((tie) => ({
  tree: fc.dictionary(names, fc.oneof({ maxDepth: 4 }, scalars, tie('list'), tie('tree')), {
    maxKeys: 4,
    noNullPrototype: true,
  }),
  list: fc.array(fc.oneof(scalars, tie('tree')), { maxLength: 3 }),
}))

test('an accepted document has the same value as with JSON.parse', () => {
  const indents = fc.constantFrom(undefined, 2, '\t')
  fc.assert(
    fc.property(tree, indents, (value, indent) => {
      const text = JSON.stringify({ root: value }, undefined, indent)
      assert.deepEqual(meaningOf(parseJson(text)), JSON.parse(text).root)
    }),
    { numRuns: runsOf(300) },
  )
})

test('a damaged document that JSON.parse rejects is rejected', () => {
  const good = '{"a": {"b": ["x\\n\\u00e9", {"c": "1"}, -1.5e3, true], "d": null, "e": []}}\n'
  const marks = fc.constantFrom(...'{}[]",:\\ \n\t\'0-+.eE/#ntu\0\u2028')
  const damages = fc.tuple(fc.nat(good.length), fc.nat(2), fc.oneof(marks, fc.constant('')))
  let rejectedCount = 0
  fc.assert(
    fc.property(damages, ([at, cut, mark]) => {
      const text = good.slice(0, at) + mark + good.slice(at + cut)
      let isJson = true
      try {
        JSON.parse(text)
      } catch {
        isJson = false
      }
      const message = messageOf(text)
      if (!isJson) {
        rejectedCount += 1
        assert.notEqual(message, 'accepted', text)
        assert.match(message, /^[a-z -]+ at line \d+, column \d+/)
      }
    }),
    { numRuns: runsOf(2_000) },
  )
  assert.ok(rejectedCount > runsOf(2_000) / 4)
})

describe('a document that JSON allows and XML does not is rejected', () => {
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}"x"${'}'.repeat(depth)}`
  const { depthMax, elementCountMax, referenceCountMax } = REQUEST_BOUNDS
  const cases: readonly [title: string, text: string, message: RegExp][] = [
    [
      'a repeated name',
      '{"a":{"b":"1",\n"c":"2","b":"3"}}',
      /line 2, column 9: .* twice; remove one/,
    ],
    ['a repeated name, once escaped', '{"a":{"b":"1","\\u0062":"2"}}', /twice/],
    ['a second root', '{"a":{},"b":{}}', /inside one with the name REQUEST_GROUP/],
    ['no root', '{}', /has no property/],
    ['a list as root', '[{"a":{}}]', /must be an object, not a list/],
    ['a list as value of the root', '{"a":[{}]}', /the root must be an object/],
    ['a list in a list', '{"a":{"b":[["x"]]}}', /a list directly inside a list/],
    ['a string as document', '"{}"', /must be an object; send it unquoted/],
    ['a second document after the first', '{"a":{}}{"a":{}}', /column 9: text after the end/],
    ['an empty body', ' \n', /the body is empty/],
    ['XML', '<a/>', /the body is XML; send it with Content-Type application\/xml/],
    ['a form field', 'order={"a":{}}', /form field/],
    ['a comment', '{"a":{/* b */}}', /no comments/],
    ['a comma at the end of an object', '{"a":{"b":"1",}}', /a comma before }/],
    ['a comma at the end of a list', '{"a":{"b":["1",]}}', /a comma before \]/],
    ['single quotation marks', `{"a":{"b":'x'}}`, /double quotation marks/],
    ['a name without quotation marks', '{a:{}}', /name in double quotation marks/],
    ['NaN', '{"a":{"b":NaN}}', /a value must be here/],
    ['a number with a leading zero', '{"a":{"b":01}}', /a value must be here/],
    ['a line end in a string', '{"a":{"b":"x\ny"}}', /control character or line end/],
    ['an invalid escape', '{"a":{"b":"\\x41"}}', /begins no escape/],
    ['NUL as an escape', '{"a":{"b":"\\u0000"}}', /character that XML does not allow/],
    ['half of a surrogate pair', '{"a":{"b":"\\ud800"}}', /character that XML does not allow/],
    ['a name with a space', '{"a":{"b c":"x"}}', /a name that no element or attribute can have/],
    ['an empty name', '{"a":{"":"x"}}', /a name that no element/],
    ['a name that is too long', `{"a":{"${'b'.repeat(257)}":"x"}}`, /^name too long/],
    ['an end inside a string', '{"a":{"b":"x', /ends inside a string; send it complete/],
    ['an end inside an object', '{"a":{"b":"x"', /ends before its objects are closed/],
    [
      'too many levels',
      deep(depthMax + 1),
      /^too deep at line 1.*: at most 32 levels are accepted/,
    ],
    ['too many values', `{"a":{"b":[${'"x",'.repeat(elementCountMax)}"x"]}}`, /^too many values/],
    [
      'too many escapes',
      `{"a":{"b":"${'\\n'.repeat(referenceCountMax + 1)}"}}`,
      /^too many escapes/,
    ],
  ]
  for (const [title, text, message] of cases) {
    test(title, () => assert.match(messageOf(text), message))
  }

  test('JSON may have as many levels as XML', () => {
    assert.equal(messageOf(deep(depthMax)), 'accepted')
  })
})

test('JSON must be UTF-8: its byte order mark is skipped, and other encodings are rejected', () => {
  assert.equal(decodeJson(Buffer.from('\ufeff{"a":"é"}')), '{"a":"é"}')
  for (const bytes of [
    Buffer.from('\ufeff{"a":{}}', 'utf16le'),
    Buffer.from('{"a":"\xe9"}', 'latin1'),
    Buffer.from('\ufeff\ufeff{}'),
  ]) {
    assert.throws(() => decodeJson(bytes), UnreadableDocument)
  }
  assert.equal(formatOf(Buffer.from('\ufeff \r\n{')), 'json')
  assert.equal(formatOf(Buffer.from('<a/>')), 'xml')
})

describe('a value in another form than the table requires is a validation error', () => {
  const cases: readonly [title: string, inside: string, error: string][] = [
    [
      'a number',
      '"_MISMOVersionID": 2.3',
      '$.REQUEST_GROUP._MISMOVersionID must be a string, not a number; write it in quotation marks',
    ],
    [
      'true',
      '"_MISMOVersionID": true',
      '$.REQUEST_GROUP._MISMOVersionID must be a string, not true or false; write it in quotation marks',
    ],
    [
      'null',
      '"_MISMOVersionID": null',
      '$.REQUEST_GROUP._MISMOVersionID must be a string, not null; send its value, "" if it has none, or leave an optional property out',
    ],
    [
      'an object instead of a string',
      '"_MISMOVersionID": {"a": "b"}',
      '$.REQUEST_GROUP._MISMOVersionID must be a string, not an object',
    ],
    [
      'a list instead of a string',
      '"_MISMOVersionID": ["2.3.1"]',
      '$.REQUEST_GROUP._MISMOVersionID must be a string, not a list',
    ],
    [
      'an empty list instead of a string',
      '"_MISMOVersionID": []',
      '$.REQUEST_GROUP._MISMOVersionID must be a string, not a list',
    ],
    [
      'a list instead of an object',
      '"REQUESTING_PARTY": [{"__Name": "x"}]',
      '$.REQUEST_GROUP.REQUESTING_PARTY must be one object, not a list',
    ],
    [
      'a string instead of an object',
      '"REQUESTING_PARTY": "x"',
      '$.REQUEST_GROUP.REQUESTING_PARTY must be an object, not a string',
    ],
    [
      'null instead of a list',
      '"SUBMITTING_PARTY": null',
      '$.REQUEST_GROUP.SUBMITTING_PARTY must be a list, not null; send [] for none',
    ],
    [
      'a string in a list of objects',
      '"SUBMITTING_PARTY": ["x"]',
      '$.REQUEST_GROUP.SUBMITTING_PARTY[0] must be an object, not a string',
    ],
  ]
  for (const [title, inside, expected] of cases) {
    test(title, () => {
      const { issues } = read(RequestGroup, parseJson(`{"REQUEST_GROUP": {${inside}}}`))
      assert.ok(
        issues.some(({ path, expected: rule }) => `${path} ${rule}` === expected),
        issues.map(({ path, expected: rule }) => `${path} ${rule}`).join('\n'),
      )
      const { length } = issues.filter(({ path }) => expected.startsWith(`${path} `))
      assert.equal(length, 1, 'one error for each place')
    })
  }
})
