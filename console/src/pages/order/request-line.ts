/** Which line of its request the page of an order shows; it is in the URL. */
import { useSearchParams } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'

interface RequestLine {
  /** Undefined where no line was asked for. */
  readonly line: number | undefined
  /** Another one each time a line is asked for, also the same line again. */
  readonly asked: number | undefined
  /** Shows the request at a line. */
  readonly showLine: (line: number) => void
}

/** The line, and what shows another one. */
export function useRequestLine(): RequestLine {
  const [parameters, setParameters] = useSearchParams()
  const asked = useHistoryState<number | null>() ?? undefined
  const line = Number(parameters.get('line')) || undefined
  const showLine = (next: number) =>
    setParameters({ view: 'request', line: `${next}` }, { replace: true, state: Date.now() })
  return { line, asked, showLine }
}
