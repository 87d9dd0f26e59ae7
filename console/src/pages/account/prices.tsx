/** The prices of an account. */
import { useState } from 'react'
import {
  FAMILY_TITLES,
  SCORE_FAMILIES,
  type ScoreFamily,
} from '../../../../src/bureaus/score-models.ts'
import { OPERATION_NAMES, type OperationName } from '../../../../src/orders/intake/products.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { Facts, Panel } from '../../components/layout.tsx'
import { centsText, operationText } from '../../format.ts'
import type { Profile } from './account-data.ts'

const PRICE_PARTS = [
  ['base', 'Base'],
  ['perFile', 'Per file'],
  ['perScore', 'Per score'],
] as const
const FEES = [
  ['reissue', 'Reissue'],
  ['unmerge', 'Unmerge'],
  ['upgrade', 'Upgrade (base price)'],
] as const

interface PricesProps {
  readonly profile: Profile
  /** Absent if the operator may not change prices. */
  readonly onProfile?: (profile: Profile) => void
}

/** Prices for each product, fees, and prices of score models. */
export function Prices({ profile, onProfile }: PricesProps) {
  const { prices } = profile
  const setPrices =
    onProfile && ((next: Profile['prices']) => onProfile({ ...profile, prices: next }))
  const amount = (label: string, cents: number, withCents: (cents: number) => Profile['prices']) =>
    setPrices === undefined ? (
      centsText(cents)
    ) : (
      <Dollars label={label} cents={cents} onCents={(next = 0) => setPrices(withCents(next))} />
    )
  return (
    <Panel
      title="Prices in US dollars"
      actions={setPrices && <DefaultPrices onPrices={setPrices} />}
    >
      <table className="prices">
        <caption className="hidden">Prices</caption>
        <thead>
          <tr>
            <th scope="col">Product</th>
            {PRICE_PARTS.map(([part, title]) => (
              <th key={part} scope="col" className="number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {OPERATION_NAMES.map((name) => (
            <tr key={name}>
              <th scope="row">{operationText(name)}</th>
              {PRICE_PARTS.map(([part, title]) => (
                <td key={part} className="number">
                  {amount(
                    `${operationText(name)}: ${title}`,
                    prices.products[name][part],
                    (cents) => withPrice(prices, name, part, cents),
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {setPrices === undefined ? (
        <Facts
          facts={[
            ...FEES.map(([fee, label]) => [label, centsText(prices[fee])] as const),
            ...Object.entries(prices.scores ?? {}).map(
              ([family, cents]) => [scoreText(family as ScoreFamily), centsText(cents)] as const,
            ),
          ]}
        />
      ) : (
        <>
          <div className="fields">
            {FEES.map(([fee, label]) => (
              <div key={fee} className="field">
                <span className="legend">{label}</span>
                {amount(label, prices[fee], (cents) => ({ ...prices, [fee]: cents }))}
              </div>
            ))}
          </div>
          <ScorePrices prices={prices} onPrices={setPrices} />
        </>
      )}
    </Panel>
  )
}

interface ScorePricesProps {
  readonly prices: Profile['prices']
  readonly onPrices: (prices: Profile['prices']) => void
}

/** The prices of score models, which replace the price per score of every product. */
function ScorePrices({ prices, onPrices }: ScorePricesProps) {
  return (
    <>
      <div className="fields">
        {SCORE_FAMILIES.map((family) => (
          <div key={family} className="field">
            <span className="legend">{scoreText(family)}</span>
            <Dollars
              label={scoreText(family)}
              cents={prices.scores?.[family]}
              unset="Per score"
              onCents={(cents) => onPrices(withScorePrice(prices, family, cents))}
            />
          </div>
        ))}
      </div>
      <p className="muted small">
        The price of a score model applies to all products. If a model has none, its scores cost the
        price per score of the product.
      </p>
    </>
  )
}

const scoreText = (family: ScoreFamily) => `${FAMILY_TITLES[family]} score`

function withScorePrice(
  { scores, ...others }: Profile['prices'],
  family: ScoreFamily,
  cents: number | undefined,
): Profile['prices'] {
  const { [family]: _, ...rest } = scores ?? {}
  const next = cents === undefined ? rest : { ...rest, [family]: cents }
  return Object.keys(next).length === 0 ? others : { ...others, scores: next }
}

function withPrice(
  { products, ...fees }: Profile['prices'],
  name: OperationName,
  part: (typeof PRICE_PARTS)[number][0],
  cents: number,
): Profile['prices'] {
  return { ...fees, products: { ...products, [name]: { ...products[name], [part]: cents } } }
}

function DefaultPrices({ onPrices }: { readonly onPrices: (prices: Profile['prices']) => void }) {
  const defaults = useApiQuery('prices', 'GET /prices')
  return (
    <Button busy={!defaults.isSuccess} onClick={() => defaults.data && onPrices(defaults.data)}>
      Use default prices
    </Button>
  )
}

interface DollarsProps {
  readonly label: string
  readonly cents: number | undefined
  /** The placeholder of an empty field; absent if an amount is required. */
  readonly unset?: string
  readonly onCents: (cents: number | undefined) => void
}

/** A field for an amount in dollars, stored in cents. */
function Dollars({ label, cents, unset, onCents }: DollarsProps) {
  const [text, setText] = useState(dollarsOf(cents))
  const [previous, setPrevious] = useState(cents)
  if (previous !== cents) {
    setPrevious(cents)
    setText(dollarsOf(cents))
  }
  return (
    <input
      className="dollars"
      aria-label={label}
      type="number"
      min={0}
      max={10_000}
      step="0.01"
      required={unset === undefined}
      placeholder={unset}
      value={text}
      onChange={({ target: { value } }) => {
        const isUnset = value === '' && unset !== undefined
        const next = isUnset ? undefined : Math.round(Number(value) * 100)
        setText(value)
        setPrevious(next)
        onCents(next)
      }}
    />
  )
}

const dollarsOf = (cents: number | undefined) =>
  cents === undefined ? '' : (cents / 100).toFixed(2)
