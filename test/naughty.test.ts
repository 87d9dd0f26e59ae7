import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { decode } from '../src/documents/codec/decode.ts'
import { parse, type XmlNode } from '../src/documents/codec/parse.ts'
import { read } from '../src/documents/codec/read.ts'
import { write } from '../src/documents/codec/write.ts'
import { DIALECTS } from '../src/documents/dialects.ts'
import type { Element } from '../src/documents/element.ts'
import { RequestGroup } from '../src/documents/tables/request.ts'
import { FullCreditResponse } from '../src/documents/tables/response.ts'
import { startSandbox } from '../src/sandbox/embedded/start-sandbox.ts'
import { lengthOf, partOf } from './support/length.ts'

const list = createRequire(import.meta.url).resolve('big-list-of-naughty-strings/blns.json')
const STRINGS = [
  ...(JSON.parse(readFileSync(list, 'utf8')) as string[]),
  ...[
    ']]>',
    ']]>\r]]>',
    '&#0;',
    '&amp;amp;',
    '<![CDATA[',
    '-->',
    '\t\r\n',
    '\u0085\u2028',
    '\ufeff',
  ],
  ...['__proto__', 'constructor', '\0', '\ufffe', '\ud800', '\u0008', '"\'><x/>'],
]

/**
 * Each element gets every string, or every fourth in a short run, so that many elements still get
 * each string.
 */
const EVERY = lengthOf({ short: 4, full: 1 })

/** Returns every element of a table that has free text fields, with the names of these fields. */
function textFields(element: Element): Map<Element, string[]> {
  const found = new Map<Element, string[]>()
  const visit = (one: Element) => {
    if (found.has(one)) return
    const names = Object.entries(one.fields).filter(([, { kind }]) => {
      const { enum: values, pattern, type } = kind.json
      return type === 'string' && values === undefined && pattern === undefined && !kind.named
    })
    found.set(
      one,
      names.map(([name]) => name),
    )
    for (const { element: child } of Object.values(one.children)) {
      if (child.form === 'container') visit(child)
    }
  }
  visit(element)
  return found
}

for (const table of [RequestGroup, FullCreditResponse]) {
  test(`naughty strings in every text of ${table.name} read back as their kind reads them, or are rejected`, () => {
    let equal = 0
    for (const [position, [element, names]] of [...textFields(table)].entries()) {
      const strings = STRINGS.filter((_, index) => (index + position) % EVERY === 0)
      for (const string of names.length > 0 ? strings : []) {
        const value = Object.fromEntries(names.map((name) => [name, string]))
        equal += [DIALECTS.mismo, DIALECTS.elements].filter((dialect) => {
          let text: string
          try {
            text = write(element, value, dialect)
          } catch (error) {
            assert.ok(error instanceof TypeError && !error.message.includes(string || '\0'))
            return false
          }
          const { partial, issues } = read(element, parse(text), 'interface', dialect)
          const invalid = new Set(issues.map(({ path }) => path.split('/').at(-1)))
          return names.every((name) => {
            const expected = element.fields[name]?.kind.read(string)
            if (Object.hasOwn(partial, name)) assert.equal(partial[name], expected)
            else assert.ok(invalid.size > 0 || string.trim() === '')
            return Object.hasOwn(partial, name)
          })
        }).length
      }
    }
    assert.ok(equal > (STRINGS.length * 10) / EVERY, `${equal} strings read back`)
  })
}

function attributesNamed(node: XmlNode, name: string): string[] {
  const own = node.attributes.get(name)?.value
  const inner = node.children.flatMap((child) => attributesNamed(child, name))
  return own === undefined ? inner : [own, ...inner]
}

function escaped(text: string): string {
  return text.replace(/[&<>"\t\r\n]/g, (character) => `&#${character.charCodeAt(0)};`)
}

test('naughty strings in an order over HTTP come back unchanged, or are rejected', async () => {
  await using sandbox = await startSandbox()
  const { url, account, secret } = sandbox
  const order = sandbox.orderXml('avery', 'pre_qualification')
  const authorization = `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}`
  const headers = { Authorization: authorization, 'Content-Type': 'application/xml' }
  let returned = 0
  const starts = STRINGS.flatMap((_, index) => (index % 5 === 0 ? index : []))
  for (const start of partOf(starts, 2)) {
    const [caseId = 'x', id = 'x', party = 'x', street = 'x', middle = 'x'] = STRINGS.slice(start)
    const body = order
      .replace('SANDBOX-1', () => escaped(caseId))
      .replace('"CR1"', () => `"${escaped(id)}"`)
      .replace('Sandbox Lender', () => escaped(party))
      .replace('12 Harbor View Rd', () => escaped(street))
      .replace('_MiddleName="Q"', () => `_MiddleName="${escaped(middle)}"`)
    const response = await fetch(`${url}/pre_qualification`, { method: 'POST', headers, body })
    const text = await response.text()
    assert.ok(response.status === 200 || response.status === 400, `${response.status}`)
    if (response.status === 400) continue
    const answer = parse(decode(Buffer.from(text)))
    const ids = attributesNamed(answer, 'CreditRequestID')
    if (ids.length === 0) continue
    assert.ok(ids.includes(id))
    returned += 1
  }
  assert.ok(returned > lengthOf({ short: 40, full: 80 }), `${returned} strings came back`)
})
