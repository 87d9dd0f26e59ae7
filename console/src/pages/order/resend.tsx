/** Sending an order again: as it is, or after editing its request at the order desk. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { OperationName } from '../../../../src/orders/intake/products.ts'
import { type ApiResponse, call } from '../../api/call.ts'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import { messageOf } from '../../components/layout.tsx'
import { useToast } from '../../components/toast.tsx'
import { DUPLICATE_TEXT } from '../../format.ts'
import { newDraft, withOperation } from '../order-desk/draft.ts'
import { keepWork } from '../order-desk/kept-work.ts'
import { useMetFaults } from './met-faults.ts'

type Detail = ApiResponse<'GET /orders/:id'>

/**
 * The buttons; only operators may read a stored request, and only as long as it is stored. What is in
 * the document stays there: a validation error and a magic street would end the order as before.
 */
export function ResendButtons({ order }: { readonly order: Detail }) {
  const [asking, setAsking] = useState(false)
  const met = useMetFaults(order)
  const { activeTexts, cause } = met
  // An order that is done gets the stored response, whatever was removed.
  const activeIds = order.state === 'done' ? [] : met.activeIds
  const isRemoving = activeIds.length > 0
  const removal = `Remove ${faultsText(activeIds)} and resend`
  const resend = useResend(order.id, activeIds)
  const edit = useEditAndResend(order)
  const hard = order.pulls.some((pull) => pull.hard)
  const asksFirst = hard || order.pulls.length > 0 || order.chargedCents > 0
  return (
    <>
      <Button
        kind={
          !isRemoving && (order.state === 'failed' || order.state === 'rejected') ? 'primary' : ''
        }
        icon="desk"
        busy={edit.isPending}
        onClick={() => edit.mutate()}
      >
        Edit and resend
      </Button>
      {(order.state === 'done' || !(cause === 'street' || order.errors.length > 0)) && (
        <Button
          kind={isRemoving ? 'primary' : ''}
          icon="refresh"
          busy={resend.isPending}
          onClick={() => (asksFirst ? setAsking(true) : resend.mutate())}
        >
          {isRemoving ? removal : 'Resend'}
        </Button>
      )}
      {asking && (
        <FormDialog
          title={
            isRemoving ? `Remove the ${faultsText(activeIds)} and resend?` : 'Resend this order?'
          }
          action={isRemoving ? removal : 'Resend order'}
          icon="refresh"
          busy={resend.isPending}
          error={resend.error}
          onSubmit={() => resend.mutate()}
          onClose={() => setAsking(false)}
        >
          {isRemoving && <RemovalText faults={activeTexts} />}
          <p>{warning(order, hard)}</p>
        </FormDialog>
      )}
    </>
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

function warning({ state, pulls }: Detail, hard: boolean): string {
  const asked = hard
    ? 'The bureaus are asked again with a hard inquiry, which appears on the borrower’s later reports.'
    : 'The bureaus are asked again with a soft inquiry.'
  const again =
    pulls.length === 0 ? 'The order is charged again.' : `${asked} Delivered files are charged.`
  if (state !== 'done') return again
  return `Within 24 hours, the stored response is returned without a charge. After that: ${again}`
}

/** Removes faults of the sandbox, then sends the order again. */
function useResend(id: string, faultIds: readonly string[]) {
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
      void queries.invalidateQueries({ queryKey: ['orders'] })
      void queries.invalidateQueries({ queryKey: ['faults'] })
      toast(answer.retried ? DUPLICATE_TEXT : 'Order sent again.')
      go(`/orders/${answer.orderId}`)
    },
    onError: (error) => toast(messageOf(error), 'bad'),
  })
}

/** Opens the request at the order desk. It holds personal data, so the audit trail records it. */
function useEditAndResend({ id, account, operation }: Detail) {
  const [, go] = useLocation()
  const toast = useToast()
  return useMutation({
    mutationFn: () =>
      call('POST /orders/:id/reveal', { params: { id }, body: { reason: 'edit and resend' } }),
    onSuccess: ({ sent }) => {
      if (sent === undefined) {
        toast('The request could not be parsed, so it was not stored.', 'bad')
        return
      }
      const draft = withOperation(newDraft(account), operation as OperationName)
      keepWork({ draft, edited: sent, resends: id })
      go('/order-desk')
    },
    onError: (error) => toast(messageOf(error), 'bad'),
    // The response holds personal data, so nothing caches it.
    gcTime: 0,
  })
}
