/** The prices of an account. */
import { useState } from 'react'
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

/** Prices for each product, and fees. */
export function Prices({ profile, onProfile }: PricesProps) {
  const { prices } = profile
  const setPrices =
    onProfile && ((next: Profile['prices']) => onProfile({ ...profile, prices: next }))
  const amount = (label: string, cents: number, withCents: (cents: number) => Profile['prices']) =>
    setPrices === undefined ? (
      centsText(cents)
    ) : (
      <Dollars label={label} cents={cents} onCents={(next) => setPrices(withCents(next))} />
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
        <Facts facts={FEES.map(([fee, label]) => [label, centsText(prices[fee])])} />
      ) : (
        <div className="fields">
          {FEES.map(([fee, label]) => (
            <div key={fee} className="field">
              <span className="legend">{label}</span>
              {amount(label, prices[fee], (cents) => ({ ...prices, [fee]: cents }))}
            </div>
          ))}
        </div>
      )}
    </Panel>
  )
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
  readonly cents: number
  readonly onCents: (cents: number) => void
}

/** A field for an amount in dollars, stored in cents. */
function Dollars({ label, cents, onCents }: DollarsProps) {
  const [text, setText] = useState((cents / 100).toFixed(2))
  const [previous, setPrevious] = useState(cents)
  if (previous !== cents) {
    setPrevious(cents)
    setText((cents / 100).toFixed(2))
  }
  return (
    <input
      className="dollars"
      aria-label={label}
      type="number"
      min={0}
      max={10_000}
      step="0.01"
      required
      value={text}
      onChange={(event) => {
        const next = Math.round(Number(event.target.value) * 100)
        setText(event.target.value)
        setPrevious(next)
        onCents(next)
      }}
    />
  )
}
