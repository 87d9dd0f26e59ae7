/** The store, for the time of a command. */

import { openStorage, type Storage } from '../app/open-storage.ts'
import type { Settings } from '../settings/settings.ts'

/** Opens the storage that the settings name, works with it, and closes it whatever came of that. */
export async function withStorage(
  settings: Settings,
  work: (storage: Storage) => Promise<void>,
): Promise<void> {
  const storage = await openStorage(settings, new Date())
  try {
    await work(storage)
  } finally {
    await storage.store.close()
  }
}
