/**
 * The work at the order desk, kept while other pages are open and over a reload. A reload finds
 * everything but Social Security numbers: they stay in the memory of the page.
 */
import { useCallback, useLayoutEffect, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { onSignOut } from '../../api/sign-out.ts'
import { type Draft, isTyped, newDraft } from './draft.ts'

/** The form, and the XML where it was edited by hand. */
export interface Work {
  readonly draft: Draft
  readonly edited: string | undefined
  /** The XML is open for editing and still what the form wrote: nothing is lost without it. */
  readonly isAsWritten?: boolean | undefined
  /** The order that is sent again after editing; placing it asks before it charges. */
  readonly resends?: string | undefined
  /** It is as it was opened, or was sent as an order: nothing is lost without it. */
  readonly isSafe?: boolean | undefined
}

/** What is on the desk, and what was typed and not sent when other work came onto it. */
interface Desk {
  readonly work: Work
  readonly replaced?: Work | undefined
}

const KEY = 'trimerge.order-desk'

let inMemory: Desk | undefined

/** Leaves nothing on the desk. */
function forgetDesk(): void {
  inMemory = undefined
  sessionStorage.removeItem(KEY)
}

onSignOut(forgetDesk)

/** Whether something typed would be lost without the work. */
export function isUnsent({ draft, edited, isAsWritten, isSafe }: Work, personas: Personas) {
  if (isSafe === true) return false
  return (edited !== undefined && isAsWritten !== true) || isTyped(draft, personas)
}

type Personas = Parameters<typeof isTyped>[1]

/** Puts work on the desk of an operator before it is opened. What was not sent can be restored. */
export function putOnDesk(work: Work, operator: string, personas: Personas): void {
  const before = inMemory ?? stored(operator)
  const isLost = before !== undefined && isUnsent(before.work, personas)
  inMemory = { work: { ...work, isSafe: true }, replaced: isLost ? before.work : before?.replaced }
}

/** Empties the desk, but for what can be restored. */
export function clearDesk(): void {
  const replaced = inMemory?.replaced
  forgetDesk()
  if (replaced !== undefined) inMemory = { work: emptyWork(undefined), replaced }
}

/** Puts what was replaced back on the desk; what was typed in between takes its place. */
export function restoreWork(isLost: boolean): void {
  if (inMemory?.replaced === undefined) return
  const { work, replaced } = inMemory
  inMemory = { work: replaced, replaced: isLost ? work : undefined }
}

const emptyWork = (account: string | undefined): Work => ({
  draft: newDraft(account),
  edited: undefined,
})

/** The desk as it was left, or an empty form. */
export function useDesk() {
  const { name, account } = useSession().operator
  const [desk, setDesk] = useState<Desk>(
    () => inMemory ?? stored(name) ?? { work: emptyWork(account) },
  )
  // Before the browser draws what was typed: a reload finds all that was seen.
  useLayoutEffect(() => {
    inMemory = desk
    const { work, replaced } = desk
    const kept: Stored = {
      work: withoutSsn(work),
      replaced: replaced && withoutSsn(replaced),
      by: name,
    }
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  }, [desk, name])
  const setWork = useCallback((next: (before: Work) => Work) => {
    setDesk((before) => ({ ...before, work: next(before.work) }))
  }, [])
  return { ...desk, setWork }
}

/** Where the session ended unnoticed, the next who signs in may be another operator. */
interface Stored extends Desk {
  readonly by: string
}

/** What a reload finds. A form of an earlier version of the console is not read. */
function stored(operator: string): Desk | undefined {
  const text = sessionStorage.getItem(KEY)
  if (text === null) return undefined
  try {
    const { by, work, replaced } = JSON.parse(text) as Stored
    if (by !== operator) {
      forgetDesk()
      return undefined
    }
    const read = { work: withoutNumbers(work), replaced: replaced && withoutNumbers(replaced) }
    return isWhole(read.work) && (read.replaced === undefined || isWhole(read.replaced))
      ? read
      : undefined
  } catch {
    return undefined
  }
}

const withoutNumbers = (work: Work): Work => ({
  ...work,
  draft: { ...work.draft, lacksNumbers: true },
})

const isWhole = ({ draft }: Work): boolean =>
  Object.keys(newDraft(undefined)).every((key) => key === 'account' || key in draft)

/** Nine digits with or without hyphens, and the value of any field that is named after the number. */
const SSN = /\b\d{3}-?\d{2}-?\d{4}\b/g
const SSN_FIELD = /(SSN"?\s*[=:]\s*["'])[^"']*/gi

function withoutSsn({ draft, edited, ...rest }: Work): Work {
  return {
    ...rest,
    draft: { ...draft, people: draft.people.map((person) => ({ ...person, ssn: '' })) },
    edited: edited?.replaceAll(SSN_FIELD, '$1').replaceAll(SSN, ''),
  }
}
