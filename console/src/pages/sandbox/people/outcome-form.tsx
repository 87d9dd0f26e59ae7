/** The form for the outcome of a custom person: what their report should contain. */
import { Button } from '../../../components/button.tsx'
import { SelectField, TextField } from '../../../components/field.tsx'
import { Note } from '../../../components/layout.tsx'
import {
  hasThreeFiles,
  type Lates,
  numberOf,
  type Outcome,
  type PersonFile,
  withMiddleScore,
  withWish,
} from './person-draft.ts'
import type { PersonErrors } from './person-errors.ts'

interface FormProps {
  readonly file: PersonFile
  /** The errors by path in the file. */
  readonly errors: PersonErrors
  readonly onFile: (file: PersonFile) => void
}

type Counted = {
  [K in keyof Outcome]-?: NonNullable<Outcome[K]> extends number ? K : never
}[keyof Outcome]

/** The numbers of an outcome, each with its label, minimum and maximum. */
const COUNTS: readonly (readonly [key: Counted, label: string, min: number, max: number])[] = [
  ['accounts', 'Accounts', 0, 40],
  ['openMortgages', 'Open mortgages', 0, 3],
  ['utilizationPercent', 'Card utilization (%)', 0, 100],
  ['inquiries', 'Inquiries, 12 months', 0, 12],
  ['oldestAccountYears', 'Oldest account, years', 1, 40],
  ['collections', 'Collections', 0, 10],
  ['chargeOffs', 'Charge-offs', 0, 6],
  ['repossessions', 'Repossessions', 0, 2],
  ['foreclosures', 'Foreclosures', 0, 1],
  ['disputed', 'Disputed accounts', 0, 3],
]

/** The fields of the outcome. Every field may stay empty; the service then chooses a value. */
export function OutcomeForm({ file, errors, onFile }: FormProps) {
  if (file.outcome === undefined) {
    return (
      <Note>
        <p>This file lists accounts one by one. Edit them as JSON.</p>
      </Note>
    )
  }
  const { outcome } = file
  return (
    <>
      <fieldset className="section">
        <legend className="legend">What the report states</legend>
        <div className="person-fields">
          <MiddleScoreField file={file} errors={errors} onFile={onFile} />
          {COUNTS.map(([key, label, min, max]) => (
            <TextField
              key={key}
              label={label}
              type="number"
              min={min}
              max={max}
              placeholder="Any"
              value={String(outcome[key] ?? '')}
              error={errors.get(`outcome.${key}`)}
              onText={(text) => onFile(withWish(file, key, numberOf(text)))}
            />
          ))}
          <BankruptcyField file={file} errors={errors} onFile={onFile} />
        </div>
      </fieldset>
      <LatesFields file={file} errors={errors} onFile={onFile} />
    </>
  )
}

/**
 * The field for the middle score. Only three scores have a middle, so the field is disabled while a
 * bureau returns none.
 */
function MiddleScoreField({ file, errors, onFile }: FormProps) {
  const { middleScore, scores } = file.outcome ?? {}
  const isPossible = hasThreeFiles(file)
  const error = errors.get('outcome.middleScore')
  return (
    <TextField
      label="Middle score"
      type="number"
      min={300}
      max={850}
      disabled={!isPossible && middleScore === undefined}
      hint={
        isPossible || error !== undefined
          ? undefined
          : 'Needs three scores. Set the score of each bureau below.'
      }
      placeholder={scores === undefined && isPossible ? 'Any' : 'By bureau'}
      value={String(middleScore ?? '')}
      error={error}
      onText={(text) => onFile(withMiddleScore(file, numberOf(text)))}
    />
  )
}

function BankruptcyField({ file, errors, onFile }: FormProps) {
  return (
    <SelectField
      label="Bankruptcy"
      value={String(file.outcome?.bankruptcy?.chapter ?? '')}
      choices={[
        ['', 'None'],
        ['7', 'Chapter 7'],
        ['13', 'Chapter 13'],
      ]}
      error={errors.get('outcome.bankruptcy')}
      onChoice={(chapter) =>
        onFile(
          withWish(
            file,
            'bankruptcy',
            chapter === '' ? undefined : { chapter: chapter === '7' ? 7 : 13 },
          ),
        )
      }
    />
  )
}

const KINDS = [
  ['mortgage', 'Mortgages'],
  ['installment', 'Installment loans'],
  ['revolving', 'Cards'],
] as const

const PERIODS = [
  ['12', '12 months'],
  ['24', '24 months'],
  ['84', '7 years'],
] as const

const DAYS = [
  ['days30', '30 days'],
  ['days60', '60 days'],
  ['days90', '90+ days'],
] as const

function LatesFields({ file, errors, onFile }: FormProps) {
  const lates = file.outcome?.lates ?? []
  const set = (next: readonly Lates[]) =>
    onFile(withWish(file, 'lates', next.length === 0 ? undefined : [...next]))
  const change = (at: number, part: Partial<Lates>) =>
    set(lates.map((each, index) => (index === at ? { ...each, ...part } : each)))
  const free = KINDS.find(([kind]) => !lates.some(({ on }) => on === kind))
  return (
    <fieldset className="section">
      <legend className="legend">Late payments</legend>
      {lates.map((each, at) => (
        <div key={each.on} className="lates-row">
          <SelectField
            label="On"
            value={each.on}
            choices={KINDS.filter(
              ([kind]) => kind === each.on || !lates.some(({ on }) => on === kind),
            )}
            onChoice={(on) => change(at, { on: on as Lates['on'] })}
          />
          <SelectField
            label="Within"
            value={String(each.within ?? 84)}
            choices={PERIODS}
            onChoice={(within) => change(at, { within: Number(within) as 12 | 24 | 84 })}
          />
          {DAYS.map(([key, label]) => (
            <TextField
              key={key}
              label={label}
              type="number"
              min={0}
              max={20}
              value={String(each[key] ?? '')}
              error={errors.get(`outcome.lates.${at}.${key}`)}
              onText={(text) => change(at, { [key]: numberOf(text) ?? 0 })}
            />
          ))}
          <Button
            kind="plain small"
            icon="close"
            onClick={() => set(lates.filter((_, index) => index !== at))}
          >
            Remove
          </Button>
        </div>
      ))}
      {free !== undefined && (
        <p>
          <Button
            kind="small"
            icon="plus"
            onClick={() => set([...lates, { on: free[0], within: 12, days30: 1 }])}
          >
            Add late payments
          </Button>
        </p>
      )}
    </fieldset>
  )
}
