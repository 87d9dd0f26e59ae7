/** The time of the simulated world, which can be advanced and never goes back. */
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useChange } from '../../api/use-api-mutation.ts'
import { useAnswer } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Facts, Failed, Note, Panel, said, Waiting } from '../../components/layout.tsx'
import { counted, momentText } from '../../format.ts'

const STEPS = ['1d', '31d', '45d', '121d'] as const
const DAY_MS = 86_400_000

/** Shows the clock and advances it. */
export function SandboxClock() {
  const { operator } = useSession()
  const clock = useAnswer('clock', 'GET /sandbox/clock', {}, { everyMs: 10_000 })
  const [by, setBy] = useState('')
  const advance = useChange((step: string) =>
    call('POST /sandbox/clock', { body: { advance: step } }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    advance.mutate(by)
  }
  if (!clock.isSuccess) {
    return clock.isError ? (
      <Failed error={clock.error} again={() => void clock.refetch()} />
    ) : (
      <Waiting what="Asking for the time" />
    )
  }
  return (
    <Panel title="The time of the sandbox">
      <Facts
        facts={[
          [
            'It is',
            <span key="now" className="figure sandbox-now">
              {momentText(clock.data.now)}
            </span>,
          ],
          ['Ahead of the machine', counted(Math.round(clock.data.advancedMs / DAY_MS), 'day')],
        ]}
      />
      <p className="muted">
        As the clock goes on, accounts age, balances change and windows close: a report can be
        reissued for 30 days and be the base of a refresh for 120.
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
              label="Or by"
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
              <p>{said(advance.error)}</p>
            </Note>
          )}
        </form>
      )}
    </Panel>
  )
}
