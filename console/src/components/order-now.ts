/** Orders with one click: the request is sent, and the report opens, or the order where it failed. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { FIRST_ACCOUNT } from '../../../src/sandbox/first-account.ts'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { useApiQuery } from '../api/use-api-query.ts'

/** The account that orders are placed for by default: that of the first start, or the first. */
function defaultAccount(names: readonly string[]): string | undefined {
  return names.find((name) => name === FIRST_ACCOUNT) ?? names[0]
}

/** The account of the operator, or the default of those that are active. */
export function useOrderingAccount(): string | undefined {
  const { operator } = useSession()
  const accounts = useApiQuery('accounts', 'GET /accounts')
  const active = accounts.data?.items.filter(({ disabledAt }) => disabledAt === undefined) ?? []
  return operator.account ?? defaultAccount(active.map(({ name }) => name))
}

/** A ready order for the first persona, with the account that orders. */
export function useFirstOrder(isWanted = true) {
  const account = useOrderingAccount()
  const params = { id: 'avery' }
  const query = { operation: 'credit_report', ...(account && { account }) } as const
  const sample = useApiQuery(
    'personas',
    'GET /sandbox/personas/:id/order',
    { params, query },
    { enabled: isWanted && account !== undefined },
  )
  return { account, xml: sample.data?.xml }
}

/** The request for the report of a persona, or of a couple where it is not for one only. */
export async function requestForPersona(
  id: string,
  account: string | undefined,
  isForOne = true,
): Promise<string> {
  const individual = String(isForOne)
  const query = { operation: 'credit_report', individual, ...(account && { account }) } as const
  return (await call('GET /sandbox/personas/:id/order', { params: { id }, query })).xml
}

/** Sends a credit report order. The request is made when the button is pressed. */
export function useOrderNow<Subject = void>(
  requestFor: (account: string | undefined, subject: Subject) => Promise<string>,
  onError?: (error: Error) => void,
) {
  const account = useOrderingAccount()
  const [, go] = useLocation()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (subject: Subject) => {
      const xml = await requestFor(account, subject)
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
    // An order that fails may have met the last of a fault.
    onSettled: () => void queries.invalidateQueries({ queryKey: ['faults'] }),
    gcTime: 0,
  })
}
