/** The sandbox: people whose outcome is known, bureaus that misbehave on command, and the clock. */
import { useSearchParams } from 'wouter'
import { useSession } from '../../api/session.tsx'
import { Heading, Note } from '../../components/layout.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { SandboxClock } from './clock.tsx'
import { SandboxFaults } from './fault-injection.tsx'
import { Personas } from './personas.tsx'
import './sandbox.css'

const TABS = [
  ['personas', 'Personas'],
  ['faults', 'Faults'],
  ['clock', 'Clock'],
] as const

/** What only a simulated world can do. */
export function SandboxPage() {
  const { sandbox } = useSession()
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get('view')
  const view = TABS.find(([key]) => key === asked)?.[0] ?? 'personas'
  if (!sandbox) {
    return (
      <>
        <Heading title="Sandbox" />
        <Note>
          <p>
            This service asks real bureaus. A sandbox is there only while every bureau is simulated.
          </p>
        </Note>
      </>
    )
  }
  return (
    <>
      <Heading title="Sandbox">
        <p>
          Every bureau here is simulated: nothing is real, nothing costs, and everything can be made
          to happen.
        </p>
      </Heading>
      <Tabs
        label="Parts of the sandbox"
        tabs={TABS}
        current={view}
        onTab={(next) => setParameters({ view: next }, { replace: true })}
      >
        {view === 'personas' && <Personas />}
        {view === 'faults' && <SandboxFaults />}
        {view === 'clock' && <SandboxClock />}
      </Tabs>
    </>
  )
}
