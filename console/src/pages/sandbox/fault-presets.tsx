/** Presets: faults that are injected with one click. */
import type { Body } from './fault-draft.ts'

const PRESETS: readonly (readonly [title: string, does: string, body: Body])[] = [
  [
    'Equifax down',
    'Next order: no file from Equifax',
    { fault: 'UNREACHABLE', bureau: 'Equifax', orders: 1 },
  ],
  [
    'Security freeze',
    'Next order: no file from TransUnion',
    { fault: 'FROZEN', bureau: 'TransUnion', orders: 1 },
  ],
  ['Every bureau slow', 'Every file comes after 5 seconds', { fault: 'SLOW 5' }],
  ['Service unavailable', 'Next order: HTTP 503, no charge', { fault: 'UNAVAILABLE', orders: 1 }],
]

interface PresetsProps {
  readonly isBusy: boolean
  readonly onInject: (body: Body) => void
}

/** The faults that tests need most often, above the form for all others. */
export function FaultPresets({ isBusy, onInject }: PresetsProps) {
  return (
    <fieldset>
      <legend className="legend">Inject with one click</legend>
      <ul className="examples presets">
        {PRESETS.map(([title, does, body]) => (
          <li key={title}>
            <button
              type="button"
              className="example"
              aria-disabled={isBusy || undefined}
              onClick={() => isBusy || onInject(body)}
            >
              <span className="strong">{title}</span>
              <span className="muted small">{does}</span>
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
