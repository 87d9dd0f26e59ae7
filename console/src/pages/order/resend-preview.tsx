/** What sending an order again would return and cost, as the service expects it now. */
import { useQuery } from '@tanstack/react-query'
import { type ApiResponse, call } from '../../api/call.ts'
import { sentence } from '../../format.ts'
import { CostText } from '../order-desk/order-price.tsx'

type Preview = ApiResponse<'POST /orders/:id/resend/preview'>

/** Asked each time: another order, or the clock of a sandbox, can change it. */
export function useResendPreview(id: string) {
  return useQuery({
    queryKey: ['preview', 'resend', id],
    queryFn: ({ signal }) => call('POST /orders/:id/resend/preview', { params: { id }, signal }),
    gcTime: 0,
    staleTime: 0,
  })
}

const RESULTS = {
  retried:
    'Trimerge returns the stored response: it answered the same request within the retry window.',
  existing: 'Trimerge returns the existing report. To pull again, order with ForceNew.',
  new: 'Trimerge orders a new report.',
  upgraded: 'Trimerge orders an upgraded report.',
  refreshed: 'Trimerge refreshes the report.',
  unmerged: 'Trimerge makes an individual report.',
  reissued: 'Trimerge reissues the report.',
} as const satisfies Record<Exclude<Preview['result'], 'rejected'>, string>

/** The result, the charge and the inquiry. */
export function ResendPreview({ preview }: { readonly preview: Preview }) {
  const { result, code, text = '', price } = preview
  if (result === 'rejected') {
    return (
      <p>
        Trimerge would reject this order ({code}). {sentence(text)}
      </p>
    )
  }
  return (
    <>
      <p>{RESULTS[result]}</p>
      <p>
        <CostText price={price} />
      </p>
    </>
  )
}
