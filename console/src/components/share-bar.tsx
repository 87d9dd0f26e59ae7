/** Parts of a whole. */
import type { ReactNode } from 'react'

interface ShareProps {
  readonly label: string
  readonly parts: readonly (readonly [key: string, name: string, value: number])[]
}

/** Parts of a whole on one line; the figures stand beside it. */
export function ShareBar({ label, parts }: ShareProps): ReactNode {
  const total = parts.reduce((sum, [, , value]) => sum + value, 0)
  const words = parts
    .filter(([, , value]) => value > 0)
    .map(([, name, value]) => `${value} ${name}`)
  let from = 0
  return (
    <svg
      className="share"
      role="img"
      aria-label={`${label}: ${words.join(', ') || 'none'}`}
      width="100%"
      height="10"
    >
      <rect className="share-track" width="100%" height="10" rx="3" />
      {parts.map(([key, name, value]) => {
        const x = (from / Math.max(1, total)) * 100
        from += value
        return (
          value > 0 && (
            <rect
              key={key}
              className={`series-${key}`}
              x={`${x}%`}
              width={`${(value / total) * 100}%`}
              height="10"
            >
              <title>{`${value} ${name}`}</title>
            </rect>
          )
        )
      })}
    </svg>
  )
}
