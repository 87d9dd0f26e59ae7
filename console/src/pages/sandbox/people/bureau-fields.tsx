/** The fields for results of single bureaus that differ from the file of the person. */
import { BUREAUS, type BureauName } from '../../../../../src/documents/tables/enumerations.ts'
import { words } from '../../../../../src/documents/wording.ts'
import { SelectField, TextField } from '../../../components/field.tsx'
import { bureauFileOf, numberOf, type PersonFile, withScore } from './person-draft.ts'
import type { PersonErrors } from './person-errors.ts'

interface FieldsProps {
  readonly file: PersonFile
  /** The errors by path in the file. */
  readonly errors: PersonErrors
  /** The middle score that scores of single bureaus have replaced. */
  readonly replacedScore: number | undefined
  readonly onFile: (file: PersonFile) => void
  readonly onBureauFile: (bureau: BureauName, what: string) => void
}

const RESULTS: readonly (readonly [value: string, name: string])[] = [
  ['', 'A file, as above'],
  ['NotScoredInsufficientCredit', 'File without score'],
]

const NO_FILES: typeof RESULTS = [
  ['frozen', 'Security freeze'],
  ['NoFileReturnedNoHit', 'Unknown borrower'],
  ['NoFileReturnedThinFile', 'Too little credit'],
]

/** A column for each bureau with its result and its score. */
export function BureauFields(properties: FieldsProps) {
  const { file, errors, replacedScore, onFile } = properties
  return (
    <fieldset className="section">
      <legend className="legend">Differences between bureaus</legend>
      <div className="bureau-fields">
        {BUREAUS.map((bureau) => (
          <div key={bureau} className="stack tight">
            <ResultField bureau={bureau} {...properties} />
            {file.outcome !== undefined && bureauFileOf(file, bureau) === '' && (
              <TextField
                label={`${bureau} score`}
                type="number"
                min={300}
                max={850}
                placeholder={file.outcome.middleScore === undefined ? 'Any' : 'By middle score'}
                value={String(file.outcome.scores?.[bureau] ?? '')}
                error={errors.get(`outcome.scores.${bureau}`)}
                onText={(text) => onFile(withScore(file, bureau, numberOf(text)))}
              />
            )}
          </div>
        ))}
      </div>
      <div role="status">
        {replacedScore !== undefined && (
          <p className="hint">
            Middle score {replacedScore} replaced by scores of single bureaus. It returns when every
            bureau has a scored file again.
          </p>
        )}
      </div>
      {errors.has('outcome.scores') && <p className="error">{errors.get('outcome.scores')}</p>}
    </fieldset>
  )
}

function ResultField({
  bureau,
  file,
  errors,
  onBureauFile,
}: FieldsProps & { readonly bureau: BureauName }) {
  const result = bureauFileOf(file, bureau)
  const isListed = [...RESULTS, ...NO_FILES].some(([value]) => value === result)
  return (
    <SelectField
      label={bureau}
      value={result}
      choices={isListed ? RESULTS : [...RESULTS, [result, words(result)]]}
      groups={[['No file', NO_FILES]]}
      error={errors.get(`bureaus.${bureau}`)}
      onChoice={(what) => onBureauFile(bureau, what)}
    />
  )
}
