/** Custom test people: put as a file, listed, ordered and deleted. */
import { found } from '../admin-api/handler.ts'
import { ApiProblem } from '../admin-api/problems.ts'
import { monthNumber } from '../bureaus/simulator/calendar.ts'
import { PersonRejected } from '../bureaus/simulator/people/check-person.ts'
import { customFile } from '../bureaus/simulator/people/custom-file.ts'
import { identityOfCustom } from '../bureaus/simulator/people/custom-person.ts'
import { BUREAUS } from '../documents/tables/enumerations.ts'
import { openReport } from '../orders/fulfil/stored-report.ts'
import { type CustomPeople, customPeople, type ShownPerson } from '../sandbox/custom-people.ts'
import { personFromReport } from '../sandbox/person-from-report.ts'
import { type SampleOrderOptions, sampleOrder } from '../sandbox/sample-order.ts'
import { moment } from '../time.ts'
import type { ControlHandlers, ControlPlane } from './handler.ts'

type Names =
  | 'listPeople'
  | 'readPerson'
  | 'putPerson'
  | 'deletePerson'
  | 'readPersonOrder'
  | 'readReportPerson'

export const peopleHandlers: ControlHandlers<Names> = {
  listPeople: async (_call, plane) => {
    const people = await peopleOf(plane).list()
    return {
      items: people.map(({ id, putAt, custom, file: { description } }) => {
        const { firstName, lastName, ssn } = identityOfCustom(custom)
        return { id, putAt: moment(putAt), firstName, lastName, ssn, description }
      }),
    }
  },
  readPerson: async ({ params }, plane) =>
    shownIn(found(await peopleOf(plane).find(params.id)), plane),
  putPerson: async ({ caller, params, body }, plane) => {
    try {
      return await shownIn(await peopleOf(plane).put(params.id, body, caller.actor), plane)
    } catch (error) {
      if (!(error instanceof PersonRejected)) throw error
      const errors = error.problems.map((each) => ({ ...each, rule: 'person' }))
      throw new ApiProblem('bad-request', 'The person file is not valid.', errors)
    }
  },
  deletePerson: async ({ caller, params }, plane) => {
    if (!(await peopleOf(plane).delete(params.id, caller.actor))) throw new ApiProblem('not-found')
    return undefined
  },
  readPersonOrder: async ({ params, query: { operation, with: partner, ...options } }, plane) => {
    const people = peopleOf(plane)
    const ids = partner === undefined ? [params.id] : [params.id, partner]
    const borrowers = []
    for (const id of ids) borrowers.push(identityOfCustom(found(await people.find(id)).custom))
    return sampleOrder(operation, borrowers, options as SampleOrderOptions)
  },
  readReportPerson: async ({ caller, params, query }, { api: { tools } }) => {
    const { reports, audit } = tools.store
    const name = caller.account ?? found(await reports.accountOf(params.id))
    const report = found(await openReport({ name }, params.id, tools))
    await audit.record({
      actor: caller.actor,
      action: 'report.viewed',
      account: name,
      reportId: report.id,
      fields: ['person'],
    })
    const { file, notes } = found(personFromReport(report.content, query.borrower))
    return { file, notes: [...notes] }
  },
}

function peopleOf({ api, clock }: ControlPlane): CustomPeople {
  return customPeople(api.tools.store, clock.now)
}

/** A person with what the bureaus return at the moment. */
async function shownIn({ id, putAt, custom, file, resolved }: ShownPerson, plane: ControlPlane) {
  const { clock, api } = plane
  const now = clock.now()
  const { epoch } = await api.tools.store.sandbox.begin(now.getTime())
  const epochMonth = monthNumber(new Date(epoch))
  const { formerAddresses: _, former: __, ...identity } = identityOfCustom(custom)
  return {
    id,
    putAt: moment(putAt),
    identity,
    bureaus: BUREAUS.map((bureau) => {
      const { status, score, accounts } = customFile(custom, bureau, epochMonth, now)
      const { value, exclusionReason } = score ?? {}
      return { bureau, status, score: value, exclusionReason, accounts: accounts.length }
    }),
    file,
    resolved,
  }
}
