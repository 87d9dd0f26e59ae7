/** A preview of resending an order: the expected result and its price. */
import { useQuery } from '@tanstack/react-query'
import { BUREAUS } from '../../../../src/documents/tables/enumerations.ts'
import { type ApiResponse, call } from '../../api/call.ts'
import { sentence } from '../../format.ts'
import { FaultNotice } from '../order-desk/fault-notice.tsx'
import { CostText } from '../order-desk/order-price.tsx'

type Preview = ApiResponse<'POST /orders/:id/resend/preview'>

/** Fetches the preview each time, because another order or the sandbox clock can change it. */
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
  unmerged: 'Trimerge creates an individual report.',
  reissued: 'Trimerge reissues the report.',
} as const satisfies Record<Exclude<Preview['result'], 'rejected'>, string>

interface PreviewProps {
  readonly preview: Preview
  readonly order: ApiResponse<'GET /orders/:id'>
  /** IDs of the injected faults that are removed first. */
  readonly removedIds: readonly string[]
}

/** The expected result, the charge and the inquiry, and the faults that the order would meet. */
export function ResendPreview({ preview, order, removedIds }: PreviewProps) {
  const { result, code, text = '', price } = preview
  const { account, borrowers, pulls } = order
  const bureaus = pulls.length === 0 ? BUREAUS : pulls.map(({ bureau }) => bureau)
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
        <CostText price={price} isJoint={borrowers.length > 1} />
      </p>
      <FaultNotice
        order={{ account, bureaus, ssns: borrowers.map(({ ssn }) => ssn) }}
        pulls={price?.pulls === true}
        removedIds={removedIds}
      />
    </>
  )
}
