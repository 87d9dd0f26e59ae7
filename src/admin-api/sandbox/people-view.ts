/** Custom test people, as the console and the control plane show them. */
import type { z } from 'zod'
import type { CreditFile, FileAccount } from '../../bureaus/bureau.ts'
import { monthNumber } from '../../bureaus/simulator/calendar.ts'
import { customFile } from '../../bureaus/simulator/people/custom-file.ts'
import { identityOfCustom } from '../../bureaus/simulator/people/custom-person.ts'
import { PersonRejected } from '../../bureaus/simulator/people/person-problem.ts'
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import { blendLine } from '../../reports/merge/blend.ts'
import { candidatesOf } from '../../reports/merge/match.ts'
import { tallyLines } from '../../reports/merge/tallies.ts'
import { type CustomPeople, customPeople, type ShownPerson } from '../../sandbox/custom-people.ts'
import { formatTimestamp } from '../../time.ts'
import { type Api, clockOf } from '../handler.ts'
import { ApiProblem } from '../problems.ts'
import type { PeopleList, Person } from '../schemas/sandbox-schemas.ts'

/** Returns the custom people of the world. */
export function peopleOf(api: Api): CustomPeople {
  return customPeople(api.tools.store, clockOf(api).now)
}

/** Returns all custom people, with their identity and the current result at each bureau. */
export async function peopleView(api: Api): Promise<z.output<typeof PeopleList>> {
  const [people, fileOf] = await Promise.all([peopleOf(api).list(), filesNow(api)])
  return {
    items: people.map(({ id, putAt, custom, file: { description } }) => {
      const { firstName, lastName, ssn } = identityOfCustom(custom)
      const results = BUREAUS.map((bureau) => [bureau, resultOf(fileOf(custom, bureau))] as const)
      const outcome = Object.fromEntries(results) as Record<BureauName, AtBureau>
      return { id, putAt: formatTimestamp(putAt), firstName, lastName, ssn, description, outcome }
    }),
  }
}

type AtBureau = ReturnType<typeof resultOf>

/** Returns a function that returns the current file of a custom person at a bureau. */
async function filesNow(api: Api) {
  const now = clockOf(api).now()
  const { epoch } = await api.tools.store.sandbox.begin(now.getTime())
  const epochMonth = monthNumber(new Date(epoch))
  return (custom: ShownPerson['custom'], bureau: BureauName) =>
    customFile(custom, bureau, epochMonth, now)
}

function resultOf({ status, score }: CreditFile) {
  const { value, exclusionReason } = score ?? {}
  return { status, score: value, exclusionReason }
}

/** Returns a custom person with the current figures of each bureau. */
export async function personView(
  { id, putAt, custom, file, resolved }: ShownPerson,
  api: Api,
): Promise<z.output<typeof Person>> {
  const fileOf = await filesNow(api)
  const { formerAddresses: _, former: __, ...identity } = identityOfCustom(custom)
  return {
    id,
    putAt: formatTimestamp(putAt),
    identity,
    bureaus: BUREAUS.map((bureau) => bureauFigures(fileOf(custom, bureau), clockOf(api).now())),
    file,
    resolved,
  }
}

/** Returns the figures by which the files of the bureaus can be compared. */
function bureauFigures(file: CreditFile, now: Date): z.output<typeof Person>['bureaus'][number] {
  const { bureau, accounts, publicRecords, inquiries, alerts } = file
  return {
    bureau,
    ...resultOf(file),
    accounts: accounts.length,
    balance: sum(accounts.map(({ _UnpaidBalanceAmount = 0 }) => _UnpaidBalanceAmount)),
    lates: sum(accounts.map(lateCount)),
    publicRecords: publicRecords.length,
    inquiries: inquiries.length,
    alerts: alerts.length,
    ...summaryFigures(file, now),
  }
}

/** Returns the figures of a report summary, for one file. */
function summaryFigures(file: CreditFile, now: Date) {
  const month = monthNumber(now)
  const lines = candidatesOf(file, { borrower: 0, bureau: 0, fileId: '' }).map((account) =>
    blendLine([account], ['B1'], month),
  )
  const tallies = tallyLines(lines, 0, { month, recentSince: '' })
  const { collections, chargeOffs, repossessions, disputed, categories, oldest } = tallies
  const { revolvingLimit: limit, revolvingUsed: used } = tallies
  return {
    collections,
    chargeOffs,
    repossessions,
    disputed,
    openMortgages: categories.Mortgage.open,
    utilizationPercent: limit === 0 ? undefined : Math.round((100 * used) / limit),
    oldestMonth: oldest?.slice(0, 7),
  }
}

function lateCount({ _LATE_COUNT: counts }: FileAccount): number {
  return (counts?._30Days ?? 0) + (counts?._60Days ?? 0) + (counts?._90Days ?? 0)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/**
 * Returns the person made from a person file. Throws a problem with every error if the file
 * contradicts itself.
 */
export async function checkedPerson(made: Promise<ShownPerson>): Promise<ShownPerson> {
  try {
    return await made
  } catch (error) {
    if (!(error instanceof PersonRejected)) throw error
    const errors = error.problems.map((each) => ({ ...each, rule: 'person' }))
    throw new ApiProblem('bad-request', 'The person file is not valid.', errors)
  }
}
