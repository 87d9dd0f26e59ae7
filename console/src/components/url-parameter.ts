/** A URL parameter as state, so that a link restores the state of the page. */
import { useSearchParams } from 'wouter'

/**
 * Returns the parameter's value and a function that sets it. An empty value removes the parameter
 * from the URL.
 */
export function useUrlParameter(name: string): readonly [string, (value: string) => void] {
  const [parameters, setParameters] = useSearchParams()
  const set = (value: string) =>
    setParameters(
      () => {
        // The hook has the parameters of the last rendering, but one click can set two of them.
        const now = new URLSearchParams(window.location.search)
        if (value === '') now.delete(name)
        else now.set(name, value)
        return now
      },
      { replace: true },
    )
  return [parameters.get(name) ?? '', set]
}
