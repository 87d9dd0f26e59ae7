/** The commands that the palette finds by name: accounts, test people and console users. */
import { useLocation } from 'wouter'
import { useSession } from '../api/session.tsx'
import { useApiQuery } from '../api/use-api-query.ts'
import type { IconName } from '../components/icons.tsx'
import { messageOf } from '../components/layout.tsx'
import { requestForPersona, useOrderNow } from '../components/order-now.ts'
import { personaName } from '../components/personas.ts'
import { useToast } from '../components/toast.tsx'
import { type Command, type CommandGroup, matches } from './command.ts'

/** The maximum number of commands of a group, because a short text occurs in many names. */
const GROUP_MAX = 6

/**
 * Returns the groups of commands that match a text. All data is fetched before the user types, so
 * that late results do not move other groups.
 */
export function useEntityGroups(text: string): readonly CommandGroup[] {
  const groups: readonly CommandGroup[] = [
    ['Accounts', useAccounts()],
    ['Test people', [...usePersonas(text), ...useCustomPeople()]],
    ['Users', useUsers()],
  ]
  return groups.map(([title, members]) => [
    title,
    members.filter((each) => matches(each, text)).slice(0, GROUP_MAX),
  ])
}

/** Returns a function that creates a command which opens a URL. */
function useGoing() {
  const [, go] = useLocation()
  return (name: string, icon: IconName, path: string, also = ''): Command => {
    return { name, icon, also, run: () => go(path) }
  }
}

function useAccounts(): readonly Command[] {
  const to = useGoing()
  const { operator } = useSession()
  const accounts = useApiQuery('accounts', 'GET /accounts')
  return (accounts.data?.items ?? []).flatMap(({ name, party = '' }) => [
    // The integrator's own account is already among the pages.
    ...(name === operator.account
      ? []
      : [to(`Account ${name}`, 'accounts', `/accounts/${name}`, party)]),
    to(
      `Secrets of ${name}`,
      'key',
      `/accounts/${name}?view=secrets`,
      `account new secret ${party}`,
    ),
    to(`Statement of ${name}`, 'orders', `/accounts/${name}?view=statement`, `account ${party}`),
  ])
}

/**
 * Returns commands that show a persona or order for it. A persona must be found by its name or ID,
 * so that the word `order` does not list orders for all personas.
 */
function usePersonas(text: string): readonly Command[] {
  const { sandbox, operator } = useSession()
  const to = useGoing()
  const toast = useToast()
  const personas = useApiQuery('personas', 'GET /sandbox/personas', {}, { enabled: sandbox })
  const order = useOrderNow<string>(
    (account, id) => requestForPersona(id, account),
    (error) => toast(messageOf(error), 'bad'),
  )
  const words = text.toLowerCase().split(/\s+/)
  const named = (personas.data?.items ?? []).filter((persona) =>
    words.some((word) => `${personaName(persona)} ${persona.id}`.toLowerCase().includes(word)),
  )
  return named.flatMap(({ id, ...persona }) => {
    const name = personaName(persona)
    const opening = to(`Persona ${name}`, 'people', `/sandbox?view=personas&persona=${id}`, id)
    const ordering: Command = {
      name: `Order now: ${name}`,
      icon: 'reports',
      also: `${id} place report`,
      run: () => order.mutate(id),
    }
    return operator.role === 'auditor' ? [opening] : [opening, ordering]
  })
}

function useCustomPeople(): readonly Command[] {
  const { sandbox } = useSession()
  const to = useGoing()
  const people = useApiQuery('people', 'GET /sandbox/people', {}, { enabled: sandbox })
  return (people.data?.items ?? []).map(({ id, firstName, lastName }) =>
    to(`Custom person ${firstName} ${lastName}`, 'people', `/sandbox?view=people&person=${id}`, id),
  )
}

function useUsers(): readonly Command[] {
  const { operator } = useSession()
  const to = useGoing()
  const enabled = operator.role !== 'integrator'
  const operators = useApiQuery('operators', 'GET /operators', {}, { enabled })
  return (operators.data?.items ?? []).flatMap(({ name }) => [
    to(`User ${name}`, 'people', '/operators', 'operator'),
    to(`Audit trail of ${name}`, 'audit', `/audit?actor=${name}`, 'operator user'),
  ])
}
