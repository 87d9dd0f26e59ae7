/** Resends an order, either unchanged or after editing its request on the order desk. */
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
 * The buttons to edit and to resend an order. Only operators may read a stored request, and only
 * while it is stored. An order that failed because of a validation error or a magic street in its
 * request can only be edited, because the unchanged request would fail again.
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

/** The button that removes the faults that an order met and resends it; empty without faults. */
export function RemoveAndResend({ order }: { readonly order: Detail }) {
  const mayResend = useMayResend(order)
  const isRemoving = useRemovableIds(order).length > 0
  return mayResend && isRemoving && <ResendButton order={order} kind="" />
}

/**
 * Returns whether the operator may resend the stored request. Only operators may, and only while it
 * is stored. A document that could not be read was never stored.
 */
export function useMayResend(order: Detail | undefined): boolean {
  const { operator } = useSession()
  const isStored = order?.purged === false && order.outcome?.reason !== 'unreadable'
  return operator.role === 'operator' && isStored
}

/**
 * Returns the faults to remove before resending; none for a completed order, which gets the stored
 * response in any case.
 */
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
  /** IDs of the injected faults that are removed first. */
  readonly activeIds: readonly string[]
  readonly onClose: () => void
  /** An explanation of the removal. */
  readonly children: ReactNode
}

/** Asks each time, because resending can ask the bureaus even if the order cost nothing. */
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

/** An explanation of the removal of faults, for the dialog that removes them. */
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

/** Returns `fault`, or a text such as `2 injected faults`. */
export function faultsText({ length }: readonly string[]): string {
  return length === 1 ? 'fault' : `${length} injected faults`
}

/** Removes the faults, then resends the order. A duplicate leads back to the same order. */
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

/** Matches the action of a request in any dialect, together with the text before it. */
const ACTION = /(CreditReportRequestActionType["']?\s*[=:>]\s*["']?)\w+/

/**
 * Opens the request on the order desk, optionally with another action. The request contains
 * personal data, so the audit trail records that it was read.
 */
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
    // The response contains personal data, so it is not cached.
    gcTime: 0,
  })
}
