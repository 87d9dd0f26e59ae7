/** One account: its secrets, its profile, its statement. */
import { useSearchParams } from 'wouter'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { Facts, Heading, LoadError, Loading, messageOf, Panel } from '../../components/layout.tsx'
import { AccountState } from '../../components/state-badge.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { useToast } from '../../components/toast.tsx'
import { dateTimeText } from '../../format.ts'
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

/** The page of one account. */
export function AccountPage({ name }: { readonly name: string }) {
  const account = useApiQuery('account', 'GET /accounts/:name', { params: { name } })
  const [parameters, setParameters] = useSearchParams()
  const requested = parameters.get('view')
  const view = TABS.find(([key]) => key === requested)?.[0] ?? 'secrets'
  const heading = (
    <Heading
      title={`Account ${name}`}
      of={['/accounts', 'Accounts']}
      actions={account.data !== undefined && <EnableButton account={account.data} />}
    />
  )
  if (!account.isSuccess) {
    return (
      <>
        {heading}
        {account.isPending && <Loading what="Loading the account" />}
        {account.isError && (
          <LoadError error={account.error} onRetry={() => void account.refetch()} />
        )}
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
            ['Requesting party', data.profile.party.name || 'not set'],
            ['End user', data.profile.endUser || 'same as requesting party'],
            ['Permissible purpose', data.profile.purpose],
            ['Created', dateTimeText(data.createdAt)],
          ]}
        />
      </Panel>
      <Tabs
        label="Account sections"
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

function EnableButton({ account }: { readonly account: Account }) {
  const { operator } = useSession()
  const toast = useToast()
  const { name } = account
  const disabled = account.disabledAt !== undefined
  const change = useApiMutation(
    () =>
      disabled
        ? call('POST /accounts/:name/enable', { params: { name } })
        : call('POST /accounts/:name/disable', { params: { name } }),
    () => toast(disabled ? 'Account enabled.' : 'Account disabled.'),
  )
  if (operator.role !== 'operator') return null
  return (
    <>
      {change.isError && <p className="error">{messageOf(change.error)}</p>}
      <Button
        {...(disabled ? {} : { kind: 'danger' as const })}
        busy={change.isPending}
        onClick={() => change.mutate(undefined)}
      >
        {disabled ? 'Enable' : 'Disable'}
      </Button>
    </>
  )
}
