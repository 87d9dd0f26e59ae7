#!/usr/bin/env node
'use strict'
// The entry of the published package. It parses on every Node, so that an old one can say what is needed.
const NEEDED = 26
const found = process.versions.node
if (Number(found.split('.')[0]) < NEEDED) {
  process.stderr.write(`Trimerge needs Node.js ${NEEDED} or later, but this is Node.js ${found}.\n`)
  process.exit(2)
}
const { enableCompileCache, flushCompileCache } = require('node:module')
const { join } = require('node:path')
// Compiled code is kept beside the package, with its protection; a start takes half as long with it.
enableCompileCache(join(__dirname, '..', '.compiled'))
// A service that is killed would leave none.
setTimeout(flushCompileCache, 3_000).unref()
void import('../dist/main.js')
