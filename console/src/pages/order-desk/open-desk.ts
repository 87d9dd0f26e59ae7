/** Opens the order desk with work from another page. Unsent work on the desk can be restored. */
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { ApiResponse } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { queryKeyOf } from '../../api/use-api-query.ts'
import { putOnDesk, type Work } from './desk-work.ts'

/** Returns a function that opens the desk with work. */
export function useOpenDesk(): (work: Work) => void {
  const [, go] = useLocation()
  const queries = useQueryClient()
  const { operator } = useSession()
  return (work) => {
    const key = queryKeyOf('personas', 'GET /sandbox/personas', {})
    const personas = queries.getQueryData<ApiResponse<'GET /sandbox/personas'>>(key)
    putOnDesk(work, operator.name, personas?.items ?? [])
    go('/order-desk')
  }
}
