/** The page of the sandbox: personas, custom people, fault injection, clock, and snapshots. */
import { useSearchParams } from 'wouter'
import { useSession } from '../../api/session.tsx'
import { Heading, Note } from '../../components/layout.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { SandboxClock } from './clock.tsx'
import { FaultInjection } from './fault-injection.tsx'
import { CustomPeople } from './people/people.tsx'
import { Personas } from './personas.tsx'
import { SandboxWorld } from './world.tsx'
import './sandbox.css'
import './people/people.css'

const TABS = [
  ['personas', 'Personas'],
  ['people', 'Custom people'],
  ['faults', 'Fault injection'],
  ['clock', 'Clock'],
  ['world', 'Snapshots and reset'],
] as const

/** What each role can do on the page. */
const INTRODUCTIONS = {
  operator: 'Pick a borrower, inject a fault or move time forward.',
  integrator:
    'Pick a borrower for an order. Only operators can inject faults or move time forward.',
  auditor: 'Only operators can inject faults or move time forward.',
} as const satisfies Readonly<Record<ReturnType<typeof useSession>['operator']['role'], string>>

/** The sandbox controls, which are available only while all bureaus are simulated. */
export function SandboxPage() {
  const { sandbox, operator } = useSession()
  const [parameters, setParameters] = useSearchParams()
  const requested = parameters.get('view')
  const view = TABS.find(([key]) => key === requested)?.[0] ?? 'personas'
  if (!sandbox) {
    return (
      <>
        <Heading title="Sandbox" />
        <Note>
          <p>
            This service is connected to real bureaus. The sandbox is available only when every
            bureau is simulated.
          </p>
        </Note>
      </>
    )
  }
  return (
    <>
      <Heading title="Sandbox">
        <p>
          All bureaus are simulated: borrowers are fictional, and the charges that you see are not
          billed. {INTRODUCTIONS[operator.role]}
        </p>
      </Heading>
      <Tabs
        label="Sandbox sections"
        tabs={TABS}
        current={view}
        onTab={(next) => setParameters({ view: next }, { replace: true })}
      >
        {view === 'personas' && <Personas />}
        {view === 'people' && <CustomPeople />}
        {view === 'faults' && <FaultInjection />}
        {view === 'clock' && <SandboxClock />}
        {view === 'world' && <SandboxWorld />}
      </Tabs>
    </>
  )
}
