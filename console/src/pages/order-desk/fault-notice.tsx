/** The injected faults that an order would meet, said before it is sent. */
import { useSession } from '../../api/session.tsx'
import { useApiQuery } from '../../api/use-api-query.ts'
import { activeFaults, faultText, type InjectedFault } from '../../components/injected-faults.ts'

/** What is known of an order before it is sent. */
interface Sendable {
  readonly account: string | undefined
  readonly bureaus: readonly string[]
  /** Social Security numbers, whole or masked; undefined where the order is not in a form. */
  readonly ssns: readonly string[] | undefined
}

interface NoticeProps {
  readonly order: Sendable
  /** Whether bureaus are asked; faults of the service are met by every order. */
  readonly pulls: boolean
  /** IDs of the faults that are removed before. */
  readonly removedIds?: readonly string[]
}

/** A sentence for each fault; nothing without any. */
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
        {/* Where several fit, the latest applies. */}
        {index === all.length - 1 && isSure(fault, order) ? 'will' : 'may'} apply.
      </p>
    ))
}

/** The Social Security numbers of personas and custom people, by their IDs. */
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

/** What masks show of a number. */
const lastDigits = (ssn = '') => ssn.slice(-4)

function isSure({ share, borrower, bureau }: InjectedFault, { ssns }: Sendable): boolean {
  const isForAll = borrower === undefined && bureau === undefined
  return (share ?? 1) === 1 && (isForAll || ssns !== undefined)
}
