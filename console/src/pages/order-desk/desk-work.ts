/**
 * The work on the order desk. It is preserved while other pages are open and across a reload. A
 * reload restores everything except Social Security numbers, birth dates, card data and passwords,
 * which are held only in the memory of the page.
 */
import { useCallback, useLayoutEffect, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { onSignOut } from '../../api/sign-out.ts'
import { type Draft, isTyped, newDraft } from './draft.ts'

/** The form, and the XML if it was edited by hand. */
export interface Work {
  readonly draft: Draft
  readonly edited: string | undefined
  /** The XML is being edited but still as the form generated it: nothing is lost without it. */
  readonly isAsWritten?: boolean | undefined
  /** The order that is sent again after editing. Placing it asks for confirmation first. */
  readonly resends?: string | undefined
  /** The work is unchanged since it was opened, or was sent: nothing is lost without it. */
  readonly isSafe?: boolean | undefined
}

/** The current work, and unsent work that it replaced. */
interface Desk {
  readonly work: Work
  readonly replaced?: Work | undefined
}

const KEY = 'trimerge.order-desk'

let inMemory: Desk | undefined

/** Clears the desk. */
function forgetDesk(): void {
  inMemory = undefined
  sessionStorage.removeItem(KEY)
}

onSignOut(forgetDesk)

/** Returns whether typed input would be lost if the work were discarded. */
export function isUnsent({ draft, edited, isAsWritten, isSafe }: Work, personas: Personas) {
  if (isSafe === true) return false
  return (edited !== undefined && isAsWritten !== true) || isTyped(draft, personas)
}

type Personas = Parameters<typeof isTyped>[1]

/**
 * Puts work on the desk of an operator before the desk is opened. Unsent work that it replaces can
 * be restored.
 */
export function putOnDesk(work: Work, operator: string, personas: Personas): void {
  const before = inMemory ?? stored(operator)
  const isLost = before !== undefined && isUnsent(before.work, personas)
  inMemory = { work: { ...work, isSafe: true }, replaced: isLost ? before.work : before?.replaced }
}

/** Clears the desk, except for work that can be restored. */
export function clearDesk(): void {
  const replaced = inMemory?.replaced
  forgetDesk()
  if (replaced !== undefined) inMemory = { work: emptyWork(undefined), replaced }
}

/** Puts the replaced work back. The current work becomes the replaced work if it would be lost. */
export function restoreWork(isLost: boolean): void {
  if (inMemory?.replaced === undefined) return
  const { work, replaced } = inMemory
  inMemory = { work: replaced, replaced: isLost ? work : undefined }
}

const emptyWork = (account: string | undefined): Work => ({
  draft: newDraft(account),
  edited: undefined,
})

/** Returns the desk as the operator left it, or an empty form. */
export function useDesk() {
  const { name, account } = useSession().operator
  const [desk, setDesk] = useState<Desk>(
    () => inMemory ?? stored(name) ?? { work: emptyWork(account) },
  )
  // This runs before the browser paints the input: a reload restores everything that was visible.
  useLayoutEffect(() => {
    inMemory = desk
    const { work, replaced } = desk
    const content: Stored = {
      work: withoutSecrets(work),
      replaced: replaced && withoutSecrets(replaced),
      by: name,
    }
    sessionStorage.setItem(KEY, JSON.stringify(content))
  }, [desk, name])
  const setWork = useCallback((next: (before: Work) => Work) => {
    setDesk((before) => ({ ...before, work: next(before.work) }))
  }, [])
  return { ...desk, setWork }
}

/** The stored desk and its operator. After an unnoticed sign-out, another operator may sign in. */
interface Stored extends Desk {
  readonly by: string
}

/**
 * Returns the desk that was stored before a reload. A form stored by an earlier version of the
 * console is ignored.
 */
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

/** Nine digits with or without hyphens, and the value of any field with the name of a secret. */
const SSN = /\b\d{3}-?\d{2}-?\d{4}\b/g
const SECRET_FIELD =
  /((?:SSN|BirthDate|(?<!Internal)AccountIdentifier|Password)(?:"?\s*[=:]\s*["']|>))[^"'<]*/gi

function withoutSecrets({ draft, edited, ...rest }: Work): Work {
  return {
    ...rest,
    draft: {
      ...draft,
      people: draft.people.map((person) => ({ ...person, ssn: '', birthDate: '' })),
    },
    edited: edited?.replaceAll(SECRET_FIELD, '$1').replaceAll(SSN, ''),
  }
}
