/** The roles of console users in plain words, and the fields to choose one. */
import type { ApiResponse } from '../../api/call.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { SelectField } from '../../components/field.tsx'

/** A console user. */
export type Person = ApiResponse<'GET /operators'>['items'][number]

/** The role of a console user. */
export type Role = Person['role']

/** The title and the meaning of each role. */
export const ROLES: Readonly<Record<Role, readonly [title: string, meaning: string]>> = {
  operator: ['Operator', 'Full access'],
  auditor: ['Auditor', 'Reads everything with personal data masked, changes nothing'],
  integrator: ['Integrator', 'Works with one account'],
}

interface RoleProps {
  readonly role: Role
  readonly account: string
  readonly onRole: (role: Role) => void
  readonly onAccount: (account: string) => void
}

/** The fields for the role, and for the account of an integrator. */
export function RoleFields({ role, account, onRole, onAccount }: RoleProps) {
  const accounts = useApiQuery('accounts', 'GET /accounts')
  return (
    <>
      <SelectField
        label="Role"
        hint={`${ROLES[role][1]}.`}
        value={role}
        choices={Object.entries(ROLES).map(([each, [title]]) => [each, title] as const)}
        onChoice={(next) => onRole(next as Role)}
      />
      {role === 'integrator' && (
        <SelectField
          label="Account"
          required
          value={account}
          choices={[
            ['', 'Choose an account'],
            ...(accounts.data?.items.map((each) => [each.name, each.name] as const) ?? []),
          ]}
          onChoice={onAccount}
        />
      )}
    </>
  )
}
