import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decode } from '../../src/documents/codec/decode.ts'
import { parse } from '../../src/documents/codec/parse.ts'
import { read } from '../../src/documents/codec/read.ts'
import { UnreadableDocument, type UnreadableRule } from '../../src/documents/codec/unreadable.ts'
import { write } from '../../src/documents/codec/write.ts'
import { XML_DIALECTS } from '../../src/documents/dialects.ts'
import { RequestGroup } from '../../src/documents/tables/request.ts'

function ruleOf(text: string): UnreadableRule | 'read' {
  try {
    parse(decode(Buffer.from(text)))
    return 'read'
  } catch (error) {
    if (error instanceof UnreadableDocument) return error.rule
    throw error
  }
}

function attributes(count: number): string {
  return Array.from({ length: count }, (_, index) => `a${index}="1"`).join(' ')
}

const XXE = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'
const LAUGHS = '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><a>&b;</a>'

const cases: [attack: string, text: string, expected: UnreadableRule | 'read'][] = [
  ['A1 an external entity', XXE, 'doctype'],
  ['A1 an unused DOCTYPE', '<!DOCTYPE a><a/>', 'doctype'],
  [
    'A1 a DOCTYPE after comments and instructions',
    `<?xml version="1.0"?><!-- x --><?y?>\n${XXE}`,
    'doctype',
  ],
  ['A1 a DOCTYPE after the root', `<a/>${XXE}`, 'not well-formed'],
  ['A1 a DOCTYPE inside the root', `<a>${XXE}</a>`, 'not well-formed'],
  ['A1 a DOCTYPE in lower case', '<!doctype a><a/>', 'not well-formed'],
  ['A1 an undeclared entity', '<a>&x;</a>', 'not well-formed'],
  ['A2 entities that multiply', LAUGHS, 'doctype'],
  ['A3 an external DTD', '<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a/>', 'doctype'],
  ['A3 a parameter entity', '<!DOCTYPE a [<!ENTITY % p SYSTEM "x"> %p;]><a/>', 'doctype'],
  [
    'A5 an XInclude',
    '<a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="file:///etc/passwd"/></a>',
    'read',
  ],
  ['A5 a style sheet', '<?xml-stylesheet href="file:///etc/passwd"?><a/>', 'read'],
  ['A6 nesting within the bound', '<a>'.repeat(32) + '</a>'.repeat(32), 'read'],
  ['A6 nesting beyond the bound', '<a>'.repeat(33) + '</a>'.repeat(33), 'too deep'],
  ['A7 as many attributes as the bound', `<a ${attributes(64)}/>`, 'read'],
  ['A7 one attribute more than the bound', `<a ${attributes(65)}/>`, 'too many attributes'],
  ['A7 as many elements as the bound', `<a>${'<b/>'.repeat(1_999)}</a>`, 'read'],
  ['A7 one element more than the bound', `<a>${'<b/>'.repeat(2_000)}</a>`, 'too many elements'],
  ['A8 a name as long as the bound', `<${'a'.repeat(256)}/>`, 'read'],
  ['A8 a name longer than the bound', `<${'a'.repeat(257)}/>`, 'name too long'],
  [
    'A8 a name of an attribute longer than the bound',
    `<a ${'b'.repeat(257)}=""/>`,
    'name too long',
  ],
  ['A8 as many comments as the bound', `<a>${'<!---->'.repeat(2_000)}</a>`, 'read'],
  [
    'A8 one comment more than the bound',
    `<a>${'<!---->'.repeat(2_001)}</a>`,
    'too many comments and processing instructions',
  ],
  [
    'A8 comments and instructions',
    `<a>${'<!----><?x?>'.repeat(1_001)}</a>`,
    'too many comments and processing instructions',
  ],
  ['A9 as many references as the bound', `<a>${'&#65;'.repeat(16_000)}</a>`, 'read'],
  [
    'A9 one reference more than the bound',
    `<a>${'&#65;'.repeat(16_001)}</a>`,
    'too many references',
  ],
  ['A9 a reference beyond Unicode', '<a>&#x110000;</a>', 'not well-formed'],
  ['A10 a repeated attribute', '<a x="1" x="2"/>', 'not well-formed'],
  ['A10 a repeated attribute, both empty', '<a x="" x=""/>', 'not well-formed'],
  ['A11 an unsupported encoding', '<?xml version="1.0" encoding="UTF-7"?><a/>', 'encoding'],
  ['A12 NUL', '<a>\0</a>', 'not well-formed'],
  ['A12 a control character', '<a b="\u0008"/>', 'not well-formed'],
  ['A12 a control character by reference', '<a b="&#8;"/>', 'not well-formed'],
  ['A12 NUL by reference', '<a>&#0;</a>', 'not well-formed'],
  ['A12 U+FFFE', '<a>\ufffe</a>', 'not well-formed'],
  ['A12 half a surrogate pair by reference', '<a>&#xD800;</a>', 'not well-formed'],
  ['A13 XML 1.1', '<?xml version="1.1"?><a>&#8;</a>', 'version'],
  ['A13 XML 1.7', '<?xml version="1.7"?><a/>', 'version'],
  ['A14 an unbound prefix', '<p:a/>', 'read'],
  ['A16 a second root', '<a/><b/>', 'not well-formed'],
  ['A16 text after the root', '<a/>x', 'not well-formed'],
  ['A16 a space before the declaration', ' <?xml version="1.0"?><a/>', 'not well-formed'],
  ['A16 a root that is not closed', '<a><b></b>', 'not well-formed'],
  ['A16 a root closed by another end tag', '<a></b>', 'not well-formed'],
]

describe('an attack by a document ends at once with the expected rule', () => {
  for (const [attack, text, expected] of cases) {
    test(attack, () => {
      const startedAt = performance.now()
      assert.equal(ruleOf(text), expected)
      const elapsedMs = performance.now() - startedAt
      assert.ok(elapsedMs < 3_000, `took ${elapsedMs} ms`)
    })
  }
})

test('another version of XML is rejected with the one to declare', () => {
  assert.throws(() => parse('<?xml version="2.0"?><a/>'), {
    message: 'not well-formed at line 1, column 19: the XML declaration must have version="1.0"',
  })
})

test('columns count from 1, also in a document that ends after a line break', () => {
  assert.throws(() => parse('<a>\n'), { line: 2, column: 1 })
})

const GROUP = '<REQUEST_GROUP MISMOVersionID="2.3.1"'

describe('a readable document that imitates another', () => {
  test('A5 no file is included, and xi:include is an unknown element', () => {
    const text = `${GROUP}><xi:include href="file:///etc/passwd"/></REQUEST_GROUP>`
    assert.ok(read(RequestGroup, parse(text)).unknown.includes('REQUEST_GROUP/xi:include'))
  })

  test('A14 a name with a prefix is unknown, whether the prefix is bound or not', () => {
    const text = `${GROUP} m:MISMOVersionID="9" xmlns:m="urn:m" xmlns="urn:d"><m:REQUEST/></REQUEST_GROUP>`
    const { partial, unknown, issues } = read(RequestGroup, parse(text))
    assert.equal(partial.MISMOVersionID, '2.3.1')
    assert.deepEqual(unknown, ['REQUEST_GROUP/@m:MISMOVersionID', 'REQUEST_GROUP/m:REQUEST'])
    assert.ok(issues.some(({ path }) => path === 'REQUEST_GROUP/REQUEST'))
    const prefixed = read(RequestGroup, parse('<m:REQUEST_GROUP MISMOVersionID="2.3.1"/>'))
    assert.deepEqual(
      prefixed.issues.map(({ rule }) => rule),
      ['root'],
    )
  })

  test('A15 comments, instructions and CDATA do not split a value', () => {
    const sent = '2<!-- 9 -->.<![CDATA[3]]><?x 8?>.&#49;'
    const text = `<REQUEST_GROUP><_StandardVersionID>${sent}</_StandardVersionID></REQUEST_GROUP>`
    const { dialect, partial } = read(RequestGroup, parse(text))
    assert.equal(dialect.name, 'elements')
    assert.equal(partial.MISMOVersionID, '2.3.1')
  })

  test('A15 text in an element whose values are attributes is an error', () => {
    const { issues } = read(RequestGroup, parse(`${GROUP}>x<![CDATA[y]]></REQUEST_GROUP>`))
    assert.ok(issues.some(({ path, rule }) => path === 'REQUEST_GROUP' && rule === 'text'))
  })

  test('A15 elements inside a value are an error', () => {
    const text =
      '<REQUEST_GROUP><_StandardVersionID>2<b>.3</b>.1</_StandardVersionID></REQUEST_GROUP>'
    const { issues } = read(RequestGroup, parse(text))
    assert.ok(
      issues.some(({ path, rule }) => path.endsWith('/_StandardVersionID') && rule === 'text'),
    )
  })

  test('A17 markup in a value is written escaped, and reads back unchanged', () => {
    const value = { MISMOVersionID: ']]><x a="1"/>' }
    for (const dialect of XML_DIALECTS) {
      const text = write(RequestGroup, value, dialect)
      assert.ok(!text.includes('<x'))
      assert.equal(read(RequestGroup, parse(text)).partial.MISMOVersionID, value.MISMOVersionID)
    }
  })

  test('A18 names of the object prototype are treated like other names', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype']
    const given = names.map((name) => `${name}="polluted"`).join(' ')
    const inside = names.map((name) => `<${name} polluted="yes"><${name}/></${name}>`).join('')
    const { unknown, partial } = read(
      RequestGroup,
      parse(
        `${GROUP} ${given}><REQUESTING_PARTY>${inside}</REQUESTING_PARTY>${inside}</REQUEST_GROUP>`,
      ),
    )
    for (const name of names) {
      assert.ok(unknown.includes(`REQUEST_GROUP/@${name}`))
      assert.ok(unknown.includes(`REQUEST_GROUP/${name}`))
      assert.ok(unknown.includes(`REQUEST_GROUP/REQUESTING_PARTY/${name}`))
    }
    assert.equal(Object.getPrototypeOf(partial), Object.prototype)
    assert.equal(({} as Record<string, unknown>).polluted, undefined)
  })
})
