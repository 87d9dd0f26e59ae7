/**
 * The page as one HTML document: for screens of any width, light or dark, and for paper. It needs
 * nothing from elsewhere and runs nothing: its own policy allows its style sheet and no more.
 */
import { createHash } from 'node:crypto'
import { blocks, escaped } from '../reports/print/html-blocks.ts'
import { STYLE } from './html-style.ts'
import type { Page, Section } from './page.ts'

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'`

/** A page as the bytes of an HTML document, the same bytes for the same page. */
export function renderHtml(page: Page): Uint8Array {
  const sections = page.sections.map((each, index) => section(each, `section-${index + 1}`))
  return Buffer.from(
    [
      '<!doctype html>',
      `<html lang="${escaped(page.language)}">`,
      '<head>',
      '<meta charset="utf-8">',
      `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      '<meta name="robots" content="noindex">',
      `<meta name="dcterms.created" content="${escaped(page.createdAt)}">`,
      `<title>${escaped(page.title)}</title>`,
      `<style>${STYLE}</style>`,
      '</head>',
      '<body>',
      '<a class="skip" href="#content">Skip to the report</a>',
      ...(page.mark === '' ? [] : [`<header class="mark">${escaped(page.mark)}</header>`]),
      contents(page.sections),
      '<main id="content">',
      ...sections,
      '</main>',
      `<footer>${page.foot.map((text) => `<p>${escaped(text)}</p>`).join('')}</footer>`,
      '</body>',
      '</html>',
      '',
    ].join('\n'),
  )
}

/** Where each section is, by its title. */
function contents(sections: readonly Section[]): string {
  const items = sections.map((each, index) =>
    each.titled ? `<li><a href="#section-${index + 1}">${escaped(each.title)}</a></li>` : '',
  )
  return `<nav aria-label="Sections"><ul>${items.join('')}</ul></nav>`
}

function section({ title, titled, blocks: content }: Section, id: string): string {
  const body = blocks(content, title)
  if (!titled) return `<section id="${id}" aria-label="${escaped(title)}">${body}</section>`
  const heading = `<h2 id="${id}-title">${escaped(title)}</h2>`
  return `<section id="${id}" aria-labelledby="${id}-title">${heading}${body}</section>`
}
