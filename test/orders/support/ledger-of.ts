/** The records that an order leaves: the journal, pulls and charges of an account. */
import type { RunningService } from '../../support/running-service.ts'
import type { Person } from './order-document.ts'

const FOREVER = Number.MAX_SAFE_INTEGER

/** Returns the charges of the service's account, in order. */
export function chargesOf({ storage, account }: RunningService) {
  return storage.store.ledger.charges(account, 0, FOREVER)
}

/** Returns the pulls made for a person by any account, newest first. */
export function pullsOf({ storage }: RunningService, { ssn }: Pick<Person, 'ssn'>) {
  const index = storage.vault.blindIndex('ssn', ssn.replaceAll('-', ''))
  return storage.store.ledger.pulls(index, 0)
}

/** Returns the journal of the service's account, newest first. */
export function journalOf({ storage, account }: RunningService) {
  return storage.store.orders.list({ account }, { limit: 500 })
}
