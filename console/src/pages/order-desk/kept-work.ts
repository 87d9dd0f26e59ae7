/**
 * The work at the order desk, kept while other pages are open and over a reload. A reload finds
 * everything but Social Security numbers: they stay in the memory of the page.
 */
import { type Dispatch, type SetStateAction, useLayoutEffect, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { onSignOut } from '../../api/sign-out.ts'
import type { Draft } from './draft.ts'

/** The form, and the XML where it was edited by hand. */
export interface Work {
  readonly draft: Draft
  readonly edited: string | undefined
  /** The XML is open for editing and still what the form wrote: nothing is lost without it. */
  readonly isAsWritten?: boolean | undefined
  /** The order that is sent again after editing; placing it asks before it charges. */
  readonly resends?: string | undefined
}

const KEY = 'trimerge.order-desk'

let inMemory: Work | undefined

/** Leaves nothing of the work on the desk. */
export function forgetWork(): void {
  inMemory = undefined
  sessionStorage.removeItem(KEY)
}

onSignOut(forgetWork)

/** Puts work on the desk before it is opened. */
export function keepWork(work: Work): void {
  inMemory = work
}

/** The work as it was left, or a new form. */
export function useKeptWork(fresh: () => Draft): [Work, Dispatch<SetStateAction<Work>>] {
  const { name } = useSession().operator
  const [work, setWork] = useState<Work>(
    () => inMemory ?? stored(name, fresh()) ?? { draft: fresh(), edited: undefined },
  )
  // Before the browser draws what was typed: a reload finds all that was seen.
  useLayoutEffect(() => {
    inMemory = work
    const kept: Stored = { ...withoutSsn(work), by: name }
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  }, [work, name])
  return [work, setWork]
}

/** Where the session ended unnoticed, the next who signs in may be another operator. */
interface Stored extends Work {
  readonly by: string
}

/** What a reload finds. A form of an earlier version of the console is not read. */
function stored(operator: string, fresh: Draft): Work | undefined {
  const text = sessionStorage.getItem(KEY)
  if (text === null) return undefined
  try {
    const { by, draft, edited, ...rest } = JSON.parse(text) as Stored
    if (by !== operator) {
      forgetWork()
      return undefined
    }
    const isWhole = Object.keys(fresh).every((key) => key === 'account' || key in draft)
    return isWhole ? { ...rest, edited, draft: { ...draft, lacksNumbers: true } } : undefined
  } catch {
    return undefined
  }
}

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
