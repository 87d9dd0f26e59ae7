/** Faults that one click injects. */
import { Button } from '../../components/button.tsx'
import type { Body } from './fault-draft.ts'

const PRESETS: readonly (readonly [title: string, body: Body])[] = [
  ['Equifax down, next order', { fault: 'UNREACHABLE', bureau: 'Equifax', orders: 1 }],
  [
    'Security freeze at TransUnion, next order',
    { fault: 'FROZEN', bureau: 'TransUnion', orders: 1 },
  ],
  ['Every bureau slow (5 s)', { fault: 'SLOW 5' }],
  ['Service unavailable (503), next order', { fault: 'UNAVAILABLE', orders: 1 }],
]

interface PresetsProps {
  readonly isBusy: boolean
  readonly onInject: (body: Body) => void
}

/** The faults that tests need most, above the form for all others. */
export function FaultPresets({ isBusy, onInject }: PresetsProps) {
  return (
    <fieldset>
      <legend className="legend">Inject with one click</legend>
      <div className="row">
        {PRESETS.map(([title, body]) => (
          <Button key={title} kind="small" busy={isBusy} onClick={() => onInject(body)}>
            {title}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
