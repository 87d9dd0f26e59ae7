/**
 * Backups that are made under load, each restored into another folder. A backup contains every
 * order that was acknowledged before it began, completely, and no charge without its report.
 */
import { randomInt } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { backUp } from '../../../src/app/backup.ts'
import { restore } from '../../../src/app/restore.ts'
import { readSettings } from '../../../src/settings/settings.ts'
import { progress } from '../../support/length.ts'
import { orderFiguresOf } from '../support/order-figures.ts'
import { orderMaker, type ProofOrder, post } from '../support/orders.ts'
import { type Site, sqliteSite } from '../support/site.ts'

/** Copies the database of one data folder into another. */
export type CopyOver = (from: string, to: string) => Promise<void>

/** The options of the proof. */
export interface BackingUp {
  readonly backups: number
  readonly clients: number
  readonly copyOver?: CopyOver
}

/** The figures of the proof. */
export interface BackupFigures {
  readonly backups: number
  readonly orders: number
  /** Orders that were acknowledged before a backup began but are not in it, over all backups. */
  readonly lost: number
  readonly chargesWithoutReport: number
  readonly reportsWithoutCharge: number
  readonly damaged: number
  /** The maximum duration of an order while backups were made. */
  readonly slowestOrderMs: number
  /** The maximum duration of making and restoring a backup. */
  readonly slowestBackupMs: number
  readonly unexpected: readonly string[]
}

const UPTIME_MS_MAX = 400
/** The number of orders that are acknowledged between two backups. */
const ORDERS_BETWEEN = 5

function acknowledged(orders: readonly ProofOrder[]): readonly ProofOrder[] {
  return orders.filter(({ answers }) => answers.size > 0)
}

/** Copies with the backup and restore commands. */
const byCommands: CopyOver = async (from, to) => {
  const file = join(to, '..', 'backup.db')
  const settings = (data: string) => readSettings({ flags: { data }, environment: {} })
  await backUp(settings(from), file, new Date())
  await restore(settings(to), file, new Date())
}

/** Copies only the database file, without knowing that an open database consists of more files. */
export const byCopyingTheFile: CopyOver = async (from, to) => {
  mkdirSync(to)
  copyFileSync(join(from, 'trimerge.db'), join(to, 'trimerge.db'))
}

/** Makes backups under load, and counts what each lacks. */
export async function backUpUnderLoad(how: BackingUp): Promise<BackupFigures> {
  const { backups, clients, copyOver = byCommands } = how
  const folder = mkdtempSync(join(tmpdir(), 'trimerge-backup-'))
  const site = sqliteSite(join(folder, 'live'))
  const service = await site.start()
  const orders: ProofOrder[] = []
  const load = loadOn(service.address, site, orders, clients)
  const tally = { lost: 0, chargesWithoutReport: 0, reportsWithoutCharge: 0, damaged: 0 }
  let slowestBackupMs = 0
  try {
    for (let number = 1; number <= backups; number++) {
      await sleep(randomInt(UPTIME_MS_MAX))
      while (acknowledged(orders).length < number * ORDERS_BETWEEN) await sleep(20)
      const before = acknowledged(orders)
      const restored = join(folder, `restored-${number}`)
      mkdirSync(restored)
      const begun = performance.now()
      await copyOver(join(folder, 'live', 'data-0'), join(restored, 'data-0'))
      slowestBackupMs = Math.max(slowestBackupMs, Math.round(performance.now() - begun))
      await count(join(restored, 'data-0', 'trimerge.db'), before, tally)
      rmSync(restored, { recursive: true, force: true })
      progress(`${number} of ${backups} backups, ${before.length} orders in the last`)
    }
    await load.end()
    const { slowestOrderMs, unexpected } = load
    const counted = { slowestOrderMs: slowestOrderMs(), slowestBackupMs, unexpected }
    return { backups, orders: orders.length, ...tally, ...counted }
  } finally {
    await load.end()
    await service.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function count(
  path: string,
  before: readonly ProofOrder[],
  tally: {
    -readonly [K in 'lost' | 'chargesWithoutReport' | 'reportsWithoutCharge' | 'damaged']: number
  },
): Promise<void> {
  const database = new DatabaseSync(path)
  const read = async <R>(sql: string) => database.prepare(sql).all() as R[]
  try {
    const rows = await read<{ integrity_check: string }>('pragma integrity_check')
    if (rows[0]?.integrity_check !== 'ok') tally.damaged += 1
    const kept = await orderFiguresOf({ read }, before)
    tally.lost += kept.lost
    tally.chargesWithoutReport += kept.chargesWithoutReport
    tally.reportsWithoutCharge += kept.reportsWithoutCharge
  } catch {
    tally.damaged += 1
  } finally {
    database.close()
  }
}

function loadOn(address: string, site: Site, orders: ProofOrder[], clients: number) {
  const agent = new Agent({ keepAlive: true })
  const authorization = site.authorization()
  const newOrder = orderMaker()
  const unexpected: string[] = []
  let ending = false
  let slowestMs = 0
  const client = async () => {
    while (!ending) {
      const order = newOrder()
      orders.push(order)
      const begun = performance.now()
      const heard = await post(order, { address, authorization, agent })
      slowestMs = Math.max(slowestMs, Math.round(performance.now() - begun))
      if (heard.kind === 'other' || heard.kind === 'nothing') unexpected.push(JSON.stringify(heard))
    }
  }
  const ended = Promise.all(Array.from({ length: clients }, client))
  return {
    unexpected,
    slowestOrderMs: () => slowestMs,
    end: async () => {
      ending = true
      await ended
      agent.destroy()
    },
  }
}

/** Returns the broken promises among the figures. */
export function brokenBackupPromises(figures: BackupFigures): readonly string[] {
  const { lost, chargesWithoutReport, reportsWithoutCharge, damaged } = figures
  const counted = { lost, chargesWithoutReport, reportsWithoutCharge, damaged }
  const broken = Object.entries(counted).flatMap(([name, n]) => (n > 0 ? [`${name}: ${n}`] : []))
  const { unexpected } = figures
  return unexpected.length > 0 ? [...broken, `unexpected: ${unexpected.length}`] : broken
}
