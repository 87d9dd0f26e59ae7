import { BUREAUS } from '../../../../src/documents/tables/enumerations.ts'
import { words } from '../../../../src/documents/wording.ts'
import { useSession } from '../../api/session.tsx'
import { bureauLetters } from '../../components/bureaus.tsx'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/code.tsx'
import { messageOf } from '../../components/layout.tsx'
import { GroupRow } from '../../components/list/table.tsx'
import { requestForPersona, useOrderNow } from '../../components/order-now.ts'
import {
  middleOf,
  type Outcome,
  type Outcomes,
  type Persona,
  type PersonaGroup,
  type PersonaUnit,
  personaName,
  resultText,
  shortResultText,
} from '../../components/personas.ts'
import { useToast } from '../../components/toast.tsx'
import { newDraft, withPersonas } from '../order-desk/draft.ts'
import { useOpenDesk } from '../order-desk/open-desk.ts'

interface TableProps {
  readonly groups: readonly PersonaGroup[]
  readonly onOpen: (persona: Persona) => void
}

const COLUMNS = BUREAUS.length + 4

/** The personas below the headings of their groups. */
export function PersonaTable({ groups, onOpen }: TableProps) {
  return (
    <div className="scroll">
      <table className="cards personas">
        <caption className="hidden">Personas</caption>
        <thead>
          <tr>
            <th scope="col">Persona</th>
            <th scope="col">Scenario</th>
            <ScoreHeads />
            <th scope="col">
              <span className="hidden">Order</span>
            </th>
          </tr>
        </thead>
        {groups.map(([heading, units]) => (
          <tbody key={heading}>
            <GroupRow columns={COLUMNS}>
              {heading} <span className="muted">({units.flat().filter(Boolean).length})</span>
            </GroupRow>
            {units.map((unit) => (
              <Unit key={unit[0].id} unit={unit} onOpen={onOpen} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

/** The column headings for `ScoreCells`. */
export function ScoreHeads() {
  return (
    <>
      <th scope="col">Middle</th>
      {BUREAUS.map((bureau) => (
        <th key={bureau} scope="col">
          <abbr title={bureau}>{bureauLetters(bureau)}</abbr>
        </th>
      ))}
    </>
  )
}

type Open = Pick<TableProps, 'onOpen'>

/**
 * The row of a persona; for a couple, a row with the actions for a joint order, followed by the
 * rows of both.
 */
function Unit({ unit, onOpen }: Open & { readonly unit: PersonaUnit }) {
  const [persona, partner] = unit
  if (partner === undefined) return <Row persona={persona} onOpen={onOpen} />
  return (
    <>
      <tr className="couple">
        <th scope="row" colSpan={COLUMNS - 1}>
          {nameOf([persona, partner])}
          <span className="muted"> · couple</span>
        </th>
        <Actions unit={[persona, partner]} />
      </tr>
      <Row persona={persona} className="of-couple" onOpen={onOpen} />
      <Row persona={partner} className="of-couple" onOpen={onOpen} />
    </>
  )
}

interface RowProps extends Open {
  readonly persona: Persona
  readonly className?: string
}

function Row({ persona, className, onOpen }: RowProps) {
  return (
    <tr className={className}>
      <th scope="row" data-title="Persona">
        <button type="button" className="link" onClick={() => onOpen(persona)}>
          {nameOf([persona])}
        </button>
        <span className="under persona-ssn">
          <span className="mono">{persona.ssn}</span>
          <CopyButton kind="plain small" text={persona.ssn}>
            <span className="hidden">Copy SSN of {nameOf([persona])}</span>
          </CopyButton>
        </span>
      </th>
      <td data-title="Scenario" className="whole">
        {persona.story}
      </td>
      <ScoreCells outcome={persona.outcome} />
      <Actions unit={[persona]} />
    </tr>
  )
}

/**
 * The middle score and the result of each bureau. If all bureaus return the same result without a
 * score, it fills a single cell.
 */
export function ScoreCells({ outcome }: { readonly outcome: Outcomes }) {
  const middle = middleOf({ outcome })
  return (
    <>
      <td data-title="Middle">
        {middle !== undefined && (
          <>
            <span className="middle-score">{middle.score}</span>
            {middle.rule !== 'middle of three' && <span className="under">{middle.rule}</span>}
          </>
        )}
      </td>
      <Results outcome={outcome} />
    </>
  )
}

function Results({ outcome }: { readonly outcome: Outcomes }) {
  const texts = BUREAUS.map((bureau) => textOf(outcome[bureau]))
  const [first] = texts
  const isScored = BUREAUS.map((bureau) => outcome[bureau]?.score !== undefined)
  if (!isScored.includes(true) && texts.every((text) => text === first)) {
    return (
      <td colSpan={BUREAUS.length} className="whole" data-title="All bureaus">
        <span className="result">{first}</span>
      </td>
    )
  }
  return BUREAUS.map((bureau, at) => (
    <td key={bureau} data-title={bureauLetters(bureau)}>
      {isScored[at] ? texts[at] : <span className="result">{shortTextOf(outcome[bureau])}</span>}
    </td>
  ))
}

/** Returns the same text as `textOf`, shortened for a narrow column. */
function shortTextOf(result: Outcome): string {
  const short = shortResultText(result)
  return short === 'frozen' ? short : textOf(result)
}

/** Returns the result of a bureau: a score, why there is none, or why there is no file. */
export function textOf(result: Outcome | undefined): string {
  const reason = words(result?.exclusionReason)
  return reason === '' ? resultText(result) : reason.replace(/^Not scored /, 'Not scored: ')
}

function Actions({ unit }: { readonly unit: PersonaUnit }) {
  return (
    <td className="actions">
      <PersonaActions unit={unit} kind="small" />
    </td>
  )
}

interface ActionsProps {
  readonly unit: PersonaUnit
  readonly kind: 'small' | 'primary'
}

/**
 * Buttons that order the report, or open the order desk with the form filled in. Auditors, who
 * cannot order, see none.
 */
export function PersonaActions({ unit, kind }: ActionsProps) {
  const { operator } = useSession()
  const openDesk = useOpenDesk()
  const toast = useToast()
  const [persona, partner] = unit
  const order = useOrderNow(
    (account) => requestForPersona(persona.id, account, partner === undefined),
    (error) => toast(messageOf(error), 'bad'),
  )
  if (operator.role === 'auditor') return null
  const people = unit.filter((each) => each !== undefined)
  const fillIn = () =>
    openDesk({ draft: withPersonas(newDraft(operator.account), people), edited: undefined })
  const whose = <span className="hidden">for {nameOf(people)}</span>
  return (
    <>
      <Button kind={kind === 'small' ? 'plain small' : ''} onClick={fillIn}>
        Open in desk {whose}
      </Button>
      <Button kind={kind} busy={order.isPending} onClick={() => order.mutate()}>
        {partner === undefined ? 'Order now' : 'Order jointly'} {whose}
      </Button>
    </>
  )
}

/** Returns a text such as `Rowan and Juno Castellane`, or the name of one persona. */
function nameOf(people: readonly Persona[]): string {
  const [first] = people
  const isFamily = people.length > 1 && people.every(({ lastName }) => lastName === first?.lastName)
  return isFamily
    ? `${people.map(({ firstName }) => firstName).join(' and ')} ${first?.lastName}`
    : people.map(personaName).join(' and ')
}
