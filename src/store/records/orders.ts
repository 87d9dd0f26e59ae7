/** Orders: journaled before a bureau is called, ended once, read by their account and listed. */
import type { AuditWriter } from '../audit/writer.ts'
import type { Database } from '../engine/database.ts'
import type { Vault } from '../sealing/vault.ts'
import { type OrderJournal, orderJournalOver } from './order-journal.ts'
import { type OrderLists, orderListsOver } from './order-lists.ts'
import { type OrderReads, orderReadsOver } from './order-rows.ts'
import { type OrderSettlement, orderSettlementOver } from './order-settlement.ts'

/** Orders; ids and moments are given by the caller. */
export interface OrderStore extends OrderJournal, OrderSettlement, OrderReads, OrderLists {}

/** Orders over a database. */
export function ordersOver(database: Database, vault: Vault, audit: AuditWriter): OrderStore {
  return {
    ...orderJournalOver(database, vault, audit),
    ...orderSettlementOver(database, vault, audit),
    ...orderReadsOver(database, vault),
    ...orderListsOver(database),
  }
}
