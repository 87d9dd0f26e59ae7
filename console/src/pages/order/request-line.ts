/** The line of the request that the page of an order shows. It is in the URL. */
import { useSearchParams } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'

interface RequestLine {
  /** Undefined if no line was requested. */
  readonly line: number | undefined
  /** Changes each time a line is requested, even if it is the same line. */
  readonly asked: number | undefined
  /** Opens the request at a line. */
  readonly showLine: (line: number) => void
}

/** Returns the current line and a function that shows another. */
export function useRequestLine(): RequestLine {
  const [parameters, setParameters] = useSearchParams()
  const asked = useHistoryState<number | null>() ?? undefined
  const line = Number(parameters.get('line')) || undefined
  const showLine = (next: number) =>
    setParameters({ view: 'request', line: `${next}` }, { replace: true, state: Date.now() })
  return { line, asked, showLine }
}
