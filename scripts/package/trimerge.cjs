#!/usr/bin/env node
'use strict'
// The entry point of the published package. Every version of Node can parse it.
const problem = require('./needed-node.cjs')
if (problem !== undefined) {
  process.stderr.write(`Trimerge ${problem}\n`)
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
