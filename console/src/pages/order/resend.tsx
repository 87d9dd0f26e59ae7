/** Sending an order again: as it is, or after editing its request at the order desk. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import type { OperationName } from '../../../../src/orders/intake/products.ts'
import { type ApiResponse, call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import { Loading, messageOf } from '../../components/layout.tsx'
import { useToast } from '../../components/toast.tsx'
import { DUPLICATE_TEXT } from '../../format.ts'
import { newDraft, withOperation } from '../order-desk/draft.ts'
import { useOpenDesk } from '../order-desk/open-desk.ts'
import { useMetFaults } from './met-faults.ts'
import { ResendPreview, useResendPreview } from './resend-preview.tsx'

type Detail = ApiResponse<'GET /orders/:id'>

/**
 * The buttons; only operators may read a stored request, and only as long as it is stored. What is in
 * the document stays there: a validation error and a magic street would end the order as before.
 */
export function ResendButtons({ order }: { readonly order: Detail }) {
  const { cause } = useMetFaults(order)
  const isRemoving = useRemovableIds(order).length > 0
  const edit = useEditAndResend(order)
  return (
    <>
      <Button
        kind={
          !isRemoving && (order.state === 'failed' || order.state === 'rejected') ? 'primary' : ''
        }
        icon="desk"
        busy={edit.isPending}
        onClick={() => edit.mutate(undefined)}
      >
        Edit and resend
      </Button>
      {(order.state === 'done' || !(cause === 'street' || order.errors.length > 0)) && (
        <ResendButton order={order} kind={isRemoving ? 'primary' : ''} />
      )}
    </>
  )
}

/** Removes the fault that an order met, and sends it again; nothing where there is none to remove. */
export function RemoveAndResend({ order }: { readonly order: Detail }) {
  const mayResend = useMayResend(order)
  const isRemoving = useRemovableIds(order).length > 0
  return mayResend && isRemoving && <ResendButton order={order} kind="" />
}

/** Only operators may send a stored request again, and only as long as it is stored. */
export function useMayResend(order: Detail | undefined): boolean {
  const { operator } = useSession()
  return operator.role === 'operator' && order?.purged === false
}

/** An order that is done gets the stored response, whatever was removed. */
function useRemovableIds(order: Detail): readonly string[] {
  const { activeIds } = useMetFaults(order)
  return order.state === 'done' ? [] : activeIds
}

function ResendButton({ order, kind }: { readonly order: Detail; readonly kind: 'primary' | '' }) {
  const [asking, setAsking] = useState(false)
  const { activeTexts } = useMetFaults(order)
  const activeIds = useRemovableIds(order)
  const isRemoving = activeIds.length > 0
  return (
    <>
      <Button kind={kind} icon="refresh" onClick={() => setAsking(true)}>
        {isRemoving ? removalTitle(activeIds) : 'Resend'}
      </Button>
      {asking && (
        <ResendDialog order={order} activeIds={activeIds} onClose={() => setAsking(false)}>
          {isRemoving && <RemovalText faults={activeTexts} />}
        </ResendDialog>
      )}
    </>
  )
}

const removalTitle = (faultIds: readonly string[]) => `Remove ${faultsText(faultIds)} and resend`

interface ResendProps {
  readonly order: Detail
  /** The injected faults that are removed first. */
  readonly activeIds: readonly string[]
  readonly onClose: () => void
  /** What the removal means. */
  readonly children: ReactNode
}

/** Asks each time: whatever the order cost, to send it again can ask the bureaus. */
function ResendDialog({ order, activeIds, onClose, children }: ResendProps) {
  const resend = useResend(order.id, activeIds, onClose)
  const preview = useResendPreview(order.id)
  const edit = useEditAndResend(order)
  const isRemoving = activeIds.length > 0
  return (
    <FormDialog
      title={isRemoving ? `Remove the ${faultsText(activeIds)} and resend?` : 'Resend this order?'}
      action={isRemoving ? removalTitle(activeIds) : 'Resend order'}
      icon="refresh"
      busy={resend.isPending || preview.isPending}
      error={resend.error ?? preview.error}
      onSubmit={() => (preview.isError ? void preview.refetch() : resend.mutate())}
      onClose={onClose}
    >
      {children}
      {preview.isPending && <Loading what="Checking the order" />}
      {preview.data !== undefined && (
        <ResendPreview preview={preview.data} order={order} removedIds={activeIds} />
      )}
      {preview.data?.result === 'existing' && (
        <p>
          <Button icon="desk" busy={edit.isPending} onClick={() => edit.mutate('ForceNew')}>
            Edit as ForceNew
          </Button>
        </p>
      )}
    </FormDialog>
  )
}

/** What it means that faults are removed, for a dialog that does so. */
export function RemovalText({ faults }: { readonly faults: readonly string[] }) {
  const isOne = faults.length === 1
  return (
    <p>
      Trimerge removes the injected {isOne ? 'fault' : 'faults'}{' '}
      {faults.map((text) => `“${text}”`).join(' and ')}. Other orders no longer meet{' '}
      {isOne ? 'it' : 'them'} either.
    </p>
  )
}

/** `fault`, or `2 injected faults`. */
export function faultsText({ length }: readonly string[]): string {
  return length === 1 ? 'fault' : `${length} injected faults`
}

/** Removes faults of the sandbox, then sends the order again. A duplicate is the same order. */
function useResend(id: string, faultIds: readonly string[], onSent: () => void) {
  const [, go] = useLocation()
  const queries = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: async () => {
      for (const faultId of faultIds) {
        await call('DELETE /sandbox/faults/:id', { params: { id: faultId } })
      }
      return call('POST /orders/:id/resend', { params: { id } })
    },
    onSuccess: (answer) => {
      for (const group of ['orders', 'order', 'faults']) {
        void queries.invalidateQueries({ queryKey: [group] })
      }
      onSent()
      toast(answer.retried ? DUPLICATE_TEXT : 'Order sent again.')
      go(`/orders/${answer.orderId}`)
    },
    onError: (error) => toast(messageOf(error), 'bad'),
  })
}

/** The action of a request in any dialect, after what is before its value. */
const ACTION = /(CreditReportRequestActionType["']?\s*[=:>]\s*["']?)\w+/

/** Opens the request at the order desk, with another action where one is given. It holds personal data, so the audit trail records it. */
function useEditAndResend({ id, account, operation }: Detail) {
  const openDesk = useOpenDesk()
  const toast = useToast()
  return useMutation({
    mutationFn: (_action: 'ForceNew' | undefined) =>
      call('POST /orders/:id/reveal', { params: { id }, body: { reason: 'edit and resend' } }),
    onSuccess: ({ sent }, action) => {
      if (sent === undefined) {
        toast('The request could not be parsed, so it was not stored.', 'bad')
        return
      }
      const draft = withOperation(newDraft(account), operation as OperationName)
      const edited = action === undefined ? sent : sent.replace(ACTION, `$1${action}`)
      openDesk({ draft, edited, resends: id })
    },
    onError: (error) => toast(messageOf(error), 'bad'),
    // The response holds personal data, so nothing caches it.
    gcTime: 0,
  })
}
