/** The names of all actions that the audit trail records, and of the kinds of actors. */

/** The kinds of actors: see `docs/audit-actions.md`. */
// biome-ignore format: a table
const AUDIT_ACTORS = {
  account:  'an ordering account; the name is the account name',
  operator: 'a console user; the name is the user name',
  command:  'a command on the machine; the name is the system user',
  service:  'the service itself',
} as const

/** The actions that are recorded, and when. */
// biome-ignore format: a table
const AUDIT_ACTIONS = {
  'order.new':        'An order was completed with a new report.',
  'order.existing':   'An order was completed with an existing report of the same request.',
  'order.reissued':   'An existing report was reissued.',
  'order.upgraded':   'A report was upgraded with further files or scores.',
  'order.unmerged':   'A joint report was unmerged into a report of one borrower.',
  'order.refreshed':  'A report was refreshed: compared with new pulls.',
  'order.failed':     'An order failed; the outcome is the error code.',
  'order.rejected':   'An order was rejected for lack of access to a product, a bureau (E051) or a report (E061).',
  'order.viewed':     'The content of an order was viewed: request and response, masked.',
  'order.revealed':   'Personal data of an order was shown unmasked; the purpose is the reason that the user gave.',
  'order.placed':     'A console user placed an order; the object is its source, such as a form or an earlier order.',
  'list.exported':    'A list of orders or reports, a statement or the audit trail was downloaded as CSV, borrowers masked; the object is the number of orders, reports, charges or entries.',
  'report.viewed':    'A report was viewed without an order: masked in the console, in clear by the command `trimerge report`.',
  'report.revealed':  'A report was viewed or downloaded unmasked; the purpose is the reason that the user gave.',
  'account.created':  'An account was created with its first secret.',
  'account.changed':  'The profile of an account was changed; the fields are the changed parts.',
  'account.disabled': 'An account was disabled: it may no longer order.',
  'account.enabled':  'An account was enabled: it may order again.',
  'secret.added':     'A secret was added to an account; the object is its ID, the field the secret that it retired because two are active at most.',
  'secret.retired':   'A secret of an account was retired; the object is its ID.',
  'secret.kept':      'All secrets of an account except one were retired; the object is the ID of the active one.',
  'operator.created': 'A console user was created; the object is the user name, the field the role.',
  'operator.changed': 'The role, the account or the state of a console user was changed; the object is the user name, the fields what is new.',
  'password.changed': 'The password of a console user was changed; the object is the user name.',
  'second-factor.added':   'A console user set up a second factor; the object is the user name.',
  'second-factor.removed': 'The second factor of a console user was removed; the object is the user name.',
  'recovery-code.used':    'A console user signed in with a recovery code; the object is the user name.',
  'sessions.ended':   'All sessions of a console user were ended; the object is the user name.',
  'login.succeeded':  'A console user signed in.',
  'login.rejected':   'Sign-ins are throttled after repeated failures; the object is the user name if it exists, otherwise `unknown`.',
  'report.held':      'A report was put on legal hold; the purpose is the reason.',
  'report.released':  'A report was released from legal hold.',
  'purge.begun':      'A purge began; the object is its ID, the fields are the kinds of data that it destroys. For a purge of one account or report, the entry names that account or report.',
  'purge.ended':      'A purge ended; the object is its ID, the fields are the numbers of what it destroyed.',
  'purge.restored':   'Orders that a purge had set aside were restored; the object is their number, the fields are the numbers of each purge.',
  'clock.accepted':   'The time of the machine was accepted after a jump; the object is the time in epoch milliseconds.',
  'key.rotated':      'The master key was rotated; the object is the ID of the new key.',
  'trail.shortened':  'A service started on a database in which the newest block of its anchors is missing or another one, as after a restore; the object is that block. The anchors were renamed.',
  'service.started':  'A service started; the fields are the names of the settings that differ from their defaults.',
  'fault.set':        'A fault was injected; the object is the bureau, `all bureaus` or `service`, followed by the fault, or by `late` for a delay.',
  'fault.removed':    'Injected faults were removed; the object is their IDs, beyond 30 of them also the fields.',
  'person.put':       'A custom test person was added or replaced; the object is its ID.',
  'person.deleted':   'A custom test person was deleted; the object is its ID.',
  'world.reset':      'The sandbox was returned to its start: orders, reports, charges, faults and the clock.',
  'snapshot.saved':   'The sandbox was saved under a name, which is the object.',
  'snapshot.restored': 'The sandbox was restored from the snapshot whose name is the object.',
  'snapshot.deleted': 'A snapshot of the sandbox was deleted; the object is its name.',
  'clock.advanced':   'The sandbox clock was advanced; the object is the number of milliseconds.',
} as const

/** The name of a recorded action. Old entries contain it, so names are never changed or removed. */
export type AuditAction = keyof typeof AUDIT_ACTIONS
/** The kind of an actor: an account, a console user, a command or the service. */
export type AuditActorKind = keyof typeof AUDIT_ACTORS
/** The names of all actions, for the filter of the trail. */
export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as readonly AuditAction[]

/** Returns the reference of recorded actions as Markdown: `docs/audit-actions.md`. */
export function auditActionsReference(): string {
  const rows = (table: Readonly<Record<string, string>>) =>
    Object.entries(table).map(([name, says]) => `| \`${name}\` | ${says} |`)
  return [
    '# What the audit trail records',
    '',
    'How the trail is kept, checked and exported is in [audit.md](audit.md). No entry holds personal data.',
    '',
    '| Action | When |',
    '|---|---|',
    ...rows(AUDIT_ACTIONS),
    '',
    '| Actor | Who it is |',
    '|---|---|',
    ...rows(AUDIT_ACTORS),
    '',
  ].join('\n')
}
