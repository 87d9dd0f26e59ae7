/** Tests the client against a service: every operation and action, and the results it returns. */
import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import { PERSONAS } from '../../src/bureaus/simulator/personas.ts'
import {
  type BatchOrder,
  type Borrower,
  type Client,
  createClient,
  type Operation,
  type Report,
  type Result,
} from '../../src/client/create-client.ts'
import { OPERATIONS } from '../../src/orders/intake/operation.ts'
import { chargesOf } from '../orders/support/ledger-of.ts'
import { type RunningService, runningService } from '../support/running-service.ts'

let service: RunningService
let client: Client
before(async (t) => {
  service = await runningService(t as TestContext)
  const { url, account, secret } = service
  client = createClient({ url, account, secret, lender: 'Lighthouse Home Loans' })
})

function borrower(id: string): Borrower {
  const persona = PERSONAS.find((one) => one.id === id)
  assert.ok(persona !== undefined, id)
  const { firstName, middleName, lastName, suffix, ssn, birthDate, address } = persona
  return { firstName, middleName, lastName, suffix, ssn, birthDate, address }
}

function reported<O extends Operation>(result: Result<O>): Report<O> {
  assert.equal(result.kind, 'report', JSON.stringify(result))
  return result as Report<O>
}

test('a joint report has scores by borrower, bureau and model, and a PDF', async () => {
  const report = reported(
    await client.creditReport({
      borrowers: [
        { ...borrower('calla'), id: 'Calla' },
        { ...borrower('edmund'), id: 'Edmund' },
      ],
      models: ['Classic', 'VantageScore4'],
      lenderCase: 'CLIENT-JOINT',
      requestId: 'Q-1',
      requestedBy: 'Loan Officer',
      keys: { branch: '17' },
    }),
  )
  assert.match(report.id, /^R\w+$/)
  assert.equal(report.origin, 'new')
  assert.equal(report.retried, false)
  assert.match(report.price, /^\d+\.\d\d$/)
  assert.deepEqual(
    report.borrowers.map(({ id }) => id),
    ['Calla', 'Edmund'],
  )
  assert.equal(report.scores.length, 12)
  assert.equal(report.scoreOf('Calla', 'Experian'), 759)
  assert.equal(report.scoreOf('Edmund', 'TransUnion', 'Classic'), 749)
  const newer = report.scoreOf('Edmund', 'TransUnion', 'VantageScore4')
  assert.ok(newer !== undefined && newer >= 300 && newer <= 850 && newer !== 749)
  assert.equal(report.scoreOf('Nobody', 'Equifax'), undefined)
  const [score] = report.scores
  assert.ok(score !== undefined && score.factors.length >= 4)
  assert.match(score.factors[0]?.text ?? '', /\w+/)
  assert.deepEqual(report.missingFiles, [])
  assert.deepEqual(report.differences, [])
  assert.equal(
    Buffer.from(report.pdf() ?? [])
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  )
  assert.match(report.printed?.fileName ?? '', /\.pdf$/)
  const { CREDIT_LIABILITY, CREDIT_REQUEST_DATA } = report.response
  assert.ok(
    CREDIT_LIABILITY.some(({ __AccountOwnershipType }) => /Joint/.test(__AccountOwnershipType)),
  )
  assert.equal(CREDIT_REQUEST_DATA._CreditRequestID, 'Q-1')
  const { KEY } = report.document.RESPONSE_GROUP.RESPONSE
  assert.ok(KEY.some(({ __Name, __Value }) => __Name === 'branch' && __Value === '17'))
})

test('the client supports every action of every operation', async () => {
  const couple = { borrowers: [borrower('rowan'), borrower('juno')], lenderCase: 'CLIENT-ACTIONS' }
  const two = { ...couple, bureaus: ['Equifax', 'Experian'] } as const
  const origins: Record<string, string[]> = {}
  const note = (operation: Operation, result: Result) => {
    origins[operation] = [...(origins[operation] ?? []), reported(result).origin]
  }
  for (const name of ['creditReport', 'preQualification', 'mortgageOnly'] as const) {
    const operation = (
      {
        creditReport: 'credit_report',
        preQualification: 'pre_qualification',
        mortgageOnly: 'mortgage_only',
      } as const
    )[name]
    const first = await client[name](two)
    note(operation, first)
    const reportId = reported<Operation>(first).id
    note(operation, await client[name]({ ...two, action: 'ForceNew' }))
    note(operation, await client[name]({ ...couple, action: 'Reissue', reportId }))
    note(operation, await client[name]({ ...couple, action: 'Upgrade', reportId }))
    if (name === 'creditReport') {
      const one = { ...couple, borrowers: couple.borrowers.slice(0, 1) }
      note(operation, await client[name]({ ...one, action: 'Unmerge', reportId }))
    }
  }
  note('refresh_report', await client.refreshReport(couple))
  note('refresh_report', await client.refreshReport({ ...couple, action: 'Reissue' }))
  const usual = ['new', 'new', 'reissued', 'upgraded']
  assert.deepEqual(origins, {
    credit_report: [...usual, 'unmerged'],
    pre_qualification: usual,
    mortgage_only: usual,
    refresh_report: ['refreshed', 'reissued'],
  })
  for (const { name, actions } of Object.values(OPERATIONS)) {
    assert.equal(origins[name]?.length, actions.length, name)
  }
})

test('the client orders the four mortgage-only products', async () => {
  const order = { borrowers: [borrower('streamline')] }
  const hard = reported(await client.mortgageOnly(order))
  assert.equal(hard.scoreOf('B1', 'Equifax'), 734)
  assert.deepEqual(reported(await client.mortgageOnly({ ...order, scores: false })).scores, [])
  const soft = reported(await client.mortgageOnly({ ...order, inquiry: 'soft' }))
  assert.equal(soft.response._CreditReportTypeOtherDescription, 'SoftCheck')
  assert.equal(soft.scores.length, 3)
  const plain = await client.mortgageOnly({ ...order, inquiry: 'soft', scores: false })
  assert.deepEqual(reported(plain).scores, [])
})

test('missing files are listed with their reason, for each operation', async () => {
  const order = { borrowers: [borrower('frozenOne')] }
  const full = reported(await client.creditReport({ ...order, lenderCase: 'CLIENT-FROZEN' }))
  const [missing] = full.missingFiles
  assert.equal(full.missingFiles.length, 1)
  assert.deepEqual(
    { borrowerId: missing?.borrowerId, bureau: missing?.bureau, status: missing?.status },
    { borrowerId: 'B1', bureau: 'Experian', status: 'NoFileReturnedCreditFreeze' },
  )
  assert.match(missing?.messages.join(' ') ?? '', /frozen/)
  const mortgages = reported(await client.mortgageOnly(order)).missingFiles
  assert.deepEqual(
    mortgages.map(({ bureau, status }) => [bureau, status]),
    [['Experian', undefined]],
  )
  assert.match(mortgages[0]?.messages.join(' ') ?? '', /frozen/)
  const refresh = reported(await client.refreshReport({ ...order, lenderCase: 'CLIENT-FROZEN' }))
  assert.deepEqual(
    refresh.missingFiles.map(({ bureau }) => bureau),
    ['Experian'],
  )
})

test('a file without a score has an exclusion reason', async () => {
  const report = reported(await client.preQualification({ borrowers: [borrower('thin')] }))
  assert.equal(report.scoreOf('B1', 'Equifax'), undefined)
  assert.equal(report.scores[0]?.exclusionReason, 'NotScoredInsufficientCredit')
})

test('the printed report can have another form, or be left out', async () => {
  const order = { borrowers: [borrower('clean')] }
  const page = reported(await client.preQualification({ ...order, printed: 'HTML' }))
  assert.equal(page.printed?.mediaType, 'text/html')
  assert.match(Buffer.from(page.printed?.bytes ?? []).toString(), /<html/)
  assert.equal(page.pdf(), undefined)
  const none = reported(await client.preQualification({ ...order, printed: 'none' }))
  assert.equal(none.printed, undefined)
})

test('validation errors name the fields of the order that they are about', async () => {
  const wrong = {
    ...borrower('clean'),
    ssn: 'no number',
    priorAddresses: [{ street: '1 Elm St', city: 'Bath', state: 'Maine', postalCode: '04530' }],
  }
  const result = await client.creditReport({ borrowers: [wrong], lenderCase: 'x'.repeat(200) })
  assert.ok(result.kind === 'rejection')
  assert.equal(result.retry.when, 'never')
  const fields = result.problems.map(({ field, path }) => `${field} ${path?.split('.').at(-1)}`)
  assert.deepEqual(fields.toSorted(), [
    'borrowers[0].priorAddresses[0].state __State',
    'borrowers[0].ssn __SSN',
    'lenderCase _LenderCaseIdentifier',
  ])
  for (const { expected, line } of result.problems) {
    assert.match(expected ?? '', /^must be /)
    assert.ok(line !== undefined && line >= 1)
  }
})

test('an error in the ID of a borrower names the borrower', async () => {
  const result = await client.creditReport({ borrowers: [{ ...borrower('clean'), id: 'A 1' }] })
  assert.ok(result.kind === 'rejection')
  assert.deepEqual(
    result.problems.map(({ field }) => field),
    ['borrowers[0].id'],
  )
})

test('a model that is not offered is rejected with the models that are', async () => {
  const models = ['Beacon9'] as unknown as ['Classic']
  const result = await client.creditReport({ borrowers: [borrower('avery')], models })
  assert.equal(result.kind, 'rejection')
  const [problem] = result.kind === 'rejection' ? result.problems : []
  assert.match(String(problem?.field), /^models/)
  assert.match(String(problem?.message), /VantageScore4/)
})

test('errors of the order and of the connection are both rejections', async () => {
  const { url, account } = service
  const stranger = createClient({ url, account, secret: 'wrong' })
  const denied = await stranger.creditReport({ borrowers: [borrower('clean')] })
  assert.ok(denied.kind === 'rejection')
  assert.deepEqual([denied.code, denied.reason, denied.status], ['E036', 'unauthenticated', 401])
  assert.match(denied.requestId ?? '', /\w{8}/)
  const lost = createClient({ url: `${url}/elsewhere`, account, secret: 'wrong' })
  const unknown = await lost.creditReport({ borrowers: [borrower('clean')] })
  assert.ok(unknown.kind === 'rejection')
  assert.equal(unknown.reason, 'unknownPath')
  const noFile = await client.creditReport({ borrowers: [borrower('noHit')] })
  assert.ok(noFile.kind === 'rejection')
  assert.deepEqual([noFile.code, noFile.retry.when], ['E001', 'later'])
  assert.equal(noFile.problems.length, 3)
  assert.deepEqual(
    noFile.missingFiles.map(({ borrowerId, bureau, status }) => [borrowerId, bureau, status]),
    [
      ['B1', 'Equifax', 'NoFileReturnedNoHit'],
      ['B1', 'Experian', 'NoFileReturnedNoHit'],
      ['B1', 'TransUnion', 'NoFileReturnedNoHit'],
    ],
  )
})

test('after a lost response, the order gets the stored response and is charged once', async () => {
  const charged = (await chargesOf(service)).length
  let lost = 0
  const forgetful = createClient({
    ...service,
    backoffMs: 0,
    fetch: async (...args) => {
      const answer = await fetch(...args)
      if (lost > 0) return answer
      lost += 1
      await answer.arrayBuffer()
      throw new TypeError('the connection is gone')
    },
  })
  const order = { borrowers: [borrower('senior')], action: 'ForceNew' } as const
  const report = reported(await forgetful.creditReport(order))
  assert.equal(lost, 1)
  assert.equal(report.retried, true)
  const again = reported(await client.send('credit_report', report.request))
  assert.equal(again.retried, true)
  assert.deepEqual(again.document, report.document)
  assert.equal((await chargesOf(service)).length, charged + 1)
})

test('a batch can mix all operations', async () => {
  const orders: readonly BatchOrder[] = [
    { operation: 'credit_report', borrowers: [borrower('late30')], lenderCase: 'CLIENT-BATCH' },
    { operation: 'pre_qualification', borrowers: [borrower('late60')] },
    { operation: 'mortgage_only', borrowers: [borrower('late90')], inquiry: 'soft' },
    { operation: 'refresh_report', borrowers: [borrower('minor')], lenderCase: 'CLIENT-UNKNOWN' },
  ]
  const kinds: string[] = []
  for await (const { index, result, progress } of client.batch(orders, { concurrency: 2 })) {
    kinds[index] = result.kind
    assert.equal(progress.total, 4)
  }
  assert.deepEqual(kinds, ['report', 'report', 'report', 'rejection'])
})
