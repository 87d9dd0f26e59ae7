/** The line above the buttons of a long form: the scores, or the first field with an error. */
import { useEffect, useState } from 'react'
import { bureauLetters } from '../../../components/bureaus.tsx'
import { shortResultText } from '../../../components/personas.ts'
import { PREVIEW_ID, type PreviewProps } from './person-preview.tsx'

/**
 * Returns the element of the first error: the first marked field, or else the preview, which lists
 * the errors without a field.
 */
export function firstError(form: HTMLFormElement | null): HTMLElement | null {
  const marked = form?.querySelector<HTMLElement>('[aria-invalid]')
  return marked ?? document.getElementById(PREVIEW_ID)
}

interface LineProps extends Omit<PreviewProps, 'errors'> {
  readonly form: HTMLFormElement | null
}

/** The scores on one line, with a link to the preview, which can be below a long form. */
export function PreviewLine({ form, person, isOutdated }: LineProps) {
  const wrong = useWrongField(isOutdated ? form : null)
  const results = person?.bureaus.map(
    (result) => `${bureauLetters(result.bureau)} ${shortResultText(result)}`,
  )
  return (
    <a className="preview-line" href={`#${wrong?.id ?? PREVIEW_ID}`}>
      {isOutdated ? 'Not possible:' : results?.join(' · ')} <span>{wrong?.label ?? 'Preview'}</span>
    </a>
  )
}

/** Returns the first marked field, in the form's current state. */
function useWrongField(form: HTMLFormElement | null) {
  const [wrong, setWrong] = useState<{ readonly id: string; readonly label: string }>()
  useEffect(() => {
    const element = form && firstError(form)
    const label =
      element instanceof HTMLInputElement || element instanceof HTMLSelectElement
        ? element.labels?.[0]?.textContent
        : undefined
    setWrong((before) => {
      if (!element || !label) return undefined
      return before?.id === element.id ? before : { id: element.id, label }
    })
  })
  return wrong
}
