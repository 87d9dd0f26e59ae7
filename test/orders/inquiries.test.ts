/** Hard pulls appear as inquiries on later files; soft pulls do not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { momentOf } from '../../src/bureaus/simulator/calendar.ts'
import { PERSONAS } from '../../src/bureaus/simulator/personas.ts'
import type { ScoredContent } from '../../src/bureaus/simulator/scores/scorecard.ts'
import { scoreOf } from '../../src/bureaus/simulator/scores/simulated-scores.ts'
import { AccountProfile } from '../../src/orders/intake/ordering-account.ts'
import type { ReportContent } from '../../src/orders/stored-report.ts'
import { SERVICE } from '../../src/store/audit/entry.ts'
import { fileProblems } from '../bureaus/bureau.contract.ts'
import {
  DAY_MS,
  EPOCH,
  persona,
  pullAll,
  request,
  simulated,
  subjectOf,
} from '../bureaus/simulator/simulator-requests.ts'
import {
  fixedSurroundings,
  type RunningService,
  runningService,
} from '../support/running-service.ts'
import { type Asked, type OperationPath, orderDocument, PEOPLE } from './support/order-document.ts'
import { type Ordered, readAnswer, reported, reportIdOf } from './support/ordered.ts'

function asked(daysAgo: number, inquirer = 'Lantern Bank') {
  return { askedAt: new Date(EPOCH.getTime() - daysAgo * DAY_MS), inquirer }
}

test('earlier hard pulls appear among the inquiries of a file, newest first', async () => {
  const earlierInquiries = [asked(0, 'Harbor Lending'), asked(40), asked(400)]
  for (const [index, file] of (
    await pullAll(simulated(), persona('avery'), { earlierInquiries })
  ).entries()) {
    assert.deepEqual(fileProblems(file), [])
    const before = (await pullAll(simulated(), persona('avery')))[index]
    const dates = file.inquiries.map(({ _Date }) => _Date)
    assert.deepEqual(dates, dates.toSorted().reverse())
    const made = file.inquiries.filter(({ _Name }) => /Harbor|Lantern/.test(_Name))
    assert.deepEqual(
      made.map((each) => [each._Name, each._Date, each.CreditBusinessType, each.CreditLoanType]),
      [
        ['Harbor Lending', '2026-03-15', 'Finance', 'Mortgage'],
        ['Lantern Bank', '2026-02-03', 'Banking', 'Mortgage'],
        ['Lantern Bank', '2025-02-08', 'Banking', 'Mortgage'],
      ],
    )
    assert.deepEqual(
      file.inquiries.filter((each) => !made.includes(each)),
      before?.inquiries,
    )
    for (const { subscriberCode, _Name } of made) {
      const listed = file.creditors.find((one) => one.subscriberCode === subscriberCode)
      assert.equal(listed?.name, _Name)
    }
  }
})

test('a file shows one inquiry per inquirer and day, and none older than two years', async () => {
  const earlierInquiries = [asked(1), asked(1), asked(1, 'Other Lender'), asked(2), asked(731)]
  for (const file of await pullAll(simulated(), persona('clean'), { earlierInquiries })) {
    assert.deepEqual(file.inquiries.map(({ _Name, _Date }) => `${_Date} ${_Name}`).toSorted(), [
      '2026-03-13 Lantern Bank',
      '2026-03-14 Lantern Bank',
      '2026-03-14 Other Lender',
    ])
  }
})

test('a pull that returns no file returns no inquiries', async () => {
  const [file] = await pullAll(simulated(), persona('frozenAll'), { earlierInquiries: [asked(1)] })
  assert.deepEqual(file?.inquiries, [])
})

test('daily orders in the month of the epoch do not change the score of any persona', async () => {
  const first = new Date('2026-03-01T00:00:00Z')
  const earlierInquiries = Array.from({ length: 31 }, (_, day) => ({
    askedAt: new Date(first.getTime() + (30 - day) * DAY_MS),
    inquirer: `Lender ${day % 4}`,
  }))
  const askedAt = new Date('2026-03-31T23:00:00Z')
  for (const known of PERSONAS) {
    const files = await pullAll(simulated(), subjectOf(known), { earlierInquiries, askedAt })
    for (const { bureau, score } of files) {
      assert.equal(score?.value, known.outcome[bureau].score, `${known.id} ${bureau}`)
    }
  }
})

test('mortgage inquiries cost points after a month, and those within one month count once', async () => {
  const bureau = simulated()[1]
  const asking = request(persona('avery'))
  assert.ok(bureau)
  const content: ScoredContent = await bureau.pull(asking)
  const scored = async (daysAgo: readonly number[]) => {
    const earlierInquiries = daysAgo.map((days) => asked(days, `Lender ${days}`))
    const { score } = await bureau.pull({ ...asking, earlierInquiries })
    return score?.value ?? 0
  }
  const none = scoreOf(content, 'Experian', momentOf(EPOCH, EPOCH)).value ?? 0
  assert.equal(await scored([0, 3, 14]), none)
  const one = await scored([70])
  assert.ok(one < none)
  assert.equal(await scored([70, 62, 60]), one)
  assert.ok((await scored([70, 100])) < one)
})

interface Lender {
  readonly name: string
  readonly authorization: string
}

/** Adds an account to the service. Its files are pulled on behalf of `endUser`. */
async function addLender(
  { storage }: RunningService,
  name: string,
  endUser: string,
): Promise<Lender> {
  const secret = `secret of ${name}`
  const { store, vault } = storage
  await store.accounts.create(
    { name, profile: AccountProfile.parse({ endUser }), createdAt: 0 },
    { id: name, hash: vault.secretHash(secret), createdAt: 0 },
    SERVICE,
  )
  const token = Buffer.from(`${name}:${secret}`).toString('base64')
  return { name, authorization: `Basic ${token}` }
}

async function orderedBy(
  service: RunningService,
  { authorization }: Lender,
  operation: OperationPath,
  asking: Asked = {},
): Promise<Ordered> {
  const body = orderDocument(operation, asking)
  const answered = await service.post(operation, body, { Authorization: authorization })
  const result = readAnswer(operation, answered)
  assert.equal(result.code, undefined)
  return result
}

/** The names of the inquirers in a response: one for each inquiry at each bureau. */
function inquirers({ answer }: Ordered): readonly string[] {
  return answer.texts('CREDIT_INQUIRY.__Name')
}

test('a hard pull appears on later files that other accounts order, and a soft pull does not', async (t) => {
  const service = await runningService(t)
  const soft = await addLender(service, 'soft', 'Softly Mortgage')
  const hard = await addLender(service, 'hard', 'Hardwick Home Loans')
  const streamline = await addLender(service, 'streamline', 'Streamline Bank')
  await orderedBy(service, soft, 'pre_qualification')
  const first = await orderedBy(service, hard, 'credit_report', { bureaus: 'YNY' })
  assert.ok(!inquirers(first).some((name) => /Softly|Hardwick/.test(name)))
  await orderedBy(service, streamline, 'mortgage_only', { bureaus: 'NYN' })
  const later = await reported(service, 'credit_report')
  const count = (name: string) => inquirers(later).filter((each) => each === name).length
  assert.deepEqual(
    ['Softly Mortgage', 'Hardwick Home Loans', 'Streamline Bank'].map(count),
    [0, 2, 1],
  )
  const sandbox = inquirers(await reported(service, 'credit_report', { action: 'ForceNew' }))
  assert.equal(sandbox.filter((name) => name === 'Lighthouse Home Loans').length, 3)
  const someoneElse = await reported(service, 'credit_report', { people: [PEOPLE.rowan] })
  assert.ok(!inquirers(someoneElse).some((name) => /Hardwick|Streamline|Sandbox/.test(name)))
})

test('a blank end user counts as none, so the reports of later orders can be opened', async (t) => {
  const service = await runningService(t)
  const blank = await addLender(service, 'blank', '  ')
  await orderedBy(service, blank, 'credit_report')
  const later = await reported(service, 'credit_report')
  assert.ok(inquirers(later).every((name) => name.trim() !== ''))
  await reported(service, 'credit_report', { action: 'Reissue' })
})

test('both borrowers of a joint order get the inquiry at every bureau', async (t) => {
  const service = await runningService(t)
  const people = [PEOPLE.rowan, PEOPLE.juno]
  await reported(service, 'credit_report', { people })
  for (const one of people) {
    const later = await reported(service, 'credit_report', { people: [one] })
    const own = inquirers(later).filter((name) => name === 'Lighthouse Home Loans')
    assert.equal(own.length, 3, one.first)
  }
})

test('a refresh reports the inquiries of other lenders as new, but not the lender’s own', async (t) => {
  const service = await runningService(t)
  const rival = await addLender(service, 'rival', 'Rival Mortgage')
  const report = await reported(service, 'credit_report')
  await orderedBy(service, rival, 'credit_report')
  const refresh = await reported(service, 'refresh_report', { reportId: reportIdOf(report) })
  const stored = await service.storage.store.reports.find(service.account, reportIdOf(refresh))
  assert.ok(stored)
  const { report: made } = stored.content as ReportContent
  const names = new Set(made.inquiries.map(({ _Name }) => _Name))
  assert.ok(names.has('Rival Mortgage') && !names.has('Lighthouse Home Loans'))
})

test('every pull is recorded with its account, purpose, end user and time', async (t) => {
  const at = '2026-03-02T15:04:05Z'
  const service = await runningService(t, { surroundings: fixedSurroundings(at) })
  await reported(service, 'credit_report', { bureaus: 'YYN' })
  await reported(service, 'pre_qualification', { bureaus: 'NNY' })
  const { store, vault } = service.storage
  const pulls = await store.ledger.pulls(vault.blindIndex('ssn', '900121234'), 0)
  assert.deepEqual(pulls.map(({ bureau, hard }) => `${bureau} ${hard}`).toSorted(), [
    'Equifax true',
    'Experian true',
    'TransUnion false',
  ])
  for (const pull of pulls) {
    assert.deepEqual(
      [pull.account, pull.endUser, pull.state],
      ['sandbox', 'Lighthouse Home Loans', 'answered'],
    )
    assert.match(pull.purpose, /FCRA 604/)
    assert.equal(pull.startedAt, Date.parse(at))
  }
})
