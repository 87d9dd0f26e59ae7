/** The second factor of operators. */
import type { Migration } from './migration.ts'

/** Schema 3. */
export const secondFactor: Migration = {
  version: 3,
  statements: [
    // Sealed: the shared secret and the hashes of recovery codes. The hash of the row covers it.
    'alter table operators add column second_factor bytes',
    // The time steps whose codes were used, because each code can be used only once.
    `create table second_factor_steps (
      operator text not null references operators (name),
      step bigint not null,
      primary key (operator, step)
    ) without rowid`,
  ],
}
