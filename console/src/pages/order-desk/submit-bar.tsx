/** The foot of the order desk: the button to place the order, and missing fields or the price. */
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import type { ValidationError } from '../../components/error-table.tsx'
import { plural } from '../../format.ts'
import { isEmptyField, labelOf } from './draft.ts'

interface SubmitProps {
  readonly busy: boolean
  /** Whether the order has a report, so that viewing it is now the primary action of the page. */
  readonly isDone: boolean
  readonly errors: readonly ValidationError[]
  /**
   * Whether missing fields are named in the bar. Edited XML has no fields, and after an attempt to
   * place the order the form shows the errors itself.
   */
  readonly isMissingNamed: boolean
  /** Whether the user has tried to place the order with these errors. */
  readonly isAllShown: boolean
  /** Goes to the first error; if missing fields are named, also to the first empty field. */
  readonly onShow: (isMissing: boolean) => void
  readonly onSend: () => void
  /** The price of the order. */
  readonly children: ReactNode
}

/** The button that places the order, with missing fields or errors beside it, or else the price. */
export function SubmitBar(properties: SubmitProps) {
  const { busy, isDone, errors, isMissingNamed, isAllShown, onShow, onSend, children } = properties
  const missing = isMissingNamed ? errors.filter((each) => isEmptyField(each)) : []
  return (
    <div className="order-desk-submit">
      <Button
        kind={isDone ? '' : 'primary'}
        type="submit"
        busy={busy}
        title="Ctrl Enter"
        aria-keyshortcuts="Control+Enter"
      >
        {busy ? 'Placing order…' : 'Place order'}
      </Button>
      {errors.length === 0 ? (
        children
      ) : missing.length > 0 ? (
        <button
          type="button"
          className="link"
          // This keeps the focus in the current field. Leaving the field can show its error, which
          // would move this button away from the pointer.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onShow(true)}
        >
          Missing: {missingText(missing)}
        </button>
      ) : (
        <button type="button" className="link error" onClick={() => onShow(false)}>
          {plural(errors.length, 'problem')}
        </button>
      )}
      {errors.length > 0 && isAllShown && (
        <Button kind="plain" onClick={onSend}>
          Send it anyway
        </Button>
      )}
    </div>
  )
}

/** Returns the names of the missing fields. */
function missingText(open: readonly ValidationError[]): string {
  const labels = [...new Set(open.map(({ path }) => labelOf(path)))]
  return labels.length > NAMED_MAX ? `${open.length} required fields` : labels.join(', ')
}

/** The maximum number of missing fields to name. More are counted, and marked in the form. */
const NAMED_MAX = 3
