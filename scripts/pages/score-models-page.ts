/** The page about score models, generated from their tables. */
import {
  FAMILY_TITLES,
  MORTGAGE_SCORE_MODELS,
  NEWER_MODELS,
} from '../../src/bureaus/score-models.ts'
import { BUREAUS } from '../../src/documents/tables/enumerations.ts'

/** Returns the text of `docs/score-models.md`. */
export function scoreModelsPage(): string {
  const classic = BUREAUS.map((bureau) => {
    const { model, minimum, maximum } = MORTGAGE_SCORE_MODELS[bureau]
    return `| ${FAMILY_TITLES.Classic} | \`${model}\` | ${bureau} | ${minimum} to ${maximum} | ${CLASSIC_DIGITS[bureau]} | a snapshot of the file | an account opened at least six months ago, and one reported within six months |`
  })
  const newer = Object.values(NEWER_MODELS).map(
    ({ title, description, minimum, maximum, codeDigits, reads, scores }) =>
      `| ${title} | \`Other\`, \`${description}\` | all | ${minimum} to ${maximum} | ${codeDigits} | ${reads} | ${scores} |`,
  )
  return `${HEAD}${[...classic, ...newer].join('\n')}\n${REST}`
}

const CLASSIC_DIGITS = { Equifax: 5, Experian: 2, TransUnion: 3 } as const

const HEAD = `# Score models

Reports have Classic FICO scores unless the order or the account says otherwise. MISMO 2.3.1 has no names
for the newer models: they are written as \`_ModelNameType="Other"\` with \`_ModelNameTypeOtherDescription\`.

| Model | Name in documents | Bureau | Range | Digits of a factor code | Reads | Scores files with |
|---|---|---|---|---|---|---|
`

const REST = `
## Request a model

Name each model in \`CREDIT_REQUEST_DATA\`:

\`\`\`xml
<CREDIT_SCORE_MODEL_NAME _Type="Other" _TypeOtherDescription="VantageScore4.0"/>
<CREDIT_SCORE_MODEL_NAME _Type="FICORiskScoreClassic04"/>
\`\`\`

- A model with the name of a bureau gives the score of that bureau only. \`EquifaxVantageScore\`,
  \`ExperianVantageScore\` and \`TransUnionVantageScore\` request VantageScore 4.0 of one bureau. \`Other\` with
  \`VantageScore4.0\`, \`FICOScore10T\` or \`ClassicFICO\` requests a model of every requested bureau. Case,
  spaces and punctuation of the description are ignored.
- Any other model returns E102, and the error names the model. An account whose \`scoreModels\` lack the model
  gets E051.
- Without \`CREDIT_SCORE_MODEL_NAME\`, the report has the models in \`defaultScoreModels\` of the account. An
  order that is resumed after a crash keeps the models that it began with.
- Each score is charged: \`prices.scores\` of the account sets the price of a model. Without it, the \`perScore\` of
  the operation applies. [accounts.md](accounts.md) lists these keys.
- Submit returns an existing report only if it was ordered with the same models; the classic model named
  for each of the three bureaus is the default. Upgrade adds a model and
  keeps the scores that the report has. Added files get the models of the report, and no bureau is asked again
  for a model that the earlier order did not request from it. Reissue of a report without a requested model,
  or without that of a bureau that delivered a file, returns E102.
- The response has a \`KEY\` with the range of each model and the percentile of each score. The percentile
  of a vendor's score is the vendor's. The printed page and the console show a box for each score, and a
  representative score for each model, from one score of each bureau. Scores of different models are never compared.
- If a bureau behind an upstream vendor gives no classic score, a score of a model that is not listed here
  takes its place in the report. It counts for the representative score only if its name is that of a general
  FICO risk model, such as \`EquifaxBeacon\`.

[simulator.md](simulator.md#newer-score-models) compares the simulated scores of the models.
`
