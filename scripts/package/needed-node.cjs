'use strict'
// Every version of Node can parse this file, so that an old version can print which version is
// needed.
const NEEDED = 26
const { node, bun, deno } = process.versions
// Other runtimes pretend to be a recent Node, but lack parts of it that the service needs.
const other = (bun && `Bun ${bun}`) || (deno && `Deno ${deno}`)
const isNeeded = other === undefined && Number(node.split('.')[0]) >= NEEDED
/** What the runtime lacks, after the name of the program; undefined if it fits. */
module.exports = isNeeded
  ? undefined
  : `needs Node.js ${NEEDED} or later, but this is ${other || `Node.js ${node}`}.`
