/** In which time zone, and by which clock, the times of a page are shown. */
import { useSession } from '../api/session.tsx'
import { timeZone } from '../format.ts'

/** One sentence for a page whose times follow the sandbox clock, where there is one. */
export function TimeZone() {
  const { sandbox } = useSession()
  return (
    <>
      Times are {sandbox && 'sandbox time '}in {timeZone()}.
    </>
  )
}
