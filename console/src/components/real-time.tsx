/** A moment of the machine's clock. */
import { useSession } from '../api/session.tsx'
import { dateTimeText, minuteOfYearText } from '../format.ts'

/** The moment, which says that it is real time where a sandbox has a clock of its own. */
export function RealTime({ at }: { readonly at: string }) {
  const { sandbox } = useSession()
  return (
    <time dateTime={at} title={dateTimeText(at)}>
      {minuteOfYearText(at)}
      {sandbox && ' real time'}
    </time>
  )
}
