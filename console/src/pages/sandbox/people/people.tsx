/**
 * Custom test people: a list from which they are ordered and deleted, and an editor that replaces
 * the list.
 */
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { call } from '../../../api/call.ts'
import { useSession } from '../../../api/session.tsx'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { useApiQuery } from '../../../api/use-api-query.ts'
import { Button } from '../../../components/button.tsx'
import { FormDialog } from '../../../components/dialog.tsx'
import { Empty, LoadError, Loading, LoadState, Panel } from '../../../components/layout.tsx'
import { useToast } from '../../../components/toast.tsx'
import { type Listed, PeopleTable } from './people-table.tsx'
import { PersonEditor } from './person-editor.tsx'
import { EXAMPLES } from './person-examples.ts'

/** The list, or the editor of the person whose ID is in the URL. */
export function CustomPeople() {
  const { operator } = useSession()
  const [parameters, setParameters] = useSearchParams()
  const edited = parameters.get('person')
  const people = useApiQuery('people', 'GET /sandbox/people')
  const open = (id: string, example?: string) =>
    setParameters({ view: 'people', person: id, ...(example && { example }) })
  const close = () => setParameters({ view: 'people' })
  if (edited !== null && operator.role === 'operator') {
    if (edited !== '') return <EditedPerson key={edited} id={edited} onClose={close} />
    // A new person gets a free ID, so the list must have loaded.
    if (people.isPending) return <Loading what="Loading the people" />
    const taken = people.data?.items.map(({ id }) => id) ?? []
    const example = EXAMPLES.find(({ id }) => id === parameters.get('example'))
    return <PersonEditor example={example} taken={taken} onClose={close} />
  }
  return <PeopleList onOpen={open} />
}

/**
 * The editor of an existing person. The file is fetched each time, because a cached file can be
 * older than the last save.
 */
function EditedPerson({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const request = { params: { id } }
  const person = useApiQuery('people', 'GET /sandbox/people/:id', request, { once: true })
  if (person.data !== undefined) {
    return <PersonEditor id={id} file={person.data.file} onClose={onClose} />
  }
  return person.isError ? <LoadError error={person.error} /> : <Loading what="Loading the person" />
}

interface ListProps {
  readonly onOpen: (id: string, example?: string) => void
}

function PeopleList({ onOpen }: ListProps) {
  const { operator } = useSession()
  const people = useApiQuery('people', 'GET /sandbox/people')
  const [deleting, setDeleting] = useState<Listed>()
  if (people.data === undefined) return <LoadState query={people} what="Loading the people" />
  const mayChange = operator.role === 'operator'
  const { items } = people.data
  return (
    <Panel
      title="Custom people"
      actions={
        mayChange && (
          <Button kind="primary" icon="plus" onClick={() => onOpen('')}>
            New person
          </Button>
        )
      }
    >
      {items.length === 0 ? (
        <Empty title="No custom people yet">
          <p>
            {mayChange ? 'Define a borrower' : 'Operators can define a borrower'} by what the report
            states: a middle score, late payments, a bankruptcy. Every order for their SSN then gets
            that report.
          </p>
          {mayChange && <Examples onOpen={onOpen} />}
        </Empty>
      ) : (
        <PeopleTable people={items} mayChange={mayChange} onDelete={setDeleting} />
      )}
      {items.length > 0 && mayChange && (
        <details className="more">
          <summary>Start from an example</summary>
          <Examples onOpen={onOpen} />
        </details>
      )}
      {deleting !== undefined && (
        <DeletePerson person={deleting} onClose={() => setDeleting(undefined)} />
      )}
    </Panel>
  )
}

/** Cards that open the editor with an example filled in. */
function Examples({ onOpen }: ListProps) {
  return (
    <ul className="examples">
      {EXAMPLES.map(({ id, title, text }) => (
        <li key={id}>
          <button type="button" className="example" onClick={() => onOpen('', id)}>
            <span className="strong">{title}</span>
            <span className="muted small">{text}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function DeletePerson({
  person: { id, firstName, lastName },
  onClose,
}: {
  readonly person: Listed
  readonly onClose: () => void
}) {
  const toast = useToast()
  const remove = useApiMutation(
    () => call('DELETE /sandbox/people/:id', { params: { id } }),
    () => {
      toast(`${id} deleted.`)
      onClose()
    },
  )
  return (
    <FormDialog
      title={`Delete ${firstName} ${lastName}?`}
      action="Delete person"
      danger
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <p>
        Later orders for the same SSN get a generated credit history. Stored reports do not change.
      </p>
    </FormDialog>
  )
}
