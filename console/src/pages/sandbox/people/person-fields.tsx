/** The fields that every person file has, and the file as JSON. */
import { useId } from 'react'
import { TextField } from '../../../components/field.tsx'
import { WithLinks } from '../../api-reference/with-links.tsx'
import { type PersonFile, withName, withText } from './person-draft.ts'
import type { PersonErrors } from './person-errors.ts'

interface PartProps {
  readonly file: PersonFile
  readonly errors: PersonErrors
  readonly onFile: (file: PersonFile) => void
}

/** The fields for name, SSN and description. The service invents missing values. */
export function Identity({ file, errors, onFile }: PartProps) {
  return (
    <fieldset className="section">
      <legend className="legend">Identity</legend>
      <div className="person-fields">
        <TextField
          label="First name"
          placeholder="Invented"
          value={file.name?.first ?? ''}
          error={errors.get('name.first')}
          onText={(first) => onFile(withName(file, { first }))}
        />
        <TextField
          label="Last name"
          placeholder="Invented"
          value={file.name?.last ?? ''}
          error={errors.get('name.last')}
          onText={(last) => onFile(withName(file, { last }))}
        />
        <TextField
          label="SSN"
          placeholder="Invented"
          // The error contains the same text.
          hint={errors.has('ssn') ? undefined : 'Area 000, 666 or 900 to 999.'}
          value={file.ssn ?? ''}
          error={errors.get('ssn')}
          onText={(ssn) => onFile(withText(file, 'ssn', ssn))}
        />
        <TextField
          label="Description"
          span="all"
          value={file.description ?? ''}
          error={errors.get('description')}
          onText={(description) => onFile(withText(file, 'description', description))}
        />
      </div>
    </fieldset>
  )
}

interface JsonProps {
  readonly text: string
  readonly isBroken: boolean
  readonly onText: (text: string) => void
}

/** A text area for the whole file as JSON. */
export function JsonField({ text, isBroken, onText }: JsonProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Person file</label>
      <textarea
        id={id}
        className="mono"
        rows={22}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={isBroken || undefined}
        aria-describedby={`${id}-hint`}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <p id={`${id}-hint`} className={isBroken ? 'error' : 'hint'}>
        {isBroken ? (
          'This is not valid JSON.'
        ) : (
          <WithLinks text="Accounts, collections, bankruptcies, inquiries, alerts and differences of single bureaus: see docs/people.md." />
        )}
      </p>
    </div>
  )
}
