/** The identity of a borrower on the files of two times: names, addresses, employments, alerts. */
import { nameKey } from '../../documents/names.ts'
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { CreditFileValue } from '../../documents/tables/response.ts'
import { type Difference, type DifferenceKind, difference } from './differences.ts'

/** The differences of the files of all borrowers, apart from accounts, records and inquiries. */
export function compareFiles(
  base: readonly CreditFileValue[],
  current: readonly CreditFileValue[],
): Difference[] {
  const borrowerIds = [...new Set(current.map(({ BorrowerID: id }) => id))]
  return borrowerIds.flatMap((borrowerId) => {
    const then = base.filter((file) => file.BorrowerID === borrowerId)
    const now = current.filter((file) => file.BorrowerID === borrowerId)
    return [
      ...MENTIONS.flatMap(([kind, mentionsOf]) =>
        newMentions(kind, borrowerId, then.flatMap(mentionsOf), now.flatMap(mentionsOf)),
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

/** Something that a file says about the borrower. */
interface Mention {
  /** Undefined for a file of no single bureau. */
  readonly bureau: BureauName | undefined
  /** Equal where two files say the same. */
  readonly key: string
  /** As the file spells it. */
  readonly what: string
  readonly since?: string | undefined
  readonly to?: string | undefined
}

// biome-ignore format: a table
const MENTIONS: readonly [DifferenceKind, (file: CreditFileValue) => Mention[]][] = [
  ['newAlert', alerts],
  ['newStatement', statements],
  ['newName', names],
  ['newAddress', addresses],
  ['newEmployment', employments],
]

/** What files say now and none said then, each once with the bureaus that say it. */
function newMentions(
  kind: DifferenceKind,
  borrowerId: string,
  then: readonly Mention[],
  now: readonly Mention[],
): Difference[] {
  const known = new Set(then.map(({ key }) => key))
  const added = Map.groupBy(
    now.filter(({ key }) => key !== '' && !known.has(key)),
    ({ key }) => key,
  )
  return [...added.values()].flatMap((mentions) => {
    const [first] = mentions
    if (first === undefined) return []
    const bureaus = BUREAUS.filter((bureau) => mentions.some((one) => one.bureau === bureau))
    const { what, since, to } = first
    return [difference({ kind, borrowerIds: [borrowerId], bureaus, what, since, to })]
  })
}

function alerts(file: CreditFileValue): Mention[] {
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

function statements(file: CreditFileValue): Mention[] {
  return (file.CREDIT_COMMENT ?? [])
    .filter(({ _Type: type }) => type === 'ConsumerStatement')
    .map(({ _Text: texts = [] }) => mention(file, texts.join(' ').trim()))
}

function names(file: CreditFileValue): Mention[] {
  const { _BORROWER: person } = file
  const whole = [person._FirstName, person._MiddleName, person._LastName]
  const aliases = (person._ALIAS ?? []).map(
    (alias) => alias._UnparsedName || joined([alias._FirstName, alias._LastName]),
  )
  return [person._UnparsedName || joined(whole), ...aliases].map((name) => mention(file, name))
}

function addresses(file: CreditFileValue): Mention[] {
  const { _RESIDENCE: residences = [], _UnparsedAddress: unparsed = [] } = file._BORROWER
  const known = residences.map((home) => {
    const { _StreetAddress: street, _City: city, _State: state, _PostalCode: zip } = home
    const what = [street, city, joined([state, zip])].filter((part) => part !== '').join(', ')
    return { ...mention(file, what), key: addressKey(what), since: home._DateReported }
  })
  if (known.length > 0) return known
  return unparsed.map((address) => ({ ...mention(file, address), key: addressKey(address) }))
}

/** The extension of a ZIP code comes and goes, and is left aside. */
function addressKey(address: string): string {
  return nameKey(address).replace(/(\d{5})\d{4}$/, '$1')
}

function employments(file: CreditFileValue): Mention[] {
  return [mention(file, file._BORROWER._UnparsedEmployment)]
}

function mention(file: CreditFileValue, what: string): Mention {
  return { bureau: bureauOf(file), key: nameKey(what), what: what.trim() }
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}

/** What one bureau has on file of the person, or that it has given no file. */
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
  // An empty date is the beginning of every other.
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

/** A file of a source that says nothing of its status was returned. */
function isReturned({ _ResultStatusType: status }: CreditFileValue): boolean {
  return status === undefined || status === 'FileReturned'
}
