/** The actions of the audit trail as verbs, and the grouping of repeated views. */
import type { AuditAction } from '../../../../src/store/audit/actions.ts'
import type { ApiResponse } from '../../api/call.ts'
import { capitalized } from '../../format.ts'

/** An entry of the audit trail. */
export type Entry = ApiResponse<'GET /audit'>['items'][number]

/** The verb phrases of actions by kind of object. The ellipsis is the place of the object. */
// biome-ignore format: a table
const GROUPS = {
  Orders: {
    'order.new':             'got a new report for order …',
    'order.existing':        'got an existing report for order …',
    'order.reissued':        'got a reissued report for order …',
    'order.upgraded':        'got an upgraded report for order …',
    'order.unmerged':        'got an unmerged report for order …',
    'order.refreshed':       'got a refreshed report for order …',
    'order.failed':          'sent order …, which failed',
    'order.rejected':        'sent order …, which was rejected',
    'order.viewed':          'viewed order …',
    'order.revealed':        'revealed personal data of order …',
    'order.placed':          'placed order …',
    'list.exported':         'exported a list of …',
  },
  Reports: {
    'report.viewed':         'viewed report …',
    'report.revealed':       'revealed personal data of report …',
    'report.held':           'put a legal hold on report …',
    'report.released':       'released the legal hold on report …',
  },
  Accounts: {
    'account.created':       'created account …',
    'account.changed':       'changed the profile of account …',
    'account.disabled':      'disabled account …',
    'account.enabled':       'enabled account …',
    'secret.added':          'added secret …',
    'secret.retired':        'retired secret …',
    'secret.kept':           'retired all secrets except …',
  },
  Users: {
    'login.succeeded':       'signed in',
    'login.rejected':        'throttled sign-ins as …',
    'recovery-code.used':    'signed in with a recovery code as …',
    'operator.created':      'added user …',
    'operator.changed':      'changed user …',
    'password.changed':      'changed the password of …',
    'second-factor.added':   'set up the second factor of …',
    'second-factor.removed': 'removed the second factor of …',
    'sessions.ended':        'ended all sessions of …',
  },
  Sandbox: {
    'fault.set':             'set the injected fault …',
    'fault.removed':         'removed the injected faults …',
    'person.put':            'saved test person …',
    'person.deleted':        'deleted test person …',
    'world.reset':           'reset the sandbox',
    'snapshot.saved':        'saved snapshot …',
    'snapshot.restored':     'restored snapshot …',
    'snapshot.deleted':      'deleted snapshot …',
    'clock.advanced':        'advanced the sandbox clock by …',
  },
  Service: {
    'purge.begun':           'began purge …',
    'purge.ended':           'ended purge …',
    'purge.restored':        'restored … orders from a purge',
    'clock.accepted':        'accepted the machine time …',
    'key.rotated':           'rotated the master key to …',
    'trail.shortened':       'found the audit trail without …',
    'service.started':       'started version …',
  },
} as const

/** The words of every action. An action without words does not compile. */
const ACTION_WORDS: Readonly<Record<AuditAction, string>> = {
  ...GROUPS.Orders,
  ...GROUPS.Reports,
  ...GROUPS.Accounts,
  ...GROUPS.Users,
  ...GROUPS.Sandbox,
  ...GROUPS.Service,
}

/** The options of the action filter, each group under its heading and without the object. */
export const ACTION_CHOICES = Object.entries(GROUPS).map(
  ([heading, actions]) =>
    [
      heading,
      Object.entries(actions).map(([name, words]) => [name, withoutObject(words)] as const),
    ] as const,
)

/** Turns `changed the profile of account …` into `Changed the profile`. */
function withoutObject(words: string): string {
  const named = words.replace('except …', 'except one')
  return capitalized(named.replace(/ (?:(?:for|of|as|on|by|to)(?: \w+)? )?…/, ''))
}

/**
 * Returns the words of an action before and after its object. An older service may have recorded
 * actions that are unknown here.
 */
export function wordsOf(action: string): readonly [before: string, after: string] {
  const words: string = ACTION_WORDS[action as AuditAction] ?? `${action} …`
  const [before = '', after = ''] = words.split('…')
  return [before.trimEnd(), after]
}

/** The maximum time between two views that are shown as one. */
const REPEAT_GAP_MS = 30 * 60_000

/**
 * Groups the repeated views of one object by one actor, at the position of the newest view. Entries
 * of other actions are not grouped. Both lists are newest first.
 */
export function groupRepeats(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const groups: Entry[][] = []
  const views = new Map<string, Entry[]>()
  for (const entry of entries) {
    const { action, actor, orderId, reportId, account, outcome } = entry
    const key = JSON.stringify([
      action,
      actor.kind,
      actor.name,
      orderId,
      reportId,
      account,
      outcome,
    ])
    const group = action.endsWith('.viewed') ? views.get(key) : undefined
    const last = group?.at(-1)
    if (last !== undefined && Date.parse(last.at) - Date.parse(entry.at) <= REPEAT_GAP_MS) {
      group?.push(entry)
      continue
    }
    const begun = [entry]
    groups.push(begun)
    views.set(key, begun)
  }
  return groups
}

/**
 * Returns the operator who placed each order in the console. The entry about the order's result
 * names only the account.
 */
export function placersOf(entries: readonly Entry[]): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap(({ action, orderId, actor }) =>
      action === 'order.placed' && orderId !== undefined ? [[orderId, actor.name] as const] : [],
    ),
  )
}
