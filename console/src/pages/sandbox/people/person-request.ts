/** Builds the request for the report of a custom person. */
import { call } from '../../../api/call.ts'
import { newDraft, previewBody, withPersonas } from '../../order-desk/draft.ts'

/** Returns the request as the order desk would generate it. */
export async function requestForPerson(id: string, account: string | undefined): Promise<string> {
  const { identity } = await call('GET /sandbox/people/:id', { params: { id } })
  const body = previewBody(withPersonas(newDraft(account), [identity]))
  return (await call('POST /manual-order/preview', { body })).xml
}
