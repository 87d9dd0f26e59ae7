import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { GENERATED, outdatedFiles } from '../../scripts/generate.ts'
import { fieldsPage } from '../../scripts/pages/fields-page.ts'
import { parseText } from '../../src/documents/codec/parse-document.ts'
import { dialectOf } from '../../src/documents/codec/read.ts'
import { DIALECT_LIST, DIALECTS, wireName } from '../../src/documents/dialects.ts'
import type { Element } from '../../src/documents/element.ts'
import { DOCUMENT_NAMES, DOCUMENTS } from '../../src/documents/tables/documents.ts'
import { RequestGroup } from '../../src/documents/tables/request.ts'

test('every generated file matches its tables', () => {
  assert.ok(Object.keys(GENERATED).length > 20)
  assert.deepEqual(outdatedFiles(), [])
})

/** The sections of the page, by the path in their heading. */
function sectionsOf(page: string): Map<string, string> {
  const sections = page.split(/^### /m).slice(1)
  return new Map(sections.map((section) => [section.slice(0, section.indexOf('\n')), section]))
}

/** Asserts that the sections have the element, its fields and everything below it. */
function assertListed(element: Element, path: string, sections: Map<string, string>): void {
  const section = sections.get(path) ?? assert.fail(`no section ${path}`)
  for (const [field, { doc }] of Object.entries(element.fields)) {
    const row = `| \`@${field}\` | \`${wireName(field, DIALECTS.literal)}\` |`
    assert.ok(section.includes(row) && section.includes(doc), `${path} ${field}`)
  }
  for (const [child, { element: below }] of Object.entries(element.children)) {
    if (below.form === 'container') assertListed(below, `${path}/${child}`, sections)
    else assert.ok(section.includes(`| \`${child}\`, text |`), `${path} ${child}`)
  }
}

describe('the reference of fields', () => {
  const page = fieldsPage()

  for (const name of DOCUMENT_NAMES) {
    test(`has every element and field of ${name}`, () => {
      // The error document begins like a response, so its sections are looked up in its own
      // chapter.
      const chapter = name === 'error-response' ? page.split('## Error document')[1] : page
      const own = name === 'error-response' ? chapter : page.split('## Error document')[0]
      const sections = sectionsOf(own ?? '')
      const { element } = DOCUMENTS[name]
      assertListed(element, element.name, sections)
    })
  }

  test('marks fields that only one response has', () => {
    assert.match(page, /`@CreditReportFirstIssuedDate`.*only `credit_report`, `mortgage_only`/)
    assert.match(page, /Occurs any number of times \(only `credit_report`\)\. From: MISMO/)
    assert.match(page, /`@_SecondaryAccountIdentifier`.*never stored/)
    assert.doesNotMatch(page, /Recorded only[^|]*\| never stored/)
  })

  test('has every list of values that it refers to', () => {
    const referred = [...page.matchAll(/\[(values of [^\]]*)\]/g)].map(([, name = '']) => name)
    assert.ok(referred.length > 5)
    for (const name of referred) assert.ok(page.includes(`### V${name.slice(1)}\n`), name)
  })
})

test('the page about dialects shows an order in each', () => {
  const page = GENERATED['docs/dialects.md']?.() ?? ''
  assert.match(page, /at most 32 levels, 2,000 elements, and 64 attributes in an element/)
  const orders = [
    ...page.matchAll(
      /```(?:xml|json)\n((?:<\?xml|\{\n {2}"REQUEST_GROUP)[^`]*(?:<\/REQUEST_GROUP>|\}))\n```/g,
    ),
  ]
  assert.deepEqual(
    orders.map(([, text = '']) => dialectOf(RequestGroup, parseText(text)).name),
    DIALECT_LIST.map(({ name }) => name),
  )
})
