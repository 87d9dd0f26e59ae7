/** The foot of the order desk: the button that places the order, and what is missing or the price. */
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import type { ValidationError } from '../../components/error-table.tsx'
import { plural } from '../../format.ts'
import { isEmptyField, labelOf } from './draft.ts'

interface SubmitProps {
  readonly busy: boolean
  /** The order has a report, and to view it is the primary action of the page. */
  readonly isDone: boolean
  readonly errors: readonly ValidationError[]
  /** Empty fields are named until then: edited XML has none, and an attempt shows them in the form. */
  readonly isMissingNamed: boolean
  /** The order was to be placed with these errors. */
  readonly isAllShown: boolean
  /** Goes to the first error, or to the first field that is empty where those are named. */
  readonly onShow: (isMissing: boolean) => void
  readonly onSend: () => void
  /** The price. */
  readonly children: ReactNode
}

const NONE_VISITED: ReadonlySet<string> = new Set()

/** The button to place the order. Beside it is what is missing or wrong, or else the price. */
export function SubmitBar(properties: SubmitProps) {
  const { busy, isDone, errors, isMissingNamed, isAllShown, onShow, onSend, children } = properties
  const missing = isMissingNamed ? errors.filter((each) => isEmptyField(each, NONE_VISITED)) : []
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
          // Leaving a field can show its error, which would move this button away from the pointer.
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

/** The fields that are missing. */
function missingText(open: readonly ValidationError[]): string {
  const labels = [...new Set(open.map(({ path }) => labelOf(path)))]
  return labels.length > NAMED_MAX ? `${open.length} required fields` : labels.join(', ')
}

/** More missing fields than these are counted: they are marked in the form. */
const NAMED_MAX = 3
