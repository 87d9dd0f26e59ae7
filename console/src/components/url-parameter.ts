/** A parameter of the URL as state, so that a link opens the page as it was left. */
import { useSearchParams } from 'wouter'

/** The parameter's value, and how to set it; without a value it is not in the URL. */
export function useUrlParameter(name: string): readonly [string, (value: string) => void] {
  const [parameters, setParameters] = useSearchParams()
  const set = (value: string) =>
    setParameters(
      () => {
        // What the hook knows is as old as the last drawing, and one click can set two parameters.
        const now = new URLSearchParams(window.location.search)
        if (value === '') now.delete(name)
        else now.set(name, value)
        return now
      },
      { replace: true },
    )
  return [parameters.get(name) ?? '', set]
}
