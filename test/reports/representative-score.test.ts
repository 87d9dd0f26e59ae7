/** Tests which scores of a borrower determine the representative score. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScoreValue } from '../../src/documents/tables/response.ts'
import { representativeScores } from '../../src/reports/representative-score.ts'

type Model = ScoreValue['_ModelNameType']

function score(CreditRepositorySourceType: string, _ModelNameType: Model, _Value: string) {
  return { CreditRepositorySourceType, _ModelNameType, _Value } as ScoreValue
}

function described(bureau: string, _ModelNameTypeOtherDescription: string, value: string) {
  return { ...score(bureau, 'Other', value), _ModelNameTypeOtherDescription }
}

function representative(...scores: ScoreValue[]): string[] {
  return representativeScores(scores).map(({ family, score: value }) => `${family} ${value}`)
}

test('only one score of each bureau counts', () => {
  const vantage = ['Equifax', 'Equifax', 'Experian', 'TransUnion'].map((bureau, index) =>
    described(bureau, 'VantageScore4.0', ['600', '600', '700', '720'][index] as string),
  )
  assert.deepEqual(representative(...vantage), ['VantageScore4 700'])
})

test('if a bureau has several models, the one that can be ordered counts', () => {
  const other = score('Equifax', 'EquifaxBeacon', '500')
  assert.deepEqual(representative(other, score('Equifax', 'EquifaxBeacon5.0', '700')), [
    'Classic 700',
  ])
  assert.deepEqual(representative(other), ['Classic 500'])
})

const uncounted: readonly ScoreValue[] = [
  score('Equifax', 'EquifaxBankruptcyNavigatorIndex02781', '120'),
  score('Experian', 'ExperianMDSBankruptcyII', '300'),
  score('TransUnion', 'TransUnionDelphi', '400'),
  score('Equifax', 'EquifaxBeacon5.0Auto', '800'),
  described('Equifax', 'CustomIndex', '12'),
]

for (const one of uncounted) {
  const name = one._ModelNameTypeOtherDescription ?? one._ModelNameType
  test(`${name} is not a classic score`, () => assert.deepEqual(representative(one), []))
}

test('a FICO risk model that only its description names is a classic score', () => {
  assert.deepEqual(representative(described('Equifax', 'FICO Score 5', '690')), ['Classic 690'])
})
