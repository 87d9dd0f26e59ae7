/** Checks the installed client with the same program in several Node versions and a browser. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RunningService } from '../support/running-service.ts'
import { sharedBrowser } from './browser.ts'

/** A program that places orders with the client and returns the results as plain data. */
const PROGRAM = `
export async function check(createClient, options) {
  const client = createClient(options)
  const avery = {
    firstName: 'Avery', middleName: 'Q', lastName: 'Sandford', ssn: '900-12-1234',
    address: { street: '12 Harbor View Rd', city: 'Camden', state: 'ME', postalCode: '04843' },
  }
  const report = await client.creditReport({ borrowers: [avery] })
  const wrong = { ...avery, address: { ...avery.address, state: 'Maine' } }
  const rejection = await client.mortgageOnly({ borrowers: [wrong] })
  const kinds = []
  const orders = [1, 2, 3].map(() => ({ operation: 'pre_qualification', borrowers: [avery] }))
  for await (const { result } of client.batch(orders, { concurrency: 2 })) kinds.push(result.kind)
  const stopped = await client
    .creditReport({ borrowers: [avery] }, { signal: AbortSignal.abort() })
    .catch((error) => error.name)
  return {
    scores: report.scores.map(({ bureau, value }) => [bureau, value]),
    pdf: String.fromCharCode(...report.pdf().subarray(0, 5)),
    rejection: [rejection.kind, rejection.code, rejection.problems.map(({ field }) => field)],
    kinds,
    stopped,
  }
}
`

const EXPECTED = {
  scores: [
    ['Equifax', 703],
    ['Experian', 745],
    ['TransUnion', 717],
  ],
  pdf: '%PDF-',
  rejection: ['rejection', 'E002', ['borrowers[0].address.state']],
  kinds: ['report', 'report', 'report'],
  stopped: 'AbortError',
}

const MAIN = `
import { createClient } from 'trimerge/client'
import { check } from './check.mjs'
const [url, account, secret] = process.env.SERVICE.split(' ')
console.log(JSON.stringify(await check(createClient, { url, account, secret })))
`

/** Runs the program with any version of Node, in a project that has installed the package. */
export async function checkInNode(
  node: string,
  project: string,
  { url, account, secret }: RunningService,
): Promise<void> {
  writeFileSync(join(project, 'check.mjs'), PROGRAM)
  writeFileSync(join(project, 'main.mjs'), MAIN)
  const options = { cwd: project, env: { SERVICE: `${url} ${account} ${secret}` } }
  const { stdout } = await promisify(execFile)(node, ['main.mjs'], options)
  assert.deepEqual(JSON.parse(stdout), EXPECTED)
}

/** Runs the program in a browser, in a page of the service's origin. */
export async function checkInBrowser(
  client: string,
  { url, account, secret }: RunningService,
): Promise<void> {
  const files: Readonly<Record<string, readonly [type: string, body: string]>> = {
    '/page/index.html': ['text/html', '<!doctype html><title>client</title>'],
    '/page/client.js': ['text/javascript', readFileSync(client, 'utf8')],
    '/page/check.js': ['text/javascript', PROGRAM],
  }
  const browser = await sharedBrowser()
  const page = await browser.newPage()
  try {
    await page.route('**/page/*', (route) => {
      const [contentType, body] = files[new URL(route.request().url()).pathname] ?? ['', '']
      return route.fulfill({ contentType, body })
    })
    await page.goto(`${url}/page/index.html`)
    const options = JSON.stringify({ url, account, secret })
    const imports = `Promise.all([import('/page/client.js'), import('/page/check.js')])`
    const found = await page.evaluate(
      `${imports}.then(([{ createClient }, { check }]) => check(createClient, ${options}))`,
    )
    assert.deepEqual(found, EXPECTED)
  } finally {
    await page.close()
  }
}
