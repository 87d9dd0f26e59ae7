/** Opening the order desk with work. What was typed there and not sent can be restored. */
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { ApiResponse } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { queryKeyOf } from '../../api/use-api-query.ts'
import { putOnDesk, type Work } from './kept-work.ts'

/** What opens the desk. */
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
