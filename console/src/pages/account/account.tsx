/** The page of one account: secrets, profile and statement. */
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { onSignOut } from '../../api/sign-out.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button, LinkButton } from '../../components/button.tsx'
import { FormDialog } from '../../components/dialog.tsx'
import { Facts, Heading, LoadState, Panel } from '../../components/layout.tsx'
import { RealTime } from '../../components/real-time.tsx'
import { DisabledState } from '../../components/state-badge.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { useToast } from '../../components/toast.tsx'
import { useLeaveWarning } from '../../components/use-leave-warning.ts'
import type { Account, Profile } from './account-data.ts'
import { applyChanges } from './apply-changes.ts'
import { ProfileFacts } from './profile-facts.tsx'
import { PROFILE_ROWS } from './profile-fields.ts'
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
  const { operator } = useSession()
  const account = useApiQuery('account', 'GET /accounts/:name', { params: { name } })
  const heading = (
    <Heading
      title={`Account ${name}`}
      {...(operator.role === 'integrator' ? {} : { of: ['/accounts', 'Accounts'] as const })}
      actions={
        account.data !== undefined && (
          <>
            <LinkButton to={`/orders?account=${name}`}>Orders</LinkButton>
            {operator.role !== 'integrator' && (
              <LinkButton to={`/audit?account=${name}`}>Audit trail</LinkButton>
            )}
            {operator.role === 'operator' && <EnableButton account={account.data} />}
          </>
        )
      }
    />
  )
  if (account.data === undefined) {
    return (
      <>
        {heading}
        <LoadState query={account} what="Loading the account" />
      </>
    )
  }
  return (
    <>
      {heading}
      <Panel>
        <Facts facts={factsOf(account.data)} />
      </Panel>
      <Sections account={account.data} />
    </>
  )
}

const factsOf = ({ disabledAt, createdAt, profile }: Account) =>
  [
    ['State', <DisabledState key="state" since={disabledAt} />],
    ['Requesting party', profile.party.name || 'not set'],
    ['End user', profile.endUser || PROFILE_ROWS.endUser.unset],
    ['Created', <RealTime key="created" at={createdAt} />],
    ['Permissible purpose', profile.purpose, 'whole'],
  ] as const

function Sections({ account }: { readonly account: Account }) {
  const { operator } = useSession()
  const [draft, setDraft] = useProfileDraft(account)
  useLeaveWarning(draft !== undefined)
  const [parameters, setParameters] = useSearchParams()
  const requested = parameters.get('view')
  const view = TABS.find(([key]) => key === requested)?.[0] ?? 'secrets'
  const tabs = TABS.map(
    ([key, title]) => [key, key === 'profile' && draft ? `${title} (unsaved)` : title] as const,
  )
  return (
    <Tabs
      label="Account sections"
      tabs={tabs}
      current={view}
      onTab={(next) => setParameters({ view: next }, { replace: true })}
    >
      {view === 'secrets' && <Secrets account={account} />}
      {view === 'profile' &&
        (operator.role === 'operator' ? (
          <ProfileForm account={account} draft={draft} onDraft={setDraft} />
        ) : (
          <ProfileFacts profile={account.profile} />
        ))}
      {view === 'statement' && <Statement account={account} />}
    </Tabs>
  )
}

// Unsaved profiles by account, held in the memory of the page while other pages are open.

interface StoredDraft {
  /**
   * The profile that the draft was started from. Fields that another operator has saved since are
   * not overwritten.
   */
  readonly base: Profile
  readonly draft: Profile
}

const drafts = new Map<string, StoredDraft>()

onSignOut(() => drafts.clear())

/** Returns the unsaved profile of an account, or undefined, and a function that sets it. */
function useProfileDraft(account: Account): [Profile | undefined, (draft?: Profile) => void] {
  const { name, profile } = account
  const [, redraw] = useState({})
  const setDraft = (draft?: Profile) => {
    if (draft === undefined) drafts.delete(name)
    else drafts.set(name, { base: profile, draft })
    redraw({})
  }
  const stored = drafts.get(name)
  const draft = stored && applyChanges(stored.base, stored.draft, profile)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(profile)
  return [isChanged ? draft : undefined, setDraft]
}

/** Enables or disables the account. Both affect clients, so a dialog asks for confirmation. */
function EnableButton({ account }: { readonly account: Account }) {
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const { name } = account
  const disabled = account.disabledAt !== undefined
  const action = disabled ? 'Enable' : 'Disable'
  const change = useApiMutation(
    () =>
      disabled
        ? call('POST /accounts/:name/enable', { params: { name } })
        : call('POST /accounts/:name/disable', { params: { name } }),
    () => {
      setAsking(false)
      toast(disabled ? 'Account enabled.' : 'Account disabled.')
    },
  )
  return (
    <>
      <Button {...(disabled ? {} : { kind: 'danger' })} onClick={() => setAsking(true)}>
        {action}
      </Button>
      {asking && (
        <FormDialog
          title={`${action} account ${name}?`}
          action={`${action} account`}
          danger={!disabled}
          busy={change.isPending}
          error={change.error}
          onSubmit={() => change.mutate(undefined)}
          onClose={() => setAsking(false)}
        >
          <p>
            {disabled
              ? 'Its clients can place orders again, with the same secrets.'
              : 'Its orders are rejected from now on. Its reports and secrets are kept, and you can enable it again.'}
          </p>
        </FormDialog>
      )}
    </>
  )
}
