'use strict'
// Every version of Node can parse this file, so that an old version can print which version is
// needed.
const NEEDED = 26
const found = process.versions.node
/** What the version of Node lacks, after the name of the program; undefined if it fits. */
module.exports =
  Number(found.split('.')[0]) < NEEDED
    ? `needs Node.js ${NEEDED} or later, but this is Node.js ${found}.`
    : undefined
