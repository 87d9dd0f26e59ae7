/** What the audit trail records: every action by name, and who acts. */

/** Who can act: see `docs/audit-actions.md`. */
// biome-ignore format: a table
export const AUDIT_ACTORS = {
  account:  'who orders, by the name of the account',
  operator: 'who operates the service, by the name of the operator',
  command:  'who ran a command on the machine, by the name of the system user',
  service:  'the service itself',
} as const

/** The actions that are recorded, and when. */
// biome-ignore format: a table
export const AUDIT_ACTIONS = {
  'order.new':        'An order ended with a report made of new pulls.',
  'order.existing':   'An order was answered with the live report of the same meaning.',
  'order.reissued':   'An order was answered with a report once more.',
  'order.upgraded':   'An order ended with a report that adds to an earlier one.',
  'order.unmerged':   'An order ended with a report of one borrower of an earlier one.',
  'order.refreshed':  'An order ended with a comparison of an earlier report with new pulls.',
  'order.failed':     'An order ended without a report; the outcome is the code of the error.',
  'order.refused':    'An order was refused access: to a product or bureau (E051), or to a report (E061).',
  'order.viewed':     'The content of an order was opened: the request as sent, and the answer.',
  'order.revealed':   'Personal data of an order was shown in clear; the purpose is the reason that was given.',
  'order.placed':     'Somebody placed an order in the console; the object says from what.',
  'report.viewed':    'A report was opened other than by an order.',
  'account.created':  'An account was made, with its first secret.',
  'account.changed':  'The profile of an account was changed.',
  'account.disabled': 'An account may not order any more.',
  'account.enabled':  'An account may order again.',
  'secret.added':     'An account got another secret; the object is its id.',
  'secret.retired':   'A secret of an account was retired; the object is its id.',
  'secret.kept':      'All secrets of an account but one were retired; the object is the id of that one.',
  'operator.created': 'Somebody was admitted to the console; the object is the name.',
  'operator.changed': 'The role of somebody was changed, or they were disabled or enabled; the object is the name.',
  'password.changed': 'Somebody got another password; the object is the name.',
  'sessions.ended':   'Somebody was logged out everywhere; the object is the name.',
  'login.succeeded':  'Somebody logged in to the console.',
  'login.refused':    'Logins failed so often that they are throttled; the object is the name that was tried where somebody has it, else `unknown`.',
  'report.held':      'A report was put on legal hold.',
  'report.released':  'A report was let go from legal hold.',
  'purge.begun':      'A purge began; the object is its id, the fields are the classes it ends.',
  'purge.ended':      'A purge ended; the object is its id.',
  'key.rotated':      'The master key was rotated; the object is the id of the new one.',
  'service.started':  'A service started; the fields are the settings that differ from their defaults, by name.',
  'fault.set':        'A simulated bureau was told to do wrong, or right again; the object says which and what.',
  'clock.advanced':   'The time of the simulated world was advanced; the object says by how many milliseconds.',
} as const

export type AuditAction = keyof typeof AUDIT_ACTIONS
export type AuditActorKind = keyof typeof AUDIT_ACTORS
export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as readonly AuditAction[]

/** The reference of what is recorded, as Markdown: `docs/audit-actions.md`. */
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
