/** A notice of the injected faults that an order would meet, shown before it is sent. */
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { activeFaults, faultText, type InjectedFault } from '../../components/injected-faults.ts'

/** The properties of an order that decide which faults it meets. */
interface Sendable {
  readonly account: string | undefined
  readonly bureaus: readonly string[]
  /** Social Security numbers, whole or masked; undefined if the order is not in the form. */
  readonly ssns: readonly string[] | undefined
}

interface NoticeProps {
  readonly order: Sendable
  /** Whether bureaus are asked. Faults of the service apply to every order. */
  readonly pulls: boolean
  /** IDs of the faults that will be removed before the order is sent. */
  readonly removedIds?: readonly string[]
}

/** A sentence for each fault that fits the order; nothing if none does. */
export function FaultNotice({ order, pulls, removedIds = [] }: NoticeProps) {
  const { sandbox } = useSession()
  const faults = useApiQuery('faults', 'GET /sandbox/faults', {}, { enabled: sandbox })
  const active = faults.data === undefined ? [] : activeFaults(faults.data)
  const numbers = useNumbers(active.some(({ borrower }) => borrower !== undefined))
  if (faults.data === undefined) return null
  const terms = faults.data
  return active
    .filter((fault) => (pulls || fault.service) && !removedIds.includes(fault.id))
    .filter((fault) => fits(fault, order, numbers))
    .map((fault, index, all) => (
      <p key={fault.id} className="strong">
        The injected fault “{faultText(fault, terms)}”{' '}
        {/* If several faults fit, the latest applies. */}
        {index === all.length - 1 && isSure(fault, order) ? 'will' : 'may'} apply.
      </p>
    ))
}

/** Returns the Social Security numbers of personas and custom people by their IDs. */
function useNumbers(enabled: boolean): ReadonlyMap<string, string> {
  const personas = useApiQuery('personas', 'GET /sandbox/personas', {}, { enabled })
  const people = useApiQuery('people', 'GET /sandbox/people', {}, { enabled })
  const all = [...(personas.data?.items ?? []), ...(people.data?.items ?? [])]
  return new Map(all.map(({ id, ssn }) => [id, ssn]))
}

function fits(
  { account, bureau, borrower }: InjectedFault,
  order: Sendable,
  numbers: ReadonlyMap<string, string>,
): boolean {
  const isSame = (ssn: string) =>
    lastDigits(ssn) === lastDigits(numbers.get(borrower ?? '') ?? borrower)
  return (
    (account === undefined || account === order.account) &&
    (bureau === undefined || order.bureaus.includes(bureau)) &&
    (borrower === undefined || order.ssns === undefined || order.ssns.some(isSame))
  )
}

/** Returns the digits of a number that masks leave visible. */
const lastDigits = (ssn = '') => ssn.slice(-4)

function isSure({ share, borrower, bureau }: InjectedFault, { ssns }: Sendable): boolean {
  const isForAll = borrower === undefined && bureau === undefined
  return (share ?? 1) === 1 && (isForAll || ssns !== undefined)
}
