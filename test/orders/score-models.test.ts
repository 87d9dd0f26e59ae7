/** Score models in orders: which scores are returned, what they cost, and which are not offered. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPdf } from '../print/print-read.ts'
import { type RunningService, runningService } from '../support/running-service.ts'
import { originOf, priceOf, pullsOf } from './plan/world.ts'
import { accountOf } from './support/account-of.ts'
import type { EditableNode } from './support/order-document.ts'
import { PEOPLE } from './support/order-document.ts'
import { type Ordered, ordered, rejected, reported, reportIdOf } from './support/ordered.ts'

type Model = readonly [type: string, description?: string]

const VANTAGE: Model = ['Other', 'VantageScore4.0']
const TEN_T: Model = ['Other', 'FICO 10T']

/** Requests score models in the order of the arguments. */
function requesting(...models: readonly Model[]) {
  return (group: EditableNode) => {
    group.REQUEST.REQUEST_DATA.CREDIT_REQUEST.CREDIT_REQUEST_DATA.CREDIT_SCORE_MODEL_NAME =
      models.map(([type, description]) => ({ __Type: type, __TypeOtherDescription: description }))
  }
}

/** The scores of a response, each as a line with bureau, model and value. */
function scoresOf({ answer }: Ordered): string[] {
  const at = (name: string) => answer.texts(`CREDIT_SCORE.${name}`)
  const described = at('__ModelNameTypeOtherDescription')
  let other = 0
  return at('__ModelNameType').map((model, index) => {
    const name = model === 'Other' ? (described[other++] ?? '') : model
    const bureau = at('_CreditRepositorySourceType')[index]
    return `${bureau} ${name} ${/^\d{3}$/.test(at('__Value')[index] ?? '') ? 'scored' : 'none'}`
  })
}

const order = (service: RunningService, ...models: readonly Model[]) =>
  reported(service, 'credit_report', { edit: requesting(...models), printed: true })

test('an order without score models gets the classic scores, without model descriptions', async (t) => {
  const service = await runningService(t)
  const plain = await reported(service, 'credit_report')
  assert.deepEqual(scoresOf(plain), [
    'Equifax EquifaxBeacon5.0 scored',
    'Experian ExperianFairIsaac scored',
    'TransUnion FICORiskScoreClassic04 scored',
  ])
  assert.ok(!plain.body.includes('OtherDescription="Vantage'))
})

test('models can be ordered alone or together, and the same order again returns the same report', async (t) => {
  const service = await runningService(t)
  const vantage = await order(service, VANTAGE)
  assert.deepEqual(scoresOf(vantage), [
    'Equifax VantageScore4.0 scored',
    'Experian VantageScore4.0 scored',
    'TransUnion VantageScore4.0 scored',
  ])
  const all = await order(
    service,
    ['EquifaxBeacon5.0'],
    ['ExperianFairIsaac'],
    ['FICORiskScoreClassic04'],
    VANTAGE,
    TEN_T,
  )
  assert.equal(scoresOf(all).length, 9)
  assert.equal(new Set(all.answer.texts('CREDIT_SCORE._CreditScoreID')).size, 9)
  assert.notEqual(reportIdOf(all), reportIdOf(vantage))
  const again = await order(service, ['Other', 'vantagescore 4'])
  assert.equal(originOf(again), 'existing')
  assert.equal(reportIdOf(again), reportIdOf(vantage))
  assert.equal(originOf(await reported(service, 'credit_report')), 'new')
})

test('a model of one bureau gives only the score of that bureau', async (t) => {
  const service = await runningService(t)
  assert.deepEqual(scoresOf(await order(service, ['EquifaxBeacon5.0'])), [
    'Equifax EquifaxBeacon5.0 scored',
  ])
  const again = await reported(service, 'credit_report', {
    edit: requesting(['EquifaxBeacon5.0']),
    requestId: 'another',
  })
  assert.equal(originOf(again), 'existing')
  const mixed = await order(service, ['ExperianVantageScore'], ['FICORiskScoreClassic04'])
  assert.deepEqual(scoresOf(mixed), [
    'Experian VantageScore4.0 scored',
    'TransUnion FICORiskScoreClassic04 scored',
  ])
})

test('ranges and percentiles of newer models are in KEYs, and the page shows a box for each', async (t) => {
  const service = await runningService(t)
  const { answer } = await order(service, VANTAGE, TEN_T)
  assert.equal(answer.key('VantageScore4.0_MinimumValue'), '300')
  assert.equal(answer.key('FICOScore10T_MaximumValue'), '850')
  const ranks = answer
    .texts('RESPONSE.KEY.__Name')
    .filter((name) => name.startsWith('CreditScoreRank'))
  assert.equal(ranks.length, 6)
  const text = (await readPdf(answer.printed())).sheets.join(' ')
  assert.match(text, /VantageScore 4\.0/)
  assert.match(text, /Representative score, VantageScore 4\.0: \d{3} \(middle of three\)/)
  assert.match(text, /Representative score, FICO Score 10 T: \d{3} \(middle of three\)/)
})

test('a model that is not offered is rejected by name, in every dialect', async (t) => {
  const service = await runningService(t)
  for (const dialect of ['mismo', 'neutral', 'literal', 'elements'] as const) {
    const asked = { dialect, edit: requesting(['FICORiskScoreNextGen03']) }
    const texts = await rejected(service, 'credit_report', asked, 'E102')
    assert.match(
      texts.join(),
      /CREDIT_SCORE_MODEL_NAME\/@?_+Type names FICORiskScoreNextGen03, which is not offered; request \S+Beacon5\.0/,
    )
  }
  const others = { edit: requesting(VANTAGE, ['Other', 'Score 9000']) }
  const texts = await rejected(service, 'credit_report', others, 'E102')
  assert.match(
    texts.join(),
    /CREDIT_SCORE_MODEL_NAME\[2\]\S+ names Score 9000, which is not offered/,
  )
  const unnamed = { edit: requesting(['Other']) }
  assert.match(
    (await rejected(service, 'credit_report', unnamed, 'E102')).join(),
    /@_TypeOtherDescription is required if the type is Other; request .*Other with ClassicFICO$/,
  )
})

test('the account sets which models are allowed, which are the default, and their prices', async (t) => {
  const service = await runningService(t)
  const narrow = await accountOf(service, { scoreModels: ['Classic'] })
  const texts = await rejected(narrow, 'credit_report', { edit: requesting(VANTAGE) }, 'E051')
  assert.deepEqual(texts, ['The score model VantageScore 4.0 is not allowed for the account'])
  const oneBureau = await accountOf(service, { bureaus: ['Equifax', 'Experian'] })
  assert.deepEqual(await rejected(oneBureau, 'credit_report', {}, 'E051'), [
    'TransUnion is not allowed for the account',
  ])
  const priced = await accountOf(service, { defaultScoreModels: ['Classic', 'VantageScore4'] })
  assert.equal(scoresOf(await reported(priced, 'credit_report')).length, 6)
  // Written before the rule that an account may request its default models.
  const earlier = { scoreModels: ['Classic'], defaultScoreModels: ['VantageScore4'] }
  const kept = await reported(await accountOf(service, earlier), 'credit_report')
  assert.equal(scoresOf(kept)[0], 'Equifax VantageScore4.0 scored')
  const prices = (await accountOf(service)).account
  assert.ok(prices)
  const plain = await reported(await accountOf(service), 'credit_report')
  const both = await order(await accountOf(service), ['Other', 'Classic FICO'], VANTAGE)
  assert.equal(Number(priceOf(both)) - Number(priceOf(plain)), 9)
})

test('Reissue rejects a model that the report lacks, and Upgrade adds it and keeps the others', async (t) => {
  const service = await runningService(t)
  const classic = await reported(service, 'credit_report')
  const reportId = reportIdOf(classic)
  const asked = { reportId, edit: requesting(VANTAGE) }
  const texts = await rejected(service, 'credit_report', { ...asked, action: 'Reissue' }, 'E102')
  assert.match(texts.join(), /no scores of VantageScore 4\.0; send Upgrade/)
  const upgraded = await reported(service, 'credit_report', { ...asked, action: 'Upgrade' })
  assert.equal(originOf(upgraded), 'upgraded')
  assert.equal(scoresOf(upgraded).length, 6)
  // Neither the files nor the scores of the first report are charged again.
  assert.equal(priceOf(upgraded), '11.00')
  const repeated = await reported(service, 'credit_report', {
    ...asked,
    action: 'Upgrade',
    requestId: '2',
  })
  assert.equal(reportIdOf(repeated), reportIdOf(upgraded))
  const more = { ...asked, action: 'Upgrade', edit: requesting(TEN_T) }
  assert.notEqual(reportIdOf(await reported(service, 'credit_report', more)), reportIdOf(upgraded))
  assert.ok((await pullsOf(service, PEOPLE.avery.ssn)).length >= 9)
})

test('an upgrade keeps the models of its report even if the account has other defaults', async (t) => {
  const lender = await accountOf(await runningService(t), { defaultScoreModels: ['FICO10T'] })
  const classic = { edit: requesting(['Other', 'Classic FICO']) }
  const base = await reported(lender, 'credit_report', { ...classic, bureaus: 'YYN' })
  const upgrade = async (requestId: string) =>
    await reported(lender, 'credit_report', {
      action: 'Upgrade',
      bureaus: 'NNY',
      reportId: reportIdOf(base),
      requestId,
    })
  const [first, again] = [await upgrade('1'), await upgrade('2')]
  assert.equal(scoresOf(first).length, 3)
  assert.equal(reportIdOf(again), reportIdOf(first))
  assert.deepEqual([first, again].map(originOf), ['upgraded', 'existing'])
  assert.equal(priceOf(again), '0.00')
  // The report lacks the model that Submit requests by default, but has the model requested by
  // name.
  assert.equal(originOf(await reported(lender, 'credit_report')), 'new')
  assert.equal(reportIdOf(await reported(lender, 'credit_report', classic)), reportIdOf(first))
})

test('an upgrade requests no model from a bureau of the report that was not asked for it', async (t) => {
  const service = await runningService(t)
  const models = requesting(['EquifaxBeacon5.0'], ['ExperianFairIsaac'], ['EquifaxVantageScore'])
  const base = await reported(service, 'credit_report', { bureaus: 'YYN', edit: models })
  const asked = { action: 'Upgrade', reportId: reportIdOf(base) }
  for (const edit of [models, requesting(['ExperianFairIsaac']), undefined]) {
    const again = { ...asked, bureaus: 'YYN', ...(edit && { edit }) }
    const texts = await rejected(service, 'credit_report', again, 'E102')
    assert.match(texts.join(), /the report already has everything requested/)
  }
  const added = await reported(service, 'credit_report', { ...asked, bureaus: 'NNY' })
  assert.deepEqual(scoresOf(added), [
    ...scoresOf(base),
    'TransUnion FICORiskScoreClassic04 scored',
    'TransUnion VantageScore4.0 scored',
  ])
  const all = await reported(service, 'credit_report', { ...asked, bureaus: 'YYY' })
  assert.deepEqual([reportIdOf(all), originOf(all)], [reportIdOf(added), 'existing'])
  assert.equal((await pullsOf(service, PEOPLE.avery.ssn)).length, 3)
})

test('an upgrade asks only the bureaus and for the scores that it names or lacks', async (t) => {
  const service = await runningService(t)
  const equifax = requesting(['EquifaxBeacon5.0'])
  const transUnion = requesting(['FICORiskScoreClassic04'])
  const upgradeOf = async (base: Ordered, how: object) =>
    await reported(service, 'credit_report', {
      action: 'Upgrade',
      reportId: reportIdOf(base),
      ...how,
    })
  const base = await reported(service, 'credit_report', { edit: equifax })
  const named = await upgradeOf(base, { edit: transUnion })
  assert.deepEqual(scoresOf(named), [
    'Equifax EquifaxBeacon5.0 scored',
    'TransUnion FICORiskScoreClassic04 scored',
  ])
  assert.equal(priceOf(named), '5.00')

  const { rowan, juno } = PEOPLE
  const alone = await reported(service, 'credit_report', { edit: equifax, people: [rowan] })
  const joined = await upgradeOf(alone, { people: [rowan, juno] })
  assert.deepEqual(scoresOf(joined), [
    'Equifax EquifaxBeacon5.0 scored',
    'Equifax EquifaxBeacon5.0 scored',
  ])

  const two = await reported(service, 'credit_report', {
    edit: equifax,
    bureaus: 'YYN',
    people: [PEOPLE.thinAtOne],
  })
  await upgradeOf(two, { bureaus: 'YYY', people: [PEOPLE.thinAtOne] })
  const pulls = await pullsOf(service, PEOPLE.thinAtOne.ssn)
  assert.equal(pulls.length, 3, 'Experian was not asked again')
})

test('the classic model named for each bureau is the default, so no second report is made', async (t) => {
  const service = await runningService(t)
  const plain = await reported(service, 'credit_report')
  const named = requesting(['EquifaxBeacon5.0'], ['ExperianFairIsaac'], ['FICORiskScoreClassic04'])
  const again = await reported(service, 'credit_report', { edit: named, requestId: 'named' })
  assert.deepEqual([originOf(again), reportIdOf(again)], ['existing', reportIdOf(plain)])
})

test('Reissue rejects a model that the bureau of its name has not', async (t) => {
  const service = await runningService(t)
  const base = await reported(service, 'credit_report', { edit: requesting(['EquifaxBeacon5.0']) })
  const asked = {
    action: 'Reissue',
    reportId: reportIdOf(base),
    edit: requesting(['FICORiskScoreClassic04']),
  }
  const texts = await rejected(service, 'credit_report', asked, 'E102')
  assert.match(texts.join(), /no scores of Classic FICO at TransUnion; send Upgrade/)
})

test('a model without a type is that of its description', async (t) => {
  const service = await runningService(t)
  const untyped = (description: string) => (group: EditableNode) => {
    group.REQUEST.REQUEST_DATA.CREDIT_REQUEST.CREDIT_REQUEST_DATA.CREDIT_SCORE_MODEL_NAME = [
      { __TypeOtherDescription: description },
    ]
  }
  const vantage = await reported(service, 'credit_report', { edit: untyped('VantageScore4.0') })
  assert.equal(scoresOf(vantage)[0], 'Equifax VantageScore4.0 scored')
  const texts = await rejected(service, 'credit_report', { edit: untyped('Score 9000') }, 'E102')
  assert.match(texts.join(), /names Score 9000, which is not offered/)
})

test('an unmerged report is found by the models that it has, not by those of the account', async (t) => {
  const service = await runningService(t)
  const { rowan, juno } = PEOPLE
  const vantage = { edit: requesting(VANTAGE) }
  const joint = await reported(service, 'credit_report', { ...vantage, people: [rowan, juno] })
  for (const [person, edit] of [
    [juno, undefined],
    [rowan, vantage.edit],
  ] as const) {
    const people = [person]
    const asked = { action: 'Unmerge', people, reportId: reportIdOf(joint) }
    const unmerged = await reported(service, 'credit_report', { ...asked, ...(edit && { edit }) })
    const again = await reported(service, 'credit_report', { ...vantage, people })
    assert.deepEqual([reportIdOf(again), originOf(again)], [reportIdOf(unmerged), 'existing'])
    const classic = await reported(service, 'credit_report', { people })
    assert.deepEqual([originOf(classic), scoresOf(classic).length], ['new', 3])
  }
})

test('a model is noted if its bureau is not requested or the product has no scores', async (t) => {
  const service = await runningService(t)
  const one = await reported(service, 'credit_report', {
    bureaus: 'YNN',
    edit: requesting(['EquifaxBeacon5.0'], ['ExperianFairIsaac']),
  })
  assert.match(one.answer.key('RequestNote') ?? '', /a model of a bureau that is not requested/)
  const none = await ordered(service, 'mortgage_only', {
    description: 'MortgageOnly',
    edit: requesting(VANTAGE),
  })
  assert.match(none.answer.key('RequestNote') ?? '', /the product has no scores/)
})
