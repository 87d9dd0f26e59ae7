/** Custom test people: put as a file, listed, ordered and deleted. */
import { found } from '../admin-api/handler.ts'
import { ApiProblem } from '../admin-api/problems.ts'
import {
  checkedPerson,
  peopleOf,
  peopleView,
  personView,
} from '../admin-api/sandbox/people-view.ts'
import { identityOfCustom } from '../bureaus/simulator/people/custom-person.ts'
import { openReport } from '../orders/fulfil/stored-report.ts'
import { personFromReport } from '../sandbox/person-from-report.ts'
import { type SampleOrderOptions, sampleOrder } from '../sandbox/sample-order.ts'
import type { ControlHandlers } from './handler.ts'

type Names =
  | 'listPeople'
  | 'readPerson'
  | 'putPerson'
  | 'deletePerson'
  | 'readPersonOrder'
  | 'readReportPerson'

export const peopleHandlers: ControlHandlers<Names> = {
  listPeople: async (_call, { api }) => peopleView(api),
  readPerson: async ({ params }, { api }) =>
    personView(found(await peopleOf(api).find(params.id)), api),
  putPerson: async ({ caller, params, body }, { api }) =>
    personView(await checkedPerson(peopleOf(api).put(params.id, body, caller.actor)), api),
  deletePerson: async ({ caller, params }, { api }) => {
    if (!(await peopleOf(api).delete(params.id, caller.actor))) throw new ApiProblem('not-found')
    return undefined
  },
  readPersonOrder: async ({ params, query: { operation, with: partner, ...options } }, { api }) => {
    const people = peopleOf(api)
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
