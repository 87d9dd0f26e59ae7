/** The prices of an account. */
import { useState } from 'react'
import { OPERATION_NAMES, type OperationName } from '../../../../src/orders/intake/products.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { Button } from '../../components/button.tsx'
import { Panel } from '../../components/layout.tsx'
import { operationText } from '../../format.ts'
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
  readonly onProfile: (profile: Profile) => void
  readonly mayChange: boolean
}

/** Prices for each product, and fees. */
export function Prices({ profile, onProfile, mayChange }: PricesProps) {
  const { prices } = profile
  const defaults = useApiQuery('prices', 'GET /prices')
  const setPrice = (name: OperationName, part: (typeof PRICE_PARTS)[number][0], cents: number) =>
    onProfile({
      ...profile,
      prices: {
        ...prices,
        products: { ...prices.products, [name]: { ...prices.products[name], [part]: cents } },
      },
    })
  return (
    <Panel
      title="Prices in US dollars"
      actions={
        mayChange && (
          <Button
            busy={!defaults.isSuccess}
            onClick={() => defaults.data && onProfile({ ...profile, prices: defaults.data })}
          >
            Use default prices
          </Button>
        )
      }
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
                  <Dollars
                    label={`${operationText(name)}: ${title}`}
                    cents={prices.products[name][part]}
                    onCents={(cents) => setPrice(name, part, cents)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="fields">
        {FEES.map(([fee, label]) => (
          <div key={fee} className="field">
            <span className="legend">{label}</span>
            <Dollars
              label={label}
              cents={prices[fee]}
              onCents={(cents) => onProfile({ ...profile, prices: { ...prices, [fee]: cents } })}
            />
          </div>
        ))}
      </div>
    </Panel>
  )
}

interface DollarsProps {
  readonly label: string
  readonly cents: number
  readonly onCents: (cents: number) => void
}

/** An amount in dollars, stored in cents. */
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
