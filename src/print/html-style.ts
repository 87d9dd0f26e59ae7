/**
 * The style sheet of the HTML document. Colors are variables, so that light mode, dark mode and
 * paper share one set of rules. Each pair of text and background has a contrast of at least 4.5 to
 * 1 (WCAG 2.2, 1.4.3).
 */

const LIGHT = `
  --ground: #ffffff; --page: #f2f4f6; --text: #1b1f24; --muted: #535e6a; --strong: #000000;
  --alert: #97190f; --alert-ground: #fdf1ef; --late: #f7d3cd; --rule: #d5dae0; --bar: #e4e8ed;
  --accent: #2f5d8a; --track: #dfe4ea;`

const DARK = `
  --ground: #171b20; --page: #0f1215; --text: #dfe4ea; --muted: #a2adb9; --strong: #ffffff;
  --alert: #ff9f94; --alert-ground: #2d1c1b; --late: #5a2420; --rule: #363d46; --bar: #242a32;
  --accent: #86b4e0; --track: #353c45;`

/**
 * The complete style sheet. A printout is laid out as a table, because browsers repeat the header
 * and footer of a table on every sheet.
 */
export const STYLE = `
:root { color-scheme: light dark; ${LIGHT} }
@media (prefers-color-scheme: dark) { :root { ${DARK} } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main, footer, nav, .mark { max-width: 68rem; margin-inline: auto; }
main { background: var(--ground); padding: 1rem 2rem 2rem; border: 1px solid var(--rule); border-radius: 6px; }
h1, h2, h3, p, dl, dd { margin: 0; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0.5rem 0 1rem; color: var(--strong); }
h2 { font-size: 1rem; margin: 2rem 0 0.75rem; padding: 0.35rem 0.75rem; background: var(--bar);
  border-left: 4px solid var(--accent); color: var(--strong); }
h3 { font-size: 0.95rem; margin: 1rem 0 0.4rem; color: var(--strong); }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--ground); padding: 0.5rem 1rem; z-index: 1; }
.mark { margin-block: 1rem; padding: 0.4rem 1rem; border: 1px solid var(--alert); border-radius: 6px; color: var(--alert);
  background: var(--alert-ground); font-weight: 700; text-align: center; letter-spacing: 0.02em; }
nav { margin-block: 1rem; font-size: 0.9rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0; padding: 0 0.25rem; list-style: none; }
nav a { display: inline-block; padding: 0.2rem 0; }
footer { padding: 1rem 2rem 2rem; color: var(--muted); font-size: 0.85rem; }
.muted { color: var(--muted); }
.strong { color: var(--strong); font-weight: 650; }
.bold { font-weight: 650; }
.alert { color: var(--alert); font-weight: 650; }
.small { font-size: 0.88em; }
.large { font-size: 1.15em; }
.center { text-align: center; }
.right { text-align: right; }
p { max-width: 60rem; overflow-wrap: anywhere; }
p + p { margin-top: 0.25rem; }
p.center { max-width: none; margin-top: 1rem; }
.columns { display: grid; gap: 1rem 2rem; margin-bottom: 1rem; }
.columns.across-2 { grid-template-columns: repeat(2, minmax(0, 1fr)); }
.columns.across-3 { grid-template-columns: 3fr 3fr 4fr; }
.facts { display: grid; gap: 0.15rem 2rem; margin: 0.5rem 0; }
.facts.across-2 { grid-template-columns: repeat(2, minmax(0, 1fr)); }
/* The first column has the longest text: the ID of the transaction. */
.facts.across-3 { grid-template-columns: 4fr 3fr 3fr; }
.facts.across-4 { grid-template-columns: repeat(4, minmax(0, 1fr)); }
.facts > div { display: flex; gap: 0.6rem; align-items: baseline; }
.facts.across-1 > div { display: grid; grid-template-columns: 8rem minmax(0, 1fr); }
.columns .facts.across-1 > div { grid-template-columns: 6rem minmax(0, 1fr); }
.facts dt { color: var(--muted); }
.facts dd { overflow-wrap: anywhere; unicode-bidi: isolate; }
.line { max-width: none; font-size: 0.88em; }
.line > span > span { unicode-bidi: isolate; }
.boxes { display: grid; gap: 0.75rem; margin: 0.5rem 0; }
.boxes.across-2 { grid-template-columns: repeat(2, minmax(0, 1fr)); }
.boxes.across-3 { grid-template-columns: repeat(3, minmax(0, 1fr)); }
.boxes.across-4 { grid-template-columns: repeat(4, minmax(0, 1fr)); }
.box { border: 1px solid var(--rule); border-radius: 6px; padding: 0.6rem 0.9rem 0.75rem; break-inside: avoid; }
.box.alert { background: var(--alert-ground); border-left: 4px solid var(--alert); color: inherit; font-weight: inherit; }
.box.muted { border-style: dashed; }
.figure { font-size: 2.1rem; line-height: 1.15; font-weight: 700; color: var(--strong); font-variant-numeric: tabular-nums; }
.box.alert .figure { color: var(--alert); }
.across-4 .figure { font-size: 1.6rem; }
.scale { display: block; width: 100%; height: 8px; margin: 0.3rem 0 0.4rem; }
.track { fill: var(--track); }
.reached { fill: var(--accent); }
.here { fill: var(--strong); }
.scroll { overflow-x: auto; margin: 0.5rem 0; }
table { border-collapse: collapse; width: 100%; font-size: 0.9em; font-variant-numeric: tabular-nums; }
th { text-align: left; vertical-align: bottom; font-size: 0.85em; color: var(--muted); background: var(--page); }
th, td { padding: 0.3rem 0.5rem; }
th.right, td.right { text-align: right; }
th.center, td.center { text-align: center; }
td { vertical-align: top; }
td > span { display: block; unicode-bidi: isolate; overflow-wrap: break-word; }
td.mono { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; white-space: nowrap; }
tbody { border-top: 1px solid var(--rule); break-inside: avoid; }
tbody:last-child { border-bottom: 1px solid var(--rule); }
.below td { padding-top: 0; }
.below td > * + * { margin-top: 0.3rem; }
.series { display: flex; gap: 0.75rem; align-items: flex-end; font-size: 0.88em; }
.series p { white-space: nowrap; }
.series dl { display: grid; grid-template-columns: repeat(24, minmax(1.9rem, 1fr)); flex: 1; max-width: 60rem; }
.series dt { color: var(--muted); font-size: 0.82em; text-align: center; white-space: nowrap; }
.series dd { border: 1px solid var(--rule); margin-left: -1px; text-align: center;
  font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.series .alert dd { background: var(--late); color: var(--alert); font-weight: 700; }
.series .muted dd { color: var(--muted); }
@media (prefers-color-scheme: dark) { .series .alert dd { color: #ffd9d4; } }
@media screen and (min-width: 69rem) {
  td.right > span, td.center > span { white-space: nowrap; }
}
@media (max-width: 48rem) {
  main { padding: 0.5rem 1rem 1.5rem; border-width: 1px 0; border-radius: 0; }
  footer { padding-inline: 1rem; }
  nav { padding-inline: 0.75rem; }
  .mark { margin-inline: 1rem; }
  .columns.across-2, .columns.across-3, .boxes.across-3 { grid-template-columns: minmax(0, 1fr); }
  .boxes.across-4, .facts.across-3, .facts.across-4 { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .facts.across-3 > div, .facts.across-4 > div { display: block; }
  .scroll { overflow: visible; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody { display: block; }
  tbody { padding: 0.5rem 0; }
  tr { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.1rem 1rem; }
  tr.below { display: block; margin-top: 0.4rem; }
  th, td { padding: 0; }
  td.right, td.center { text-align: left; }
  td.mono { white-space: normal; }
  td.lead { grid-column: 1 / -1; order: -1; }
  td.begins { grid-column: 1 / -1; }
  td > span[data-title]::before { content: attr(data-title) " "; color: var(--muted); font-weight: 400;
    font-family: system-ui, sans-serif; }
  td > span.bold[data-title]::before { content: none; }
  .blank { display: none; }
  .series { display: block; }
  .series dl { grid-template-columns: repeat(12, minmax(0, 1fr)); }
}
@media print {
  :root { color-scheme: light; ${LIGHT} --page: #ffffff; }
  @page { size: letter; margin: 0.5in;
    @bottom-right { content: "Page " counter(page) " of " counter(pages); color: #535e6a;
      font: 700 6.5pt system-ui, sans-serif; vertical-align: top; } }
  body { font-size: 8.5pt; }
  nav, .skip { display: none; }
  main { border: 0; padding: 0; }
  h1, h2, h3 { break-after: avoid; }
  h2 { margin-top: 1rem; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .series .alert dd { color: var(--alert); print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .scale, .box { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .scroll { overflow: visible; }
  body { display: table; width: 100%; table-layout: fixed; }
  .mark { display: table-header-group; break-inside: avoid; line-height: 2.5; }
  footer { display: table-footer-group; break-inside: avoid; }
  footer p { font-size: 6.5pt; }
  .series dl { grid-template-columns: repeat(24, minmax(0, 1fr)); }
}
`
