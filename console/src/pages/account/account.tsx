/** One account: its secrets, its profile, its statement. */
import { useSearchParams } from 'wouter'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useChange } from '../../api/use-api-mutation.ts'
import { useAnswer } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { Facts, Failed, Heading, Panel, said, Waiting } from '../../components/layout.tsx'
import { AccountState } from '../../components/state-badge.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { useTell } from '../../components/toast.tsx'
import { momentText } from '../../format.ts'
import type { Account } from './account-data.ts'
import { ProfileForm } from './profile-form.tsx'
import { Secrets } from './secrets.tsx'
import { Statement } from './statement.tsx'
import './account.css'

const TABS = [
  ['secrets', 'Secrets'],
  ['profile', 'Profile and prices'],
  ['statement', 'Statement'],
] as const

/** One account. */
export function AccountPage({ name }: { readonly name: string }) {
  const account = useAnswer('account', 'GET /accounts/:name', { params: { name } })
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get('view')
  const view = TABS.find(([key]) => key === asked)?.[0] ?? 'secrets'
  const heading = (
    <Heading
      title={`Account ${name}`}
      of={['/accounts', 'Accounts']}
      actions={account.data !== undefined && <Admission account={account.data} />}
    />
  )
  if (!account.isSuccess) {
    return (
      <>
        {heading}
        {account.isPending && <Waiting what="Fetching the account" />}
        {account.isError && <Failed error={account.error} again={() => void account.refetch()} />}
      </>
    )
  }
  const { data } = account
  return (
    <>
      {heading}
      <Panel>
        <Facts
          facts={[
            ['State', <AccountState key="state" disabledAt={data.disabledAt} />],
            ['Party', data.profile.party.name || 'not named'],
            ['End user', data.profile.endUser || 'the party'],
            ['Permissible purpose', data.profile.purpose],
            ['Since', momentText(data.createdAt)],
          ]}
        />
      </Panel>
      <Tabs
        label="Parts of the account"
        tabs={TABS}
        current={view}
        onTab={(next) => setParameters({ view: next }, { replace: true })}
      >
        {view === 'secrets' && <Secrets account={data} />}
        {view === 'profile' && <ProfileForm key={JSON.stringify(data.profile)} account={data} />}
        {view === 'statement' && <Statement name={name} />}
      </Tabs>
    </>
  )
}

function Admission({ account }: { readonly account: Account }) {
  const { operator } = useSession()
  const tell = useTell()
  const { name } = account
  const disabled = account.disabledAt !== undefined
  const change = useChange(
    () =>
      disabled
        ? call('POST /accounts/:name/enable', { params: { name } })
        : call('POST /accounts/:name/disable', { params: { name } }),
    () => tell(disabled ? 'The account is admitted again.' : 'The account is refused from now on.'),
  )
  if (operator.role !== 'operator') return null
  return (
    <>
      {change.isError && <p className="fault">{said(change.error)}</p>}
      <Button
        {...(disabled ? {} : { kind: 'danger' as const })}
        busy={change.isPending}
        onClick={() => change.mutate(undefined)}
      >
        {disabled ? 'Admit again' : 'Disable'}
      </Button>
    </>
  )
}
