/** Tests the report page as the browser prints it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPdf } from '../print/print-read.ts'
import { type Seen, WIDE } from './browser.ts'
import { openReportOf } from './reports.ts'

/** A text on a printed sheet, positioned by its left edge and its baseline, in points. */
interface Piece {
  readonly text: string
  readonly left: number
  readonly base: number
  readonly width: number
  readonly height: number
}

/** Prints the page and returns the texts of each sheet. */
async function printed(page: Page): Promise<Piece[][]> {
  // An effect sets the text of the footer a moment after the report is drawn.
  await page.waitForFunction(
    () => document.documentElement.style.getPropertyValue('--running-foot') !== '',
  )
  const task = openPdf(await page.pdf({ format: 'Letter' }))
  const document = await task.promise
  const sheets: Piece[][] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    sheets.push(
      items.flatMap((item) =>
        'str' in item && item.str.trim() !== ''
          ? {
              text: item.str,
              left: item.transform[4],
              base: item.transform[5],
              width: item.width,
              height: item.height,
            }
          : [],
      ),
    )
  }
  await task.destroy()
  return sheets
}

/** Returns the pairs of texts that are printed over each other. */
function overlaps(pieces: readonly Piece[]): string[] {
  return pieces.flatMap((one, index) =>
    pieces
      .slice(index + 1)
      .filter(
        (other) =>
          Math.min(one.left + one.width, other.left + other.width) -
            Math.max(one.left, other.left) >
            2 && Math.abs(one.base - other.base) < Math.min(one.height, other.height) / 2,
      )
      .map((other) => `${one.text} / ${other.text}`),
  )
}

const GROUP = /^(?:Mortgages|Collections|Other [a-z]+ accounts) \(\d+\)$/

/** Registers the tests, which use the service of the other console tests. */
export function paperTests(seen: () => Seen): void {
  for (const persona of ['avery', 'delinquent', 'rowan']) {
    test(`a report of ${persona} is printed without overlapping texts or broken words`, async (t) => {
      const { page } = seen()
      t.after(() => page.setViewportSize(WIDE))
      const id = await openReportOf(persona, seen())
      const sheets = await printed(page)
      assert.ok(sheets.length > 2)
      for (const [index, pieces] of sheets.entries()) {
        const texts = pieces.map(({ text }) => text)
        const sheet = texts.join(' ')
        assert.deepEqual(overlaps(pieces), [], `sheet ${index + 1}`)
        assert.ok(pieces.length > 20, `sheet ${index + 1} is not blank`)
        assert.ok(sheet.includes(`Page ${index + 1} of ${sheets.length}`), sheet)
        assert.match(sheet, new RegExp(`Report ${id} · .*Simulated: not a consumer report`))
        assert.doesNotMatch(sheet, /\b(Individu|Collecti|Authoriz)\b/)
        // The title of a group is on the same sheet as its first account.
        const last = texts.findLastIndex((text) => GROUP.test(text))
        if (last >= 0) assert.match(texts.slice(last).join(' '), /Individual|Joint|Authorized/)
      }
      const [first = ''] = sheets.map((pieces) => pieces.map(({ text }) => text).join(' '))
      assert.match(first, /Scores and factors.*Equifax Beacon/)
      assert.doesNotMatch(first, /▶|Reports|Upgrade/)
    })
  }
}
