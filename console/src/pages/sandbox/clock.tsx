/** The sandbox clock, which can only be moved forward. */
import { type FormEvent, useState } from 'react'
import { DAY_MS } from '../../../../src/time.ts'
import { type ApiResponse, call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { Facts, Loading, LoadState, Panel } from '../../components/layout.tsx'
import { useToast } from '../../components/toast.tsx'
import { advanceText, dateTimeText, dayText, plural, sentence } from '../../format.ts'
import { useSaveFirst } from './before-change.tsx'

/** Numbers of days to advance by, with their effects: most are deadlines of reports. */
const STEPS = [
  [1, 'an identical request is no longer a duplicate'],
  [31, 'reports can no longer be reissued, upgraded or unmerged'],
  [45, 'a refresh finds changes'],
  [121, 'reports can no longer be refreshed'],
] as const

/** The sandbox time, with a date field and buttons that advance it. */
export function SandboxClock() {
  const { operator } = useSession()
  const clock = useApiQuery('clock', 'GET /sandbox/clock', {}, { refetchIntervalMs: 10_000 })
  const [to, setTo] = useState<string>()
  if (clock.data === undefined) return <LoadState query={clock} what="Loading the clock" />
  const { now, advancedMs } = clock.data
  return (
    <Panel title="Sandbox clock">
      <Facts
        facts={[
          [
            'Sandbox time',
            <span key="now" className="figure sandbox-now">
              {dateTimeText(now)}
            </span>,
          ],
          // A frozen world can be far behind real time, however far it was advanced.
          ['Advanced by', advanceText(advancedMs)],
        ]}
      />
      <p className="muted">
        Advancing the clock ages accounts and changes balances. Deadlines pass as well: you can
        reissue a report for 30 days and refresh it for 120 days. Only a reset or a snapshot turns
        the clock back.
      </p>
      {operator.role !== 'operator' && (
        <p className="muted">Only operators can advance the clock.</p>
      )}
      {operator.role === 'operator' && (
        <>
          <DateForm key={now.slice(0, 10)} now={now} onTime={setTo} />
          <p className="legend">Or advance by</p>
          <ul className="examples clock-steps">
            {STEPS.map(([days, purpose]) => (
              <Step key={days} days={days} purpose={purpose} now={now} onTime={setTo} />
            ))}
          </ul>
        </>
      )}
      {to !== undefined && <ConfirmAdvance now={now} to={to} onClose={() => setTo(undefined)} />}
    </Panel>
  )
}

interface DateProps {
  readonly now: string
  readonly onTime: (iso: string) => void
}

interface StepProps extends DateProps {
  readonly days: number
  readonly purpose: string
}

/** A button that advances the clock by a number of days. It shows the resulting date. */
function Step({ days, purpose, now, onTime }: StepProps) {
  const to = new Date(Date.parse(now) + days * DAY_MS).toISOString()
  return (
    <li>
      <button type="button" className="example" onClick={() => onTime(to)}>
        <span className="strong">Advance {plural(days, 'day')}</span>
        <span>to {dayText(to)}</span>
        <span className="muted small">{sentence(purpose)}</span>
      </button>
    </li>
  )
}

/** A field for a date in the browser's time zone. The time of day does not change. */
function DateForm({ now, onTime }: DateProps) {
  const tomorrow = new Date(now)
  // A day has 23 or 25 hours when the clocks change.
  tomorrow.setDate(tomorrow.getDate() + 1)
  const [day, setDay] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onTime(onDay(day, new Date(now)).toISOString())
  }
  return (
    <form className="row sandbox-date" onSubmit={submit}>
      <TextField
        label="Advance to"
        type="date"
        min={localDay(tomorrow)}
        required
        value={day}
        onText={setDay}
      />
      <Button kind="primary" type="submit" disabled={day === ''}>
        Set date
      </Button>
    </form>
  )
}

/** Returns a date such as `2027-01-20`, in the browser's time zone. */
function localDay(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

function onDay(day: string, timeOfDay: Date): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const moved = new Date(timeOfDay)
  moved.setFullYear(year, month - 1, date)
  return moved
}

interface ConfirmProps {
  /** The current sandbox time. */
  readonly now: string
  readonly to: string
  readonly onClose: () => void
}

/** Lists the effects of an advance and asks for confirmation. */
function ConfirmAdvance({ now, to, onClose }: ConfirmProps) {
  const toast = useToast()
  const first = useSaveFirst(now)
  const advance = useApiMutation(
    async () => {
      await first.save()
      return call('POST /sandbox/clock', { body: { to } })
    },
    (advanced) => {
      toast(`The sandbox time is ${dateTimeText(advanced.now)}.${first.savedText}`)
      onClose()
    },
  )
  // Fetched once: after the clock has advanced, a preview of the same moment is an error.
  const preview = useApiQuery(
    'clock',
    'GET /sandbox/clock/preview',
    { query: { to } },
    { once: true },
  )
  return (
    <FormDialog
      title={`Advance to ${dayText(to)}?`}
      action="Advance the clock"
      busy={advance.isPending || preview.isPending}
      error={advance.error ?? preview.error}
      onSubmit={() => preview.isSuccess && advance.mutate(undefined)}
      onClose={onClose}
    >
      {preview.data === undefined ? (
        preview.isPending && <Loading what="Looking up deadlines" />
      ) : (
        <Effects preview={preview.data} />
      )}
      {first.check}
    </FormDialog>
  )
}

function Effects({ preview }: { readonly preview: ApiResponse<'GET /sandbox/clock/preview'> }) {
  const { byMs, reissueEnds, refreshEnds, purgedReports, purgedOrders } = preview
  const effects = [
    [reissueEnds, 'report', 'can no longer be reissued, upgraded or unmerged'],
    [refreshEnds, 'report', 'can no longer be refreshed'],
    [purgedReports, 'report', 'will be purged: the retention period ends'],
    [purgedOrders, 'failed or rejected order', 'will be purged from the request log'],
  ] as const
  const happening = effects.filter(([count]) => count > 0)
  return (
    <>
      <p>
        That is {plural(Math.max(1, Math.round(byMs / DAY_MS)), 'day')} from now. Only a snapshot or
        a reset turns the clock back.
      </p>
      {happening.length === 0 ? (
        <p>No deadline passes: every report can still be reissued and refreshed.</p>
      ) : (
        <ul className="effects">
          {happening.map(([count, what, effect]) => (
            <li key={effect}>
              <span className="strong">{plural(count, what)}</span> {effect}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
