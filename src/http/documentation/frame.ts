/** The frame around a page of the documentation, and its style. */
import { escaped } from './markdown.ts'

interface PageParts {
  readonly title: string
  readonly html: string
  readonly basePath: string
  /** The address of the page's Markdown, if it is served. */
  readonly markdown?: string | undefined
}

const LINKS = [
  ['/docs', 'Documentation'],
  ['/docs/tutorial', 'Tutorial'],
  ['/docs/fields', 'Fields'],
  ['/docs/errors', 'Errors'],
  ['/docs/personas', 'Personas'],
  ['/schema', 'Schemas'],
  ['/collections', 'Collections'],
  ['/openapi.json', 'OpenAPI'],
  ['/console', 'Console'],
] as const

/** The address of the style. */
export const STYLE_ADDRESS = '/docs/style.css'

/** A whole page. */
export function pageOf({ title, html, basePath, markdown }: PageParts): string {
  const links = LINKS.map(([address, text]) => `<a href="${basePath}${address}">${text}</a>`)
  const source =
    markdown === undefined
      ? ''
      : `<p class="source"><a href="${basePath}${markdown}">Markdown</a></p>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Trimerge</title>
<link rel="stylesheet" href="${basePath}${STYLE_ADDRESS}">
</head>
<body>
<header><nav aria-label="Documentation">${links.join(' ')}</nav></header>
<main>
${html}
${source}
</main>
</body>
</html>
`
}

/** Few rules, for light and dark. */
export const STYLE = `:root { color-scheme: light dark; --line: #8884; --soft: #8881; --link: light-dark(#0b5cad, #7db7ff); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; }
header { border-bottom: 1px solid var(--line); }
nav { display: flex; flex-wrap: wrap; gap: 0 1.2rem; padding: .7rem 1.5rem; }
main { max-width: 62rem; margin: 0 auto; padding: 1rem 1.5rem 4rem; }
a { color: var(--link); }
h1, h2, h3 { line-height: 1.25; margin: 2rem 0 .7rem; }
h1 { margin-top: 1rem; }
code, pre { font: .87em/1.5 ui-monospace, monospace; }
code { background: var(--soft); padding: .1em .3em; border-radius: 3px; overflow-wrap: anywhere; }
pre { background: var(--soft); padding: .8rem 1rem; overflow-x: auto; border-radius: 5px; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: .92em; }
th, td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top; }
tr:target, :target { background: light-dark(#fff3c4, #4a3f10); }
.source { margin-top: 3rem; font-size: .87em; }
`
