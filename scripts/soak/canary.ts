/** Secrets that are unique to a run, searched for in every byte that services left. */

import { type CanaryFound, canaryRun } from '../../test/proofs/canary.ts'
import { figuresLine } from '../../test/proofs/support/kept.ts'
import { createDatabase, runSql } from '../../test/support/postgres-server.ts'
import { BROKEN } from './orders.ts'
import type { SoakReport } from './report.ts'

const ORDERS = 60

export async function canary(report: SoakReport): Promise<void> {
  const sqlite = await canaryRun({ orders: ORDERS })
  report.holds('canary, SQLite', figuresLine('canary, SQLite', sqlite), brokenIn(sqlite))
  const url = await createDatabase()
  const [row] = await runSql('show data_directory')
  const folder = String(row?.data_directory)
  const postgres = await canaryRun({ orders: ORDERS, postgres: { url, folder } })
  report.holds(
    'canary, PostgreSQL',
    figuresLine('canary, PostgreSQL', postgres),
    brokenIn(postgres),
  )
  for (const breach of ['logsBodies', 'journalsUncut']) {
    const name = `canary, ${breach}`
    const found = await canaryRun({ orders: 2, program: [BROKEN, breach] })
    report.catches(name, figuresLine(name, found), brokenIn(found))
  }
}

function brokenIn({ hits, withNumber, withCard }: CanaryFound): readonly string[] {
  const cards = withCard === 0 ? [] : [`${withCard} sealed columns with a card`]
  return [...hits, ...cards, ...(withNumber === 0 ? ['nothing was looked at'] : [])]
}
