/** A moment of real time, as opposed to sandbox time. */
import { useSession } from '../api/session.tsx'
import { dateTimeText, minuteOfYearText } from '../format.ts'

/** The moment. In a sandbox, which has its own clock, it is marked as real time. */
export function RealTime({ at }: { readonly at: string }) {
  const { sandbox } = useSession()
  return (
    <time dateTime={at} title={dateTimeText(at)}>
      {minuteOfYearText(at)}
      {sandbox && ' real time'}
    </time>
  )
}
