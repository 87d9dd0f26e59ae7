/** The tags of a printed report, for programs that read it aloud or extract its parts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeReport } from '../../src/print/describe-report.ts'
import type { Block, Page, Series, SeriesCell, Table } from '../../src/print/page.ts'
import { renderPdf } from '../../src/print/pdf/pdf.ts'
import type { Report } from '../../src/reports/report.ts'
import { dense, readPdf } from './print-read.ts'
import { emptyReport, fullReport, mortgage, refreshReport, reportOf } from './print-reports.ts'
import { pdfSections } from './print-sections.ts'
import {
  type Element,
  readTags,
  type SeenElement,
  type TaggedDocument,
  withAllParts,
} from './print-tags-read.ts'

const reports: readonly [title: string, report: Report][] = [
  ['a joint report with every kind of item', fullReport],
  ['an empty report', emptyReport],
  ['40 accounts over many sheets', reportOf(40)],
  ['a refresh', refreshReport],
]

/** A tagged report that was read back. */
interface Printed {
  readonly page: Page
  readonly untagged: Uint8Array
  readonly document: TaggedDocument
  readonly elements: readonly Element[]
  /** The text of each mark, without blanks. */
  readonly said: ReadonlyMap<string, string>
}

async function printed(report: Report): Promise<Printed> {
  const page = describeReport(report)
  const document = await readTags(renderPdf(page, { tagged: true }))
  assert.ok(document.root)
  const said = new Map<string, string>()
  for (const { mark, text } of document.sheets.flatMap(({ texts }) => texts)) {
    said.set(mark, (said.get(mark) ?? '') + dense(text))
  }
  return { page, untagged: renderPdf(page), document, elements: withAllParts(document.root), said }
}

const ARTIFACT = 'Artifact'

/** Returns the text of an element and all of its parts, without blanks. */
function textOf(element: Element, { said }: Printed): string {
  const marks = withAllParts(element).flatMap((each) => each.marks)
  return marks.map((mark) => said.get(mark) ?? '').join('')
}

function ofKind(elements: readonly Element[], kind: string): Element[] {
  return elements.filter((each) => each.kind === kind)
}

/** Returns the text on a sheet that belongs to no element, without blanks. */
function artifactsOf({ texts }: TaggedDocument['sheets'][number]): string {
  return dense(texts.flatMap(({ mark, text }) => (mark === ARTIFACT ? [text] : [])).join(''))
}

/** Returns the marks on each sheet, from sheet 0 on. */
function marksBySheet({ sheets }: TaggedDocument): Set<string>[] {
  return sheets.map(({ texts }) => new Set(texts.map(({ mark }) => mark)))
}

function standsOn(element: Element, marks: ReadonlySet<string> | undefined): boolean {
  return withAllParts(element).some((each) => each.marks.some((mark) => marks?.has(mark)))
}

/**
 * Returns the text that is repeated at the head of a sheet: the title of the section that continues
 * there, and the titles of the columns if one of its tables does.
 */
function repeatedOn(sheet: number, read: Printed): string {
  const sheets = marksBySheet(read.document)
  const continues = (element: Element) =>
    standsOn(element, sheets[sheet]) && standsOn(element, sheets[sheet - 1])
  const section = ofKind(read.elements, 'Sect').find(continues)
  if (section === undefined) return ''
  const [title] = section.parts
  const continued = title?.kind === 'H2' ? `${textOf(title, read)},continued` : ''
  const [header] = ofKind(withAllParts(section), 'Table').find(continues)?.parts ?? []
  return continued + (header === undefined ? '' : textOf(header, read))
}

for (const [title, report] of reports) {
  test(`every text belongs to exactly one element or is an artifact of the sheet: ${title}`, async () => {
    const read = await printed(report)
    const { document, elements, page } = read
    assert.ok(document.marked)
    const kinds = new Map<string, string>([[ARTIFACT, ARTIFACT]])
    for (const { kind, marks } of elements) {
      for (const mark of marks) {
        assert.ok(!kinds.has(mark), `${mark} belongs to two elements`)
        kinds.set(mark, kind)
      }
    }
    for (const { mark, tag, text } of document.sheets.flatMap(({ texts }) => texts)) {
      assert.equal(kinds.get(mark), tag, text)
    }
    assert.deepEqual(new Set(read.said.keys()), new Set(kinds.keys()), 'marks without a text')
    const count = document.sheets.length
    document.sheets.forEach((sheet, index) => {
      const around = dense(`${page.mark}${page.foot.join('')}Page${index + 1}of${count}`)
      assert.equal(artifactsOf(sheet), around + repeatedOn(index, read))
    })
  })

  test(`the text of the tree is the text of the sheets: ${title}`, async () => {
    const read = await printed(report)
    const { root, sheets } = read.document
    const untagged = (await readPdf(read.untagged)).sheets.map(dense)
    const body = untagged.map((text, index) => {
      const around = artifactsOf(sheets[index] as TaggedDocument['sheets'][number])
      assert.ok(text.startsWith(around))
      return text.slice(around.length)
    })
    assert.equal(textOf(root as Element, read), body.join(''))
  })

  test(`pdf.js finds the same elements on each sheet: ${title}`, async () => {
    const { document } = await printed(report)
    const expected = contentsOf(document.root as Element)
    marksBySheet(document).forEach((marks, index) => {
      assert.deepEqual(
        document.sheets[index]?.elements,
        expected.filter(({ mark }) => marks.has(mark)),
      )
    })
  })

  test(`headings and sections match the description: ${title}`, async () => {
    const read = await printed(report)
    const { page, elements, untagged } = read
    const saidBy = (kind: string) => ofKind(elements, kind).map((each) => textOf(each, read))
    const titles = page.sections.filter(({ titled }) => titled).map((each) => each.title)
    assert.deepEqual(saidBy('H1'), [dense(report.title)])
    assert.deepEqual(saidBy('H2'), titles.map(dense))
    const sections = read.document.root?.parts ?? []
    assert.deepEqual(
      sections.map(({ kind, parts }) => [kind, parts.some((each) => each.kind === 'H2')]),
      page.sections.map(({ titled }) => ['Sect', titled]),
    )
    assert.deepEqual(
      sections.map((each) => textOf(each, read)),
      (await pdfSections(untagged, page)).map(({ text }) => text),
    )
  })

  test(`every row of a table has one cell for each column, or a single cell: ${title}`, async () => {
    const read = await printed(report)
    assert.deepEqual(
      ofKind(read.elements, 'Table').map((table) => tableIn(table, read)),
      blocksOf(read.page, 'table').map(tableOf),
    )
  })

  test(`a payment history has alternate text in words: ${title}`, async () => {
    const { page, elements } = await printed(report)
    const worded = elements.filter(({ actualText }) => actualText !== undefined)
    assert.deepEqual(
      worded.map(({ kind, actualText }) => [kind, actualText]),
      blocksOf(page, 'series').map((series) => ['P', spoken(series)]),
    )
  })

  test(`without the option there are no tags, and the sheets look the same: ${title}`, async () => {
    const page = describeReport(report)
    const untagged = renderPdf(page)
    const { root, marked, sheets } = await readTags(untagged)
    assert.equal(root, undefined)
    assert.ok(!marked)
    for (const { texts, elements } of sheets) {
      assert.equal(elements, undefined)
      assert.ok(texts.length > 0 && texts.every(({ mark }) => mark === ''))
    }
    assert.ok(Buffer.from(untagged).equals(renderPdf(page, { tagged: false })))
    const seen = await readPdf(renderPdf(page, { tagged: true }))
    assert.deepEqual(seen.sheets.map(dense), (await readPdf(untagged)).sheets.map(dense))
  })

  test(`the same report is drawn as the same bytes with tags: ${title}`, () => {
    const [first, second] = [report, structuredClone(report)].map((each) =>
      Buffer.from(renderPdf(describeReport(each), { tagged: true })),
    )
    assert.ok(first?.equals(second as Buffer))
  })
}

/** Returns the contents of an element and its parts, each with the path of kinds from the root. */
function contentsOf({ kind, marks, parts, actualText }: Element, above = '/Root'): SeenElement[] {
  const path = `${above}/${kind}`
  return [
    ...marks.map((mark) => ({ path, mark, actualText })),
    ...parts.flatMap((each) => contentsOf(each, path)),
  ]
}

/** Returns all blocks of a kind, at any depth, in reading order. */
function blocksOf<Kind extends Block['kind']>(
  { sections }: Page,
  kind: Kind,
): Extract<Block, { kind: Kind }>[] {
  const all = sections.flatMap(({ blocks }) => blocks.flatMap(withInner))
  return all.filter((each): each is Extract<Block, { kind: Kind }> => each.kind === kind)
}

function withInner(block: Block): Block[] {
  if (block.kind === 'columns')
    return block.columns.flatMap((each) => each.blocks.flatMap(withInner))
  if (block.kind !== 'table') return [block]
  return [block, ...block.rows.flatMap(({ below }) => below.flatMap(withInner))]
}

/** A row of a table: the texts of its cells, or `below` for the content below a row. */
type RowText = readonly string[] | 'below'

function tableIn({ parts }: Element, read: Printed): { titles: string[]; rows: RowText[] } {
  const [header, ...rows] = parts
  assert.ok(parts.every(({ kind }) => kind === 'TR'))
  assert.ok(header?.parts.every(({ kind, scope }) => kind === 'TH' && scope === '/Column'))
  const columns = header?.parts ?? []
  return {
    titles: columns.map((each) => textOf(each, read)),
    rows: rows.map((row) => {
      assert.ok(row.parts.every(({ kind }) => kind === 'TD'))
      const spans = row.parts.map(({ columnSpan }) => columnSpan)
      if (spans.length === 1 && spans[0] === columns.length) return 'below'
      assert.ok(spans.every((span) => span === undefined))
      return row.parts.map((cell) => textOf(cell, read))
    }),
  }
}

function tableOf({ columns, rows }: Table): { titles: string[]; rows: RowText[] } {
  return {
    titles: columns.map(({ titles }) => dense(titles.join(''))),
    rows: rows.flatMap(({ cells, below }): RowText[] => {
      const said = columns.map((_, index) => dense(cells[index]?.lines.join('') ?? ''))
      return below.length === 0 ? [said] : [said, 'below']
    }),
  }
}

/**
 * Months in a row with the same code are read as one range. A month with its year starts a new
 * range.
 */
function spoken({ title, cells }: Series): string {
  const runs: SeriesCell[][] = []
  for (const cell of cells) {
    const run = runs.at(-1)
    if (run?.[0]?.code === cell.code && !cell.label.includes('/')) run.push(cell)
    else runs.push([cell])
  }
  const worded = runs.map((run) => {
    const ends = run.length === 1 ? run : [run[0], run.at(-1)]
    return `${ends.map((each) => each?.label).join(' to ')} ${run[0]?.code}`
  })
  return `${title}: ${worded.join(', ')}`
}

const histories: readonly [title: string, pattern: string, words: string][] = [
  ['the same code in all months', 'C'.repeat(24), '05/26 to 01 C, 12/25 to 01 C, 12/24 to 06 C'],
  ['a single month', '1', '05/26 1'],
  ['no equal codes in succession', 'C1C2', '05/26 C, 04 1, 03 C, 02 2'],
  ['a change at the turn of a year', 'CCCCC111C', '05/26 to 01 C, 12/25 to 10 1, 09 C'],
  ['characters that PDF strings escape', 'CC(\\)', '05/26 to 04 C, 03 (, 02 \\, 01 )'],
  ['a letter with an accent', 'CCé', '05/26 to 04 C, 03 é'],
]
for (const [title, _Data, words] of histories) {
  test(`a payment history in words: ${title}`, async () => {
    const account = { ...mortgage, _PAYMENT_PATTERN: { _Data, _StartDate: '2026-05' } }
    const { elements, document } = await printed({ ...emptyReport, liabilities: [account] })
    const worded = elements.flatMap(({ actualText }) => actualText ?? [])
    assert.deepEqual(worded, [`Payment history: ${words}`])
    const seen = document.sheets.flatMap((sheet) => sheet.elements ?? [])
    assert.deepEqual(
      seen.flatMap(({ actualText }) => actualText ?? []),
      worded,
    )
  })
}

test('the long report has tables that continue on other sheets, so that repeated titles are tested', async () => {
  const read = await printed(reportOf(40))
  const repeated = read.document.sheets.map((_, index) => repeatedOn(index, read))
  const going = repeated.filter((each) => each.includes(',continued'))
  assert.ok(going.length > 2, String(going.length))
})

test('a text that continues on other sheets is one paragraph with content on each', async () => {
  const long = Array.from({ length: 3_000 }, (_, index) => `word${index}.`).join(' ')
  const remark = { _SourceType: 'Equifax', _Type: 'BureauRemarks', _Text: [long] } as const
  const [file, ...files] = fullReport.files
  assert.ok(file)
  const read = await printed({
    ...fullReport,
    liabilities: [{ ...mortgage, CREDIT_COMMENT: [remark] }],
    files: [{ ...file, _ALERT_MESSAGE: [{ _Text: [long] }] }, ...files],
    comments: [{ ...remark, _Type: 'ConsumerStatement' }],
  })
  const sheets = marksBySheet(read.document)
  const paragraphs = read.elements.filter((each) => each.marks.length > 1)
  assert.equal(paragraphs.length, 3)
  for (const paragraph of paragraphs) {
    assert.equal(paragraph.kind, 'P')
    assert.ok(textOf(paragraph, read).includes(dense(long)))
    const places = paragraph.marks.map((mark) => sheets.findIndex((marks) => marks.has(mark)))
    const [first = -1] = places
    assert.deepEqual(
      places,
      places.map((_, index) => first + index),
      'one mark on each of the consecutive sheets',
    )
  }
  const said = textOf(read.document.root as Element, read)
  assert.equal(said.split('word2999.').length - 1, 3)
})
