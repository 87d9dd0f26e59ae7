/** Entries of the audit trail as a table, grouped by day. Each row reads as a sentence. */
import { useState } from 'react'
import { Link } from 'wouter'
import { words } from '../../../../src/documents/wording.ts'
import { Badge } from '../../components/layout.tsx'
import { GroupRow } from '../../components/list/table.tsx'
import { advanceText, clockText, dateTimeText, dayText, minuteText, plural } from '../../format.ts'
import { type Entry, groupRepeats, placersOf, wordsOf } from './action-words.ts'

/** The display names of the viewed parts of an order or report. */
const PART_NAMES: Readonly<Record<string, string>> = {
  sent: 'request',
  parsed: 'parsed fields',
  answer: 'response',
  printed_pdf: 'PDF',
  printed_html: 'printed page',
}

/** The origin of the actions of each kind of actor. */
const ORIGINS: Readonly<Record<string, string>> = {
  account: 'API',
  operator: 'console',
  command: 'command line',
}

interface EntriesProps {
  readonly entries: readonly Entry[]
  /**
   * Whether the entries of orders placed in the console are included, so that an order without one
   * came from the API.
   */
  readonly hasPlaced: boolean
  /** Returns the URL of this page with further filters. */
  readonly narrowed: (by: Readonly<Record<string, string>>) => string
  /** Returns the purpose of an entry if it differs from the one that its account has certified. */
  readonly otherPurpose: (entry: Entry) => string | undefined
}

/** The entries, newest first. */
export function EntryTable({ entries, hasPlaced, ...rest }: EntriesProps) {
  const placers = placersOf(entries)
  const originOf = ({ actor, action, orderId = '' }: Entry) => {
    if (actor.kind !== 'account' || kindOf(action) !== 'order') return ORIGINS[actor.kind]
    const placer = placers.get(orderId)
    if (placer !== undefined) return `console, by ${placer}`
    return hasPlaced ? ORIGINS[actor.kind] : 'account'
  }
  const days = Map.groupBy(groupRepeats(entries), ([newest]) => dayText(newest?.at ?? ''))
  return (
    <div className="scroll">
      <table className="cards audit">
        <caption className="hidden">Audit trail, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Actor</th>
            <th scope="col">Action</th>
          </tr>
        </thead>
        {[...days].map(([day, groups]) => (
          <tbody key={day}>
            <GroupRow columns={3}>{day}</GroupRow>
            {groups.map((group) => (
              <Rows key={group[0]?.id} group={group} originOf={originOf} {...rest} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

interface RowsProps extends Omit<EntriesProps, 'entries' | 'hasPlaced'> {
  readonly group: readonly Entry[]
  /** Returns where the actor acted from; undefined for the service itself. */
  readonly originOf: (entry: Entry) => string | undefined
}

/** The row of an entry, or the row of repeated views with a button that shows each view. */
function Rows({ group, narrowed, originOf, otherPurpose }: RowsProps) {
  const [isOpen, setOpen] = useState(false)
  const [entry] = group
  if (entry === undefined) return null
  const { actor, action } = entry
  const purpose = otherPurpose(entry)
  const origin = originOf(entry)
  return (
    <>
      <tr>
        <td data-title="Time">
          <Time entry={entry} />
        </td>
        <td data-title="Actor">
          <Link className="quiet strong" href={narrowed({ actor: actor.name })}>
            {actor.name}
          </Link>{' '}
          {origin !== undefined && <span className="muted">{origin}</span>}{' '}
        </td>
        <th scope="row" data-title="Action">
          <Sentence entry={entry} href={narrowed({ action })} />
          {group.length > 1 && (
            <button
              type="button"
              className="link repeats"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {plural(group.length, 'time')}
            </button>
          )}
          <span className="under related-to">
            <Related entry={entry} />
            {!isOpen && <Parts entry={entry} />}
            {purpose !== undefined && <span>for “{purpose}”</span>}
          </span>
        </th>
      </tr>
      {isOpen &&
        group.map((each) => (
          <tr key={each.id} className="repeat">
            <td data-title="Time">
              <Time entry={each} />
            </td>
            <td data-title="Actor" />
            <td data-title="Action">
              viewed <Parts entry={each} />
            </td>
          </tr>
        ))}
    </>
  )
}

function Time({ entry: { at, sandboxAt } }: { readonly entry: Entry }) {
  return (
    <>
      <time dateTime={at} title={dateTimeText(at)}>
        {clockText(new Date(at))}
      </time>
      {sandboxAt !== undefined && sandboxAt !== at && (
        <span className="under" title={dateTimeText(sandboxAt)}>
          sandbox {minuteText(sandboxAt)}
        </span>
      )}
    </>
  )
}

/** The action and its object. Any outcome other than success is marked. */
function Sentence({ entry, href }: { readonly entry: Entry; readonly href: string }) {
  const { action, outcome } = entry
  const [before, after] = wordsOf(action)
  const mark = outcome === 'done' && action.endsWith('.rejected') ? 'rejected' : outcome
  return (
    <>
      <Link className="quiet" href={href} title={action}>
        {before}
      </Link>{' '}
      <Target entry={entry} />
      {after}
      {mark !== 'done' && (
        <>
          {' '}
          <Badge tone="bad">{mark}</Badge>
        </>
      )}
    </>
  )
}

/** The object of the action. */
function Target({ entry }: { readonly entry: Entry }) {
  const { action, orderId, reportId, account, object = '' } = entry
  switch (kindOf(action)) {
    case 'order':
      return <Identifier of="orders" id={orderId} />
    case 'report':
      return <Identifier of="reports" id={reportId} />
    case 'account':
      return <Identifier of="accounts" id={account} />
    default:
      return <span className="mono wrap">{objectText(action, object)}</span>
  }
}

const kindOf = (action: string) => action.split('.')[0]

/** Converts an object that the trail records in milliseconds to words. */
function objectText(action: string, object: string): string {
  if (action === 'clock.advanced') return advanceText(Number(object))
  return action === 'clock.accepted' ? dateTimeText(new Date(Number(object)).toISOString()) : object
}

interface IdentifierProps {
  readonly of: 'orders' | 'reports' | 'accounts'
  readonly id: string | undefined
}

function Identifier({ of, id }: IdentifierProps) {
  if (id === undefined) return null
  return (
    <Link className="mono" href={`/${of}/${id}`}>
      {id}
    </Link>
  )
}

/** Other resources of the entry: the report of an order, the order of a report, the account. */
function Related({ entry }: { readonly entry: Entry }) {
  const { action, actor, orderId, reportId, account, object } = entry
  const kind = kindOf(action)
  return (
    <>
      {kind !== 'order' && orderId !== undefined && (
        <span>
          order <Identifier of="orders" id={orderId} />
        </span>
      )}
      {kind !== 'report' && reportId !== undefined && (
        <span>
          report <Identifier of="reports" id={reportId} />
        </span>
      )}
      {kind === 'order' && object !== undefined && <span>{object}</span>}
      {kind !== 'account' && account !== undefined && account !== actor.name && (
        <span>account {account}</span>
      )}
    </>
  )
}

/** The viewed parts or changed settings. A report that was viewed as a whole lists no parts. */
function Parts({ entry: { actor, fields } }: { readonly entry: Entry }) {
  const parts = actor.kind === 'account' ? [] : fields.filter((field) => field !== 'content')
  if (parts.length === 0) return null
  return <span>{parts.map(partText).join(', ')}</span>
}

/** Returns the display name of a part. The ID of a retired secret stays as it is. */
function partText(field: string): string {
  const [, kind, count] = /^(\w+)-(\d+)$/.exec(field) ?? []
  if (kind !== undefined) return `${count} ${kind}`
  if (field.startsWith('retired-')) return field.replace('-', ' ')
  return PART_NAMES[field] ?? words(field)
}
