/**
 * Unusual texts: each is drawn in bounded time, at the right position, with the right characters.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Block, type Column, cell, paragraph, row } from '../../src/print/page.ts'
import { measure } from '../../src/print/pdf/measure.ts'
import { renderPdf } from '../../src/print/pdf/pdf.ts'
import { openPdf, readPdf } from './print-read.ts'

function drawn(...blocks: readonly Block[]): Uint8Array {
  return withFoot([], ...blocks)
}

function withFoot(foot: readonly string[], ...blocks: readonly Block[]): Uint8Array {
  return renderPdf({
    title: 'Odd',
    language: 'en-US',
    createdAt: '2026-05-04T13:22:00Z',
    mark: '',
    foot,
    sections: [{ title: 'Odd', titled: false, blocks }],
  })
}

async function read(...blocks: readonly Block[]): Promise<string> {
  return (await readPdf(drawn(...blocks))).sheets.join(' ')
}

const shown: [title: string, text: string, expected: string][] = [
  ['a ligature outside the remapped range', 'Gri\ufb03n', 'Griffin'],
  ['the replacement character, U+FFFD,', 'Jos\ufffd', 'Jos\ufffd'],
  ['a soft hyphen', 'Castel\u00adlane', 'Castellane'],
]
for (const [title, text, expected] of shown) {
  test(`${title} reads back as ${expected}`, async () => {
    const said = await read(paragraph(text))
    assert.ok(said.includes(expected), said)
  })
}

/** Returns the horizontal position of each text on the first sheet. */
async function starts(bytes: Uint8Array): Promise<Map<string, number>> {
  const task = openPdf(bytes)
  const { items } = await (await (await task.promise).getPage(1)).getTextContent()
  await task.destroy()
  return new Map(items.flatMap((each) => ('str' in each ? [[each.str, each.transform[4]]] : [])))
}

test('a word in the embedded font is one space away from the word before it', async () => {
  const { textWidth } = measure('Ana ', 'regular', 7.5)
  const places = await starts(drawn(paragraph('Ana Čapek')))
  const distance = (places.get('Čapek') ?? 0) - (places.get('Ana') ?? 0)
  assert.ok(Math.abs(distance - textWidth) < 0.1, `${distance} is not ${textWidth}`)
})

const column: Column = { titles: ['Said'], share: 1, align: 'left' }

test('a text that is too wide only by a rounding error is not broken', async () => {
  const text = '0'.repeat(76) + 'i'.repeat(52)
  const columns = [
    { ...column, share: 21 },
    { ...column, share: 53, align: 'right' as const },
    column,
  ]
  const rows = [row([cell(''), cell(text), cell('')])]
  assert.ok((await read({ kind: 'table', columns, rows })).includes(text))
})

test('a table without columns is drawn', async () => {
  assert.ok((await read({ kind: 'table', columns: [], rows: [row([])] })).includes('Page 1 of 1'))
})

const long: [title: string, block: Block][] = [
  ['combining marks without a width', paragraph('W'.repeat(200) + '\u0316'.repeat(20_000))],
  [
    'a cell with many lines',
    {
      kind: 'table',
      columns: [column],
      rows: [row([cell(Array.from({ length: 50_000 }, (_, index) => `${index}`))])],
    },
  ],
]
for (const [title, block] of long) {
  test(`the time to draw grows only with the length: ${title}`, () => {
    const before = process.cpuUsage()
    drawn(block)
    const { user } = process.cpuUsage(before)
    assert.ok(user < 5_000_000, `${user / 1_000} ms`)
  })
}

for (const letter of ['W', 'Č']) {
  test(`a foot of two long names of ${letter} is cut before the sheet number`, async () => {
    const names = `${letter.repeat(110)} and ${letter.repeat(110)}`
    const task = openPdf(withFoot([`Report R-1 · ${names}`], paragraph('Body')))
    const { items } = await (await (await task.promise).getPage(1)).getTextContent()
    await task.destroy()
    const texts = items.flatMap((each) => ('str' in each && each.str.trim() !== '' ? [each] : []))
    const number = texts.find(({ str }) => str === 'Page 1 of 1')
    const foot = texts.slice(0, number === undefined ? 0 : texts.indexOf(number))
    const line = foot
      .map(({ str }) => str)
      .join('')
      .trimEnd()
    assert.ok(line.startsWith('Report R-1') && line.endsWith('…'), line)
    const end = Math.max(...foot.map(({ transform, width }) => transform[4] + width))
    const start = number?.transform[4] ?? 0
    assert.ok(end < start, `${end} is beyond ${start}`)
  })
}
