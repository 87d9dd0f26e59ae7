/** The page that compares two orders or two reports side by side. Their IDs are in the URL. */
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'wouter'
import { Button } from '../../components/button.tsx'
import { Heading, Panel } from '../../components/layout.tsx'
import { Candidates } from './candidates.tsx'
import type { Pair } from './comparison-table.tsx'
import { OrdersCompared } from './orders-compared.tsx'
import { ReportsCompared } from './reports-compared.tsx'
import { type Kind, SideFacts, useSide } from './sides.tsx'

const TITLES = { orders: 'Compare two orders', reports: 'Compare two reports' } as const

/** The page for one kind. A URL with an unknown kind compares orders. */
export function ComparePage({ id: requested }: { readonly id: string }) {
  const kind: Kind = requested === 'reports' ? 'reports' : 'orders'
  const [parameters, setParameters] = useSearchParams()
  const [one, other] = [parameters.get('one') ?? '', parameters.get('other') ?? '']
  // An item cannot be compared with itself, so the second side is left to choose.
  const ids: Pair<string> = [one, other === one ? '' : other]
  const sides = [useSide(kind, ids[0]), useSide(kind, ids[1])] as const
  const accounts = new Set(sides.flatMap(({ side }) => side?.account ?? []))
  const [changing, setChanging] = useState<0 | 1>()
  const missing = ids.indexOf('')
  const open = changing ?? (missing === -1 ? undefined : missing === 0 ? 0 : 1)
  const choose = ([one, other]: Pair<string>) => {
    setChanging(undefined)
    setParameters(Object.fromEntries(Object.entries({ one, other }).filter(([, id]) => id !== '')))
  }
  return (
    <>
      <Heading
        title={TITLES[kind]}
        of={kind === 'orders' ? ['/orders', 'Orders'] : ['/reports', 'Reports']}
        actions={
          missing === -1 && (
            <Button onClick={() => choose([ids[1], ids[0]])}>
              <span>
                Swap<span className="unless-narrow"> sides</span>
              </span>
            </Button>
          )
        }
      />
      <div className="compare-sides">
        {([0, 1] as const).map((side) => (
          <Side
            key={side}
            id={ids[side]}
            title={titleOf(kind, side)}
            isOpen={open === side}
            onChange={() => setChanging(changing === side ? undefined : side)}
          >
            <SideFacts
              kind={kind}
              id={ids[side]}
              read={sides[side]}
              hasAccount={accounts.size > 1}
            />
          </Side>
        ))}
      </div>
      {open !== undefined && (
        <Candidates
          key={`${kind}${open}`}
          kind={kind}
          title={`Choose the ${titleOf(kind, open).toLowerCase()}`}
          other={ids[open === 0 ? 1 : 0]}
          current={ids[open]}
          onChoice={(id) => choose(open === 0 ? [id, ids[1]] : [ids[0], id])}
        />
      )}
      {missing === -1 && kind === 'orders' && <OrdersCompared ids={ids} />}
      {missing === -1 && kind === 'reports' && <ReportsCompared ids={ids} />}
    </>
  )
}

function titleOf(kind: Kind, side: 0 | 1): string {
  return `${side === 0 ? 'First' : 'Second'} ${kind === 'orders' ? 'order' : 'report'}`
}

interface SideProps {
  readonly id: string
  readonly title: string
  readonly isOpen: boolean
  readonly onChange: () => void
  readonly children: ReactNode
}

/** The order or report on one side, and a button to choose another. */
function Side({ id, title, isOpen, onChange, children }: SideProps) {
  const change: ReactNode = id !== '' && (
    <Button kind="small" aria-expanded={isOpen} onClick={onChange}>
      Change<span className="hidden"> {title.toLowerCase()}</span>
    </Button>
  )
  return (
    <div className={isOpen ? 'choosing' : undefined}>
      <Panel title={title} actions={change}>
        {id !== '' && children}
        {isOpen ? (
          <p className="small">Choose one below.</p>
        ) : (
          id === '' && <p className="muted small">Not chosen yet</p>
        )}
      </Panel>
    </div>
  )
}
