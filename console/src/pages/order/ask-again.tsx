/** Asks the bureaus that did not respond once more, and adds their files to an order's report. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { BureauName } from '../../../../src/documents/tables/enumerations.ts'
import { type ApiResponse, call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import { capitalized } from '../../format.ts'
import { CostText } from '../order-desk/order-price.tsx'
import { retryableBureaus, useMetFaults } from './met-faults.ts'
import { faultsText, RemovalText } from './resend.tsx'

type Detail = ApiResponse<'GET /orders/:id'>

/** The button, shown if asking again can help and the operator may do it. */
export function AskAgain({ order }: { readonly order: Detail }) {
  const { operator } = useSession()
  const [asking, setAsking] = useState(false)
  const { activeIds, cause } = useMetFaults(order)
  const bureaus = retryableBureaus(order)
  const mayAsk =
    operator.role === 'operator' || (operator.role === 'integrator' && cause !== 'active')
  const { reportId, operation } = order
  const isRefresh = operation === 'refresh_report'
  if (!mayAsk || isRefresh || reportId === undefined || bureaus.length === 0) return null
  // The magic street is part of the report, so the bureau would fail again.
  if (cause === 'street') return null
  const asks = `ask ${bureaus.join(' and ')} again`
  const removes = activeIds.length === 0 ? '' : `remove ${faultsText(activeIds)} and `
  const action = capitalized(`${removes}${asks}`)
  return (
    <>
      <Button icon="refresh" onClick={() => setAsking(true)}>
        {action}
      </Button>
      {asking && (
        <AskDialog
          order={order}
          reportId={reportId}
          bureaus={bureaus}
          action={action}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

interface AskProps {
  readonly order: Detail
  readonly reportId: string
  readonly bureaus: readonly BureauName[]
  readonly action: string
  readonly onClose: () => void
}

function AskDialog({ order, reportId, bureaus, action, onClose }: AskProps) {
  const { activeIds, activeTexts } = useMetFaults(order)
  const params = { id: reportId }
  const body = { action: 'Upgrade' as const, bureaus: [...bureaus] }
  const preview = useQuery({
    queryKey: ['preview', reportId, body],
    queryFn: ({ signal }) => call('POST /reports/:id/actions/preview', { params, body, signal }),
    gcTime: 0,
  })
  const [, go] = useLocation()
  const queries = useQueryClient()
  const upgrade = useMutation({
    mutationFn: async () => {
      for (const id of activeIds) await call('DELETE /sandbox/faults/:id', { params: { id } })
      return call('POST /reports/:id/actions', { params, body })
    },
    onSuccess: ({ orderId }) => {
      for (const group of ['orders', 'reports', 'faults']) {
        void queries.invalidateQueries({ queryKey: [group] })
      }
      go(`/orders/${orderId}`)
    },
  })
  return (
    <FormDialog
      title={`${action}?`}
      action={action}
      icon="refresh"
      busy={upgrade.isPending}
      error={upgrade.error}
      onSubmit={() => upgrade.mutate()}
      onClose={onClose}
    >
      {activeIds.length > 0 && <RemovalText faults={activeTexts} />}
      <p>
        Trimerge sends an Upgrade. The new report has the files of this report and the missing
        files. Only {bureaus.join(' and ')} {bureaus.length === 1 ? 'is' : 'are'} asked, and only
        delivered files are charged.
      </p>
      {preview.data !== undefined && (
        <p>
          <CostText price={preview.data.price} isJoint={order.borrowers.length > 1} />
        </p>
      )}
    </FormDialog>
  )
}
