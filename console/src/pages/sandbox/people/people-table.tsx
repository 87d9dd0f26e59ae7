/** The table of custom people. It shows their scores like the table of personas. */
import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import { type ApiResponse, call } from '../../../api/call.ts'
import { useSession } from '../../../api/session.tsx'
import { Button } from '../../../components/button.tsx'
import { messageOf } from '../../../components/layout.tsx'
import { useOrderNow } from '../../../components/order-now.ts'
import { useToast } from '../../../components/toast.tsx'
import { minuteText } from '../../../format.ts'
import { newDraft, withPersonas } from '../../order-desk/draft.ts'
import { useOpenDesk } from '../../order-desk/open-desk.ts'
import { ScoreCells, ScoreHeads } from '../persona-table.tsx'
import { requestForPerson } from './person-request.ts'

/** A custom person, as listed by the API. */
export type Listed = ApiResponse<'GET /sandbox/people'>['items'][number]

interface TableProps {
  readonly people: readonly Listed[]
  /** Whether the operator may edit and delete people. Only the role operator may. */
  readonly mayChange: boolean
  readonly onDelete: (person: Listed) => void
}

/** The people, each with a link to the editor. */
export function PeopleTable({ people, ...rest }: TableProps) {
  return (
    <div className="scroll">
      <table className="cards personas people">
        <caption className="hidden">Custom people</caption>
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Description</th>
            <ScoreHeads />
            <th scope="col">
              <span className="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <Row key={person.id} person={person} {...rest} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ person, mayChange, onDelete }: Omit<TableProps, 'people'> & { person: Listed }) {
  const { operator } = useSession()
  const { id, firstName, lastName, ssn, description, putAt, outcome } = person
  const name = `${firstName} ${lastName}`
  return (
    <tr>
      <th scope="row" data-title="Person">
        {mayChange ? (
          <Link href={`/sandbox?view=people&person=${id}`} aria-label={`Edit ${name}`}>
            {name}
          </Link>
        ) : (
          name
        )}
        <span className="under mono">{id}</span>
        <span className="under mono">{ssn}</span>
      </th>
      <td data-title="Description" className="whole">
        {description}
        <span className="under">Saved {minuteText(putAt)}</span>
      </td>
      <ScoreCells outcome={outcome} />
      <td className="actions">
        {operator.role !== 'auditor' && <OrderPerson person={person} />}
        {mayChange && (
          <Button kind="danger small" onClick={() => onDelete(person)}>
            Delete<span className="hidden"> {id}</span>
          </Button>
        )}
      </td>
    </tr>
  )
}

/** Buttons that order the report, or open the order desk with the person filled in. */
function OrderPerson({ person: { id } }: { readonly person: Listed }) {
  const { operator } = useSession()
  const openDesk = useOpenDesk()
  const toast = useToast()
  const onError = (error: Error) => toast(messageOf(error), 'bad')
  const order = useOrderNow((account) => requestForPerson(id, account), onError)
  const open = useMutation({
    mutationFn: () => call('GET /sandbox/people/:id', { params: { id } }),
    onSuccess: ({ identity }) => {
      openDesk({ draft: withPersonas(newDraft(operator.account), [identity]), edited: undefined })
    },
    onError,
  })
  return (
    <>
      <Button kind="small" busy={order.isPending} onClick={() => order.mutate()}>
        Order now<span className="hidden"> for {id}</span>
      </Button>
      <Button kind="plain small" busy={open.isPending} onClick={() => open.mutate()}>
        Open in desk<span className="hidden"> for {id}</span>
      </Button>
    </>
  )
}
