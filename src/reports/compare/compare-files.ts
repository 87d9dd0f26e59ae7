/** Compares what the files of two reports state about the borrower: names, addresses, alerts. */
import { nameKey } from '../../documents/names.ts'
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { CreditFileValue } from '../../documents/tables/response.ts'
import { type Difference, type DifferenceKind, difference } from './differences.ts'

/** Compares the files of all borrowers, except for accounts, records and inquiries. */
export function compareFiles(
  base: readonly CreditFileValue[],
  current: readonly CreditFileValue[],
): Difference[] {
  const borrowerIds = [...new Set(current.map(({ BorrowerID: id }) => id))]
  return borrowerIds.flatMap((borrowerId) => {
    const then = base.filter((file) => file.BorrowerID === borrowerId)
    const now = current.filter((file) => file.BorrowerID === borrowerId)
    return [
      ...STATED_FACTS.flatMap(([kind, factsOf]) =>
        newFacts(kind, borrowerId, then.flatMap(factsOf), now.flatMap(factsOf)),
      ),
      ...now.flatMap((file) =>
        fileChanges(
          then.find((other) => isSameBureau(file, other)),
          file,
        ),
      ),
    ]
  })
}

/** A fact that a file states about the borrower. */
interface StatedFact {
  /** Undefined for a file that is not of a single bureau. */
  readonly bureau: BureauName | undefined
  /** Equal if two files state the same fact. */
  readonly key: string
  /** As the file spells it. */
  readonly what: string
  readonly since?: string | undefined
  readonly to?: string | undefined
}

// biome-ignore format: a table
const STATED_FACTS: readonly [DifferenceKind, (file: CreditFileValue) => StatedFact[]][] = [
  ['newAlert', alerts],
  ['newStatement', statements],
  ['newName', names],
  ['newAddress', addresses],
  ['newEmployment', employments],
]

/**
 * Returns the facts that current files state and no earlier file did. Each is listed once, with the
 * bureaus that state it.
 */
function newFacts(
  kind: DifferenceKind,
  borrowerId: string,
  then: readonly StatedFact[],
  now: readonly StatedFact[],
): Difference[] {
  const known = new Set(then.map(({ key }) => key))
  const added = Map.groupBy(
    now.filter(({ key }) => key !== '' && !known.has(key)),
    ({ key }) => key,
  )
  return [...added.values()].flatMap((facts) => {
    const [first] = facts
    if (first === undefined) return []
    const bureaus = BUREAUS.filter((bureau) => facts.some((one) => one.bureau === bureau))
    const { what, since, to } = first
    return [difference({ kind, borrowerIds: [borrowerId], bureaus, what, since, to })]
  })
}

function alerts(file: CreditFileValue): StatedFact[] {
  if (!isReturned(file)) return []
  return (file._ALERT_MESSAGE ?? []).map((alert) => {
    const text = alert._Text.join(' ').trim()
    return {
      bureau: bureauOf(file),
      key: `${alert._CategoryType ?? ''}${nameKey(text)}`,
      what: text,
      to:
        alert._CategoryType === 'Other' ? alert._CategoryTypeOtherDescription : alert._CategoryType,
    }
  })
}

function statements(file: CreditFileValue): StatedFact[] {
  return (file.CREDIT_COMMENT ?? [])
    .filter(({ _Type: type }) => type === 'ConsumerStatement')
    .map(({ _Text: texts = [] }) => statedFact(file, texts.join(' ').trim()))
}

function names(file: CreditFileValue): StatedFact[] {
  const { _BORROWER: person } = file
  const whole = [person._FirstName, person._MiddleName, person._LastName]
  const aliases = (person._ALIAS ?? []).map(
    (alias) => alias._UnparsedName || joined([alias._FirstName, alias._LastName]),
  )
  return [person._UnparsedName || joined(whole), ...aliases].map((name) => statedFact(file, name))
}

function addresses(file: CreditFileValue): StatedFact[] {
  const { _RESIDENCE: residences = [], _UnparsedAddress: unparsed = [] } = file._BORROWER
  const known = residences.map((home) => {
    const { _StreetAddress: street, _City: city, _State: state, _PostalCode: zip } = home
    const what = [street, city, joined([state, zip])].filter((part) => part !== '').join(', ')
    return { ...statedFact(file, what), key: addressKey(what), since: home._DateReported }
  })
  if (known.length > 0) return known
  return unparsed.map((address) => ({ ...statedFact(file, address), key: addressKey(address) }))
}

/** Omits the ZIP+4 extension, which is not always present. */
function addressKey(address: string): string {
  return nameKey(address).replace(/(\d{5})\d{4}$/, '$1')
}

function employments(file: CreditFileValue): StatedFact[] {
  return [statedFact(file, file._BORROWER._UnparsedEmployment)]
}

function statedFact(file: CreditFileValue, what: string): StatedFact {
  return { bureau: bureauOf(file), key: nameKey(what), what: what.trim() }
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}

/**
 * Compares the person in one bureau's files. Without a current file, returns only that the file is
 * unavailable, or nothing if the bureau returned no file for the base either.
 */
function fileChanges(then: CreditFileValue | undefined, now: CreditFileValue): Difference[] {
  if (isReturned(now)) return then !== undefined && isReturned(then) ? personChanges(then, now) : []
  if (then !== undefined && !isReturned(then)) return []
  const reason = now.CREDIT_ERROR_MESSAGE?.[0]?._Text.join(' ') ?? ''
  return [fileDifference(now, 'fileUnavailable', { what: reason, to: now._ResultStatusType })]
}

function personChanges(then: CreditFileValue, now: CreditFileValue): Difference[] {
  const [from, to] = [then._BORROWER._BirthDate, now._BORROWER._BirthDate]
  const [numberThen, number] = [then, now].map((file) => file._BORROWER._SSN.replace(/\D/g, ''))
  const changes: Difference[] = []
  // A less precise date agrees with a more precise one that begins with it. An empty date agrees
  // with every date.
  if (!from.startsWith(to) && !to.startsWith(from)) {
    changes.push(fileDifference(now, 'birthDateChanged', { from, to }))
  }
  if (numberThen && number && numberThen !== number) {
    changes.push(fileDifference(now, 'ssnChanged', {}))
  }
  return changes
}

function fileDifference(
  file: CreditFileValue,
  kind: DifferenceKind,
  found: { what?: string; from?: string; to?: string | undefined },
): Difference {
  const bureaus = BUREAUS.filter((bureau) => bureau === file.CreditRepositorySourceType)
  return difference({ kind, borrowerIds: [file.BorrowerID], bureaus, what: '', ...found })
}

function bureauOf(file: CreditFileValue): BureauName | undefined {
  return BUREAUS.find((bureau) => bureau === file.CreditRepositorySourceType)
}

function isSameBureau(a: CreditFileValue, b: CreditFileValue): boolean {
  return a.CreditRepositorySourceType === b.CreditRepositorySourceType
}

/** Reports whether a file was returned, which is assumed if its source states no status. */
function isReturned({ _ResultStatusType: status }: CreditFileValue): boolean {
  return status === undefined || status === 'FileReturned'
}
