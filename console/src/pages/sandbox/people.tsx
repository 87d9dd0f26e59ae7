/** Custom test people: listed, ordered and deleted; the editor opens in place of the list. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { type ApiResponse, call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import { Empty, LoadError, Loading, messageOf, Panel } from '../../components/layout.tsx'
import { Table } from '../../components/table.tsx'
import { useToast } from '../../components/toast.tsx'
import { minuteText } from '../../format.ts'
import { newDraft, withPersonas } from '../order-desk/draft.ts'
import { keepWork } from '../order-desk/kept-work.ts'
import { PersonEditor } from './person-editor.tsx'

type Listed = ApiResponse<'GET /sandbox/people'>['items'][number]

/** The list, or the editor of one person; which one is in the URL. */
export function CustomPeople() {
  const { operator } = useSession()
  const [parameters, setParameters] = useSearchParams()
  const edited = parameters.get('person')
  const open = (id: string) => setParameters({ view: 'people', person: id })
  const close = () => setParameters({ view: 'people' })
  if (edited !== null && operator.role === 'operator') {
    return <EditedPerson key={edited} id={edited} onClose={close} />
  }
  return <PeopleList onOpen={open} />
}

/** Loads the file of a person; an empty ID is a new one. */
function EditedPerson({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const person = useApiQuery(
    'people',
    'GET /sandbox/people/:id',
    { params: { id } },
    { enabled: id !== '' },
  )
  if (id === '') return <PersonEditor onClose={onClose} />
  if (person.data !== undefined) {
    return <PersonEditor id={id} file={person.data.file} onClose={onClose} />
  }
  return person.isError ? <LoadError error={person.error} /> : <Loading what="Loading the person" />
}

function PeopleList({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const { operator } = useSession()
  const people = useApiQuery('people', 'GET /sandbox/people')
  const [deleting, setDeleting] = useState<Listed>()
  if (!people.isSuccess) {
    return people.isError ? (
      <LoadError error={people.error} onRetry={() => void people.refetch()} />
    ) : (
      <Loading what="Loading the people" />
    )
  }
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
            Define a borrower by what the report states: a middle score, late payments, a
            bankruptcy. Every order for their SSN then gets that report.
          </p>
        </Empty>
      ) : (
        <Table
          caption="Custom people"
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            {
              title: 'Person',
              rowHeader: true,
              cell: ({ firstName, lastName, ssn }) => (
                <>
                  {firstName} {lastName}
                  <span className="under mono">{ssn}</span>
                </>
              ),
            },
            { title: 'ID', className: 'mono', cell: ({ id }) => id },
            { title: 'Description', className: 'whole', cell: ({ description }) => description },
            { title: 'Saved', cell: ({ putAt }) => minuteText(putAt) },
            {
              title: 'Actions',
              titleHidden: true,
              className: 'actions',
              cell: (person) => (
                <>
                  {operator.role !== 'auditor' && <OrderPerson person={person} />}
                  {mayChange && (
                    <>
                      <Button kind="plain small" onClick={() => onOpen(person.id)}>
                        Edit<span className="hidden"> {person.id}</span>
                      </Button>
                      <Button kind="plain small" onClick={() => setDeleting(person)}>
                        Delete<span className="hidden"> {person.id}</span>
                      </Button>
                    </>
                  )}
                </>
              ),
            },
          ]}
        />
      )}
      {deleting !== undefined && (
        <DeletePerson person={deleting} onClose={() => setDeleting(undefined)} />
      )}
    </Panel>
  )
}

/** Opens the order desk with the person filled in. */
function OrderPerson({ person: { id } }: { readonly person: Listed }) {
  const { operator } = useSession()
  const [, go] = useLocation()
  const toast = useToast()
  const open = useMutation({
    mutationFn: () => call('GET /sandbox/people/:id', { params: { id } }),
    onSuccess: ({ identity }) => {
      keepWork({ draft: withPersonas(newDraft(operator.account), [identity]), edited: undefined })
      go('/order-desk')
    },
    onError: (error) => toast(messageOf(error)),
  })
  return (
    <Button kind="small" busy={open.isPending} onClick={() => open.mutate()}>
      Order<span className="hidden"> for {id}</span>
    </Button>
  )
}

function DeletePerson({
  person: { id, firstName, lastName },
  onClose,
}: {
  readonly person: Listed
  readonly onClose: () => void
}) {
  const remove = useApiMutation(
    () => call('DELETE /sandbox/people/:id', { params: { id } }),
    onClose,
  )
  return (
    <FormDialog
      title={`Delete ${firstName} ${lastName}?`}
      action="Delete person"
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
