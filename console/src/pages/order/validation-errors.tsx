/** The validation errors of an order's request, and notes about it. */
import type { ApiResponse } from '../../api/call.ts'
import { Button } from '../../components/button.tsx'
import { withoutLine } from '../../components/error-table.tsx'
import { Panel } from '../../components/layout.tsx'
import { fieldName, Path } from '../../components/path.tsx'
import { plural, sentence } from '../../format.ts'
import { useRequestLine } from './request-line.ts'

type Detail = ApiResponse<'GET /orders/:id'>
type ValidationError = Detail['errors'][number]

/** An entry for each error, with a link to its line, and the notes; empty if there are neither. */
export function ValidationErrors({ order }: { readonly order: Detail }) {
  const { errors, notes } = order
  if (errors.length === 0 && notes.length === 0) return null
  return (
    <Panel title={errors.length === 0 ? 'Notes' : plural(errors.length, 'validation error')}>
      {errors.length > 0 && (
        <ul className="validation-errors">
          {errors.map((error) => (
            <Entry key={`${error.path}${error.rule}${error.expected}`} error={error} />
          ))}
        </ul>
      )}
      {notes.length > 0 && (
        <ul className="notes">
          {Array.from(Map.groupBy(notes, withoutPosition), ([note, same]) => (
            <NoteEntry key={note} note={note} isForBoth={same.length === 2} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Returns a note without the index of its borrower. */
const withoutPosition = (note: string) => note.replace(/\bBORROWER\[[12]\]/, 'BORROWER')

/** The name of the field with the note about it, and the path of the field below. */
function NoteEntry({ note, isForBoth }: { readonly note: string; readonly isForBoth: boolean }) {
  const [, path = '', text = ''] = /^(\S+\/\S+) (.*)$/.exec(note) ?? []
  if (path === '') return <li>{note}</li>
  return (
    <li>
      <span className="mono strong">{fieldName(path)}</span>
      {isForBoth && ' (both borrowers)'} {text}
      <p className="muted small mono wrap">
        <Path text={path} />
      </p>
    </li>
  )
}

/** The field, its line and the expected value, with the path below. The value is never shown. */
function Entry({ error: { path, rule, expected, line } }: { readonly error: ValidationError }) {
  const { showLine } = useRequestLine()
  const name = fieldName(path)
  return (
    <li>
      <p className="row">
        <span className="mono strong">{name}</span>
        {line !== undefined && (
          <Button kind="plain small" onClick={() => showLine(line)}>
            Line {line}
            <span className="hidden">, {name}</span>
          </Button>
        )}
      </p>
      <p>{sentence(withoutLine(expected) ?? rule)}</p>
      <p className="muted small mono wrap">
        <Path text={path} />
      </p>
    </li>
  )
}
