/** The sandbox clock, which can only be moved forward. */
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Facts, LoadError, Loading, messageOf, Note, Panel } from '../../components/layout.tsx'
import { dateTimeText, plural } from '../../format.ts'

const STEPS = ['1d', '31d', '45d', '121d'] as const
const DAY_MS = 86_400_000

/** Shows the sandbox time, with buttons to advance it. */
export function SandboxClock() {
  const { operator } = useSession()
  const clock = useApiQuery('clock', 'GET /sandbox/clock', {}, { refetchIntervalMs: 10_000 })
  const [by, setBy] = useState('')
  const advance = useApiMutation((step: string) =>
    call('POST /sandbox/clock', { body: { advance: step } }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    advance.mutate(by)
  }
  if (!clock.isSuccess) {
    return clock.isError ? (
      <LoadError error={clock.error} onRetry={() => void clock.refetch()} />
    ) : (
      <Loading what="Loading the clock" />
    )
  }
  return (
    <Panel title="Sandbox clock">
      <Facts
        facts={[
          [
            'Sandbox time',
            <span key="now" className="figure sandbox-now">
              {dateTimeText(clock.data.now)}
            </span>,
          ],
          ['Ahead of real time', plural(Math.round(clock.data.advancedMs / DAY_MS), 'day')],
        ]}
      />
      <p className="muted">
        Advancing the clock ages accounts and changes balances. Deadlines pass as well: you can
        reissue a report for 30 days and refresh it for 120 days.
      </p>
      {operator.role === 'operator' && (
        <form className="stack" onSubmit={submit}>
          <div className="actions">
            {STEPS.map((step) => (
              <Button key={step} busy={advance.isPending} onClick={() => advance.mutate(step)}>
                Advance {step.replace('d', step === '1d' ? ' day' : ' days')}
              </Button>
            ))}
          </div>
          <div className="row">
            <TextField
              label="Custom"
              placeholder="36h, 45d or 2w"
              pattern="[0-9]+[hdw]"
              required
              value={by}
              onText={setBy}
            />
            <Button type="submit" busy={advance.isPending}>
              Advance
            </Button>
          </div>
          {advance.isError && (
            <Note tone="bad">
              <p>{messageOf(advance.error)}</p>
            </Note>
          )}
        </form>
      )}
    </Panel>
  )
}
