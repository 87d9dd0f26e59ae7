/** What was sent beside what was understood, field by field. */
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { withoutLine } from '../../components/error-table.tsx'
import { Segments } from '../../components/field.tsx'
import { Badge, Empty, Note } from '../../components/layout.tsx'
import { Path } from '../../components/path.tsx'
import { counted, countText } from '../../format.ts'
import { type ComparedElement, type ComparedField, differs } from './group-fields.ts'
import './parsed-fields.css'

/** How a verdict is called, in the order in which they are counted. */
const VERDICTS = {
  missing: ['bad', 'missing'],
  faulty: ['bad', 'not understood'],
  ignored: ['warn', 'ignored'],
  rewritten: ['accent', 'rewritten'],
  cut: ['plain', 'cut out'],
  'as sent': ['good', 'as sent'],
} as const satisfies Record<ComparedField['verdict'], readonly [string, string]>

interface ComparedProps {
  readonly elements: readonly ComparedElement[]
  /** Shows a line of the document as it was sent. */
  readonly onLine: (line: number) => void
}

/** Every field, or those alone that were not understood as they were sent. */
export function Compared({ elements, onLine }: ComparedProps) {
  const fields = elements.flatMap((element) => element.fields)
  const differing = fields.filter(differs).length
  const [shown, setShown] = useState<'differing' | 'all'>(differing > 0 ? 'differing' : 'all')
  if (fields.length === 0) {
    return (
      <Empty title="Nothing was understood.">
        <p>
          The document could not be read or is no longer kept, so that there is nothing to show.
        </p>
      </Empty>
    )
  }
  return (
    <>
      {differing === 0 ? (
        <Note tone="good">
          <p>All {counted(fields.length, 'field')} were understood as they were sent.</p>
        </Note>
      ) : (
        <div className="row spread">
          <Counts fields={fields} />
          <Segments
            label="Fields"
            value={shown}
            choices={[
              ['differing', `Differences (${countText(differing)})`],
              ['all', `All (${countText(fields.length)})`],
            ]}
            onChoice={setShown}
          />
        </div>
      )}
      <Table elements={shown === 'all' ? elements : onlyDiffering(elements)} onLine={onLine} />
    </>
  )
}

function onlyDiffering(elements: readonly ComparedElement[]): readonly ComparedElement[] {
  return elements
    .map(({ path, fields }) => ({ path, fields: fields.filter(differs) }))
    .filter(({ fields }) => fields.length > 0)
}

function Counts({ fields }: { readonly fields: readonly ComparedField[] }) {
  const counts = Map.groupBy(fields, verdictOf)
  return (
    <ul className="row">
      {(Object.keys(VERDICTS) as ComparedField['verdict'][]).map((verdict) => {
        const count = counts.get(verdict)?.length ?? 0
        const [tone, word] = VERDICTS[verdict]
        return (
          count > 0 && (
            <li key={verdict}>
              <Badge tone={tone}>
                {countText(count)} {word}
              </Badge>
            </li>
          )
        )
      })}
    </ul>
  )
}

/** What was understood and is refused is not counted as well. */
function verdictOf({ verdict, faults }: ComparedField): ComparedField['verdict'] {
  return faults.length > 0 && verdict !== 'missing' ? 'faulty' : verdict
}

function Table({ elements, onLine }: ComparedProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="scroll-box compared" tabIndex={0} aria-label="Sent and understood">
      <table className="cards">
        <caption className="hidden">What was sent, and what was understood</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Sent</th>
            <th scope="col">Understood</th>
            <th scope="col">What became of it</th>
          </tr>
        </thead>
        {elements.map((element) => (
          <tbody key={element.path}>
            <tr className="compared-element">
              <th scope="rowgroup" colSpan={4}>
                <span className="mono wrap">
                  <Path
                    text={element.path}
                    last={(name) => <span className="strong">{name}</span>}
                  />
                </span>
              </th>
            </tr>
            {element.fields.map((field, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a field that is repeated has no other name
              <Row key={index} field={field} onLine={onLine} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

function Row({ field, onLine }: { field: ComparedField; onLine: (line: number) => void }) {
  const { name, line, sent, understood, faults } = field
  const verdict = verdictOf(field)
  const [tone, word] = VERDICTS[verdict]
  return (
    <tr className={`compared-${tone}`}>
      <th scope="row" data-title="Field" className="mono wrap">
        {name}
        {line !== undefined && (
          <Button kind="plain small" onClick={() => onLine(line)}>
            Line {line}
            <span className="hidden">, {name}</span>
          </Button>
        )}
      </th>
      <td data-title="Sent" className="mono wrap">
        {sent ?? (verdict === 'missing' && <span className="muted">not sent</span>)}
      </td>
      <td data-title="Understood" className="mono wrap">
        {understood ?? (sent !== undefined && <span className="muted">nothing</span>)}
      </td>
      <td data-title="What became of it">
        {verdict === 'as sent' ? (
          <span className="muted">{word}</span>
        ) : (
          <span>
            <Badge tone={tone}>{word}</Badge>
          </span>
        )}
        {faults.map(({ expected }) => (
          <span key={expected} className="fault">
            {withoutLine(expected)}
          </span>
        ))}
        {hiddenChange(field) && <span className="under">in what is masked, or in spaces</span>}
      </td>
    </tr>
  )
}

function hiddenChange({ verdict, sent, understood }: ComparedField): boolean {
  return verdict === 'rewritten' && sent?.trim() === understood
}
