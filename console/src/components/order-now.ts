/** Orders with one click. The request is sent, then the report opens, or the order if it failed. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { FIRST_ACCOUNT } from '../../../src/sandbox/first-account.ts'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { useApiQuery } from '../api/use-api-query.ts'

/** Returns the account that orders by default: the account of the first start, or the first one. */
function defaultAccount(names: readonly string[]): string | undefined {
  return names.find((name) => name === FIRST_ACCOUNT) ?? names[0]
}

/** Returns the operator's account, or else the default among the active accounts. */
export function useOrderingAccount(): string | undefined {
  const { operator } = useSession()
  const accounts = useApiQuery('accounts', 'GET /accounts')
  const active = accounts.data?.items.filter(({ disabledAt }) => disabledAt === undefined) ?? []
  return operator.account ?? defaultAccount(active.map(({ name }) => name))
}

/** Returns a prepared order for the first persona, and the account that places it. */
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

/** Returns the request for the report of a persona; for the couple if `isForOne` is false. */
export async function requestForPersona(
  id: string,
  account: string | undefined,
  isForOne = true,
): Promise<string> {
  const individual = String(isForOne)
  const query = { operation: 'credit_report', individual, ...(account && { account }) } as const
  return (await call('GET /sandbox/personas/:id/order', { params: { id }, query })).xml
}

/** Sends a credit report order. The request is created when the user presses the button. */
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
    // A failed order can also be the last one that meets a fault.
    onSettled: () => void queries.invalidateQueries({ queryKey: ['faults'] }),
    gcTime: 0,
  })
}
