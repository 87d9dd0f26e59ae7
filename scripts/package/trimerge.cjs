#!/usr/bin/env node
'use strict'
// The entry point of the published package. Every version of Node can parse it, so that an old
// version can print which version is needed.
const NEEDED = 26
const found = process.versions.node
if (Number(found.split('.')[0]) < NEEDED) {
  process.stderr.write(`Trimerge needs Node.js ${NEEDED} or later, but this is Node.js ${found}.\n`)
  process.exit(2)
}
const { enableCompileCache, flushCompileCache } = require('node:module')
const { join } = require('node:path')
// Stores compiled code next to the package, where the same permissions protect it. This halves the
// start time.
enableCompileCache(join(__dirname, '..', '.compiled'))
// Flushes early, because a killed service does not write its cache.
setTimeout(flushCompileCache, 3_000).unref()
void import('../dist/main.js')
