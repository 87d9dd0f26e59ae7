/** Compares the response to each mistake with docs/common-mistakes.md; UPDATE=1 writes the page. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { answerDocument } from '../orders/support/answer-document.ts'
import { type RunningService, runningService } from '../support/running-service.ts'
import { MISTAKES, type Mistake } from './mistakes.ts'

const PAGE = join(import.meta.dirname, '../../docs/common-mistakes.md')

const HEAD = `# Common mistakes

Each row is one mistake in an otherwise valid order of a new account, and the response: the HTTP status, the
code, the texts of \`CREDIT_ERROR_MESSAGE\` and the description in \`STATUS\`, which ends with what to do.
\`test/mismo-clients/mistakes.ts\` has the mistakes, and a test compares this page with the responses.
[errors.md](errors.md) lists all codes.

| # | Mistake | Status, code | Response |
|---|---|---|---|
`

interface Shown {
  readonly status: number
  readonly code: string
  readonly texts: readonly string[]
}

async function responseTo(one: Mistake, service: RunningService): Promise<Shown> {
  const response = await fetch(`${service.url}${one.path}`, {
    method: one.method,
    headers: {
      Authorization: service.authorization,
      'Content-Type': 'application/xml',
      ...one.headers,
    },
    ...(one.method === 'GET' ? {} : { body: one.body }),
  })
  const answer = answerDocument(await response.text())
  return {
    status: response.status,
    code: answer.text('STATUS.__Code'),
    texts: [...answer.texts('CREDIT_ERROR_MESSAGE._Text'), answer.text('STATUS.__Description')],
  }
}

function rowOf({ what }: Mistake, { status, code, texts }: Shown, index: number): string {
  const shown = texts.map((text) =>
    text.replaceAll('|', '\\|').replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  )
  return `| ${index + 1} | ${what} | ${status} ${code} | ${shown.join('<br>')} |\n`
}

test('every mistake gets the response on the page', async (t) => {
  const service = await runningService(t)
  const rows: string[] = []
  for (const [index, one] of MISTAKES.entries()) {
    rows.push(rowOf(one, await responseTo(one, service), index))
  }
  const page = `${HEAD}${rows.join('')}`
  if (process.env.UPDATE === '1') writeFileSync(PAGE, page)
  assert.equal(page, readFileSync(PAGE, 'utf8'))
})

test('there are at least 80 different mistakes', () => {
  assert.ok(MISTAKES.length >= 80)
  assert.equal(new Set(MISTAKES.map(({ what }) => what)).size, MISTAKES.length)
})
