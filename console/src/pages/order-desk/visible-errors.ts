/** Decides which validation errors the form shows. */
import { type FocusEvent, useState } from 'react'
import type { ValidationError } from '../../components/error-table.tsx'
import { fieldOf, isEmptyField } from './draft.ts'

/**
 * Returns the errors to show. A required field that is still empty counts as an error after it was
 * visited, or after an attempt to place the order, because a form that is being filled in is not
 * wrong.
 */
export function useVisibleErrors(all: readonly ValidationError[], isXml: boolean) {
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const [isAllShown, setAllShown] = useState(false)
  return {
    all,
    isAllShown,
    visible: isXml || isAllShown ? all : all.filter((each) => !isEmptyField(each, visited)),
    /** Empty required fields that the form marks before they count as errors. */
    missing: new Set(
      all.filter((each) => isEmptyField(each, visited)).map(({ path }) => fieldOf(path)),
    ),
    showAll: () => setAllShown(true),
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      const { field } = target.dataset
      if (field !== undefined) setVisited((before) => new Set([...before, field]))
    },
  }
}
