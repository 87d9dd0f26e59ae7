/** A table of the fields, each as sent and as parsed. */
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { withoutLine } from '../../components/error-table.tsx'
import { Segments } from '../../components/field.tsx'
import { Badge, Empty, Note } from '../../components/layout.tsx'
import { Path } from '../../components/path.tsx'
import { countText, plural } from '../../format.ts'
import { isChanged, type ParsedElement, type ParsedField } from './group-fields.ts'
import './parsed-fields.css'

/** The tone and the label of each verdict, in the order in which they are counted. */
const VERDICTS = {
  missing: ['bad', 'missing'],
  invalid: ['bad', 'invalid'],
  ignored: ['warn', 'ignored'],
  rewritten: ['accent', 'normalized'],
  cut: ['plain', 'removed'],
  unchanged: ['plain', 'unchanged'],
} as const satisfies Record<ParsedField['verdict'], readonly [string, string]>

interface ParsedFieldsProps {
  readonly elements: readonly ParsedElement[]
  /** Shows a line of the request. */
  readonly onLine: (line: number) => void
}

/** All fields, or only those that were changed, ignored or rejected. */
export function ParsedFields({ elements, onLine }: ParsedFieldsProps) {
  const fields = elements.flatMap((element) => element.fields)
  const changed = fields.filter(isChanged).length
  const [shown, setShown] = useState<'changed' | 'all'>('changed')
  if (fields.length === 0) {
    return (
      <Empty title="No parsed fields">
        <p>The request could not be parsed, or it is no longer stored.</p>
      </Empty>
    )
  }
  return (
    <>
      {changed === 0 ? (
        // Green would suggest success, even for an order that failed.
        <Note>
          <p className="row">
            {plural(fields.length, 'field')}, all unchanged.
            <Button
              kind="plain small"
              aria-expanded={shown === 'all'}
              onClick={() => setShown(shown === 'all' ? 'changed' : 'all')}
            >
              {shown === 'all' ? 'Hide fields' : 'Show fields'}
            </Button>
          </p>
        </Note>
      ) : (
        <div className="row spread">
          <Counts fields={fields} />
          <Segments
            label="Fields"
            value={shown}
            choices={[
              ['changed', `Changes (${countText(changed)})`],
              ['all', `All (${countText(fields.length)})`],
            ]}
            onChoice={setShown}
          />
        </div>
      )}
      {(shown === 'all' || changed > 0) && (
        <Table elements={shown === 'all' ? elements : onlyChanged(elements)} onLine={onLine} />
      )}
    </>
  )
}

function onlyChanged(elements: readonly ParsedElement[]): readonly ParsedElement[] {
  return elements
    .map(({ path, fields }) => ({ path, fields: fields.filter(isChanged) }))
    .filter(({ fields }) => fields.length > 0)
}

function Counts({ fields }: { readonly fields: readonly ParsedField[] }) {
  const counts = Map.groupBy(fields, verdictOf)
  return (
    <ul className="row">
      {(Object.keys(VERDICTS) as ParsedField['verdict'][]).map((verdict) => {
        const count = counts.get(verdict)?.length ?? 0
        const [tone, label] = VERDICTS[verdict]
        return (
          count > 0 && (
            <li key={verdict}>
              <Badge tone={tone}>
                {countText(count)} {label}
              </Badge>
            </li>
          )
        )
      })}
    </ul>
  )
}

/** Returns the verdict of a field. With errors it is invalid, even if its value could be parsed. */
function verdictOf({ verdict, errors }: ParsedField): ParsedField['verdict'] {
  return errors.length > 0 && verdict !== 'missing' ? 'invalid' : verdict
}

/** The maximum number of rows that are shown without a scroll area. */
const FEW_ROWS = 12

function Table({ elements, onLine }: ParsedFieldsProps) {
  const rows = elements.flatMap(({ fields }) => fields).length
  const className = `scroll-box parsed-fields${rows > FEW_ROWS ? '' : ' whole'}`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={className} tabIndex={0} aria-label="Parsed fields">
      <table className="cards">
        <caption className="hidden">Each field as sent and as parsed</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Sent</th>
            <th scope="col">Parsed</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        {elements.map((element) => (
          <tbody key={element.path}>
            <tr className="parsed-fields-element">
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
              // biome-ignore lint/suspicious/noArrayIndexKey: repeated fields have no other identity
              <Row key={index} field={field} onLine={onLine} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

function Row({ field, onLine }: { field: ParsedField; onLine: (line: number) => void }) {
  const { name, line, sent, parsed, errors } = field
  const verdict = verdictOf(field)
  const [tone, label] = VERDICTS[verdict]
  return (
    <>
      <tr className={`parsed-fields-${tone}`}>
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
        <td data-title="Parsed" className="mono wrap">
          {parsed ?? (sent !== undefined && <span className="muted">none</span>)}
        </td>
        <td data-title="Result">
          {verdict === 'unchanged' ? (
            <span className="muted">{label}</span>
          ) : (
            <span>
              <Badge tone={tone}>{label}</Badge>
            </span>
          )}
          {hiddenChange(field) && (
            <span className="under">changed in masked characters or spaces</span>
          )}
        </td>
      </tr>
      {errors.map(({ expected, rule }) => (
        <tr key={`${rule}${expected}`} className={`parsed-fields-reason parsed-fields-${tone}`}>
          <td colSpan={4} className="error">
            {withoutLine(expected) ?? rule}
          </td>
        </tr>
      ))}
    </>
  )
}

function hiddenChange({ verdict, sent, parsed }: ParsedField): boolean {
  return verdict === 'rewritten' && sent?.trim() === parsed
}
