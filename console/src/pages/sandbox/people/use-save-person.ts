/** Saves a person, and orders their report if requested. */
import { type RefObject, useEffect } from 'react'
import { call } from '../../../api/call.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { messageOf } from '../../../components/layout.tsx'
import { useOrderNow } from '../../../components/order-now.ts'
import { useToast } from '../../../components/toast.tsx'
import type { PersonFile } from './person-draft.ts'
import { requestForPerson } from './person-request.ts'
import { firstError } from './preview-line.tsx'
import type { usePersonDraft } from './use-person-draft.ts'

interface Saved {
  readonly body: PersonFile
  readonly text: string
}

/** Returns functions that save a form's draft. A failed save moves the focus to the first error. */
export function useSavePerson(
  { id, file, text, markSaved }: ReturnType<typeof usePersonDraft>,
  form: RefObject<HTMLFormElement | null>,
  onClose: () => void,
) {
  const toast = useToast()
  const order = useOrderNow(
    (account) => requestForPerson(id, account),
    (error) => toast(messageOf(error), 'bad'),
  )
  const save = useApiMutation(({ body }: Saved) =>
    call('PUT /sandbox/people/:id', { params: { id }, body }),
  )
  // A text that was edited since the failed save may be valid.
  const error = save.variables?.text === text ? save.error : null
  useEffect(() => {
    if (error !== null) firstError(form.current)?.focus()
  }, [error, form])
  const isBusy = save.isPending || order.isPending
  return {
    error,
    /** The ID under which this form saved the person. */
    savedId: save.data?.id,
    isSaving: save.isPending,
    isOrdering: order.isPending,
    isBusy,
    /** Saves the person, then closes the form or orders the report, which opens the report. */
    save: (orders: boolean) => {
      if (file === undefined || isBusy) return
      const onSuccess = () => {
        markSaved()
        toast(`${id} saved. Orders for this person get the report from now on.`)
        if (orders) order.mutate()
        else onClose()
      }
      save.mutate({ body: file, text }, { onSuccess })
    },
  }
}
