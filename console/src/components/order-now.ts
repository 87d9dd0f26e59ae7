/** Orders with one click: the request is sent, and the report opens, or the order where it failed. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { useApiQuery } from '../api/use-api-query.ts'

/** The account of the operator, or the first that is active. */
export function useOrderingAccount(): string | undefined {
  const { operator } = useSession()
  const accounts = useApiQuery('accounts', 'GET /accounts')
  const active = accounts.data?.items.find(({ disabledAt }) => disabledAt === undefined)
  return operator.account ?? active?.name
}

/** Sends a credit report order. The request is made when the button is pressed. */
export function useOrderNow(
  requestFor: (account: string | undefined) => Promise<string>,
  onError?: (error: Error) => void,
) {
  const account = useOrderingAccount()
  const [, go] = useLocation()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const xml = await requestFor(account)
      const body = { operation: 'credit_report', xml, ...(account && { account }) } as const
      return call('POST /manual-order/orders', { body })
    },
    onSuccess: ({ reportId, orderId }) => {
      for (const group of ['orders', 'reports', 'overview']) {
        void queries.invalidateQueries({ queryKey: [group] })
      }
      go(reportId === undefined ? `/orders/${orderId}` : `/reports/${reportId}`)
    },
    ...(onError && { onError }),
    gcTime: 0,
  })
}
