/** URL parameters as state, so that a link restores the state of the page. */
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

/** The filters of a list as set in the URL. The API rejects unknown values with a message. */
export type UrlFilters<Name extends string> = Partial<Readonly<Record<Name, string>>>

/**
 * Returns the filters with these names, a function that changes some of them, and a function that
 * removes all. An empty value removes a filter.
 */
export function useUrlFilters<Name extends string>(names: readonly Name[]) {
  const [parameters, setParameters] = useSearchParams()
  const filtersIn = (from: URLSearchParams) =>
    Object.fromEntries(
      names.flatMap((name) => (from.get(name) ? [[name, from.get(name)]] : [])),
    ) as UrlFilters<Name>
  const filter = (change: UrlFilters<Name>) => {
    // One click can both leave a field and select in another, so each change is added to the
    // filters that are now in the URL.
    const next = { ...filtersIn(new URLSearchParams(window.location.search)), ...change }
    const given = names.flatMap((name) => (next[name] ? [[name, next[name]]] : []))
    setParameters(Object.fromEntries(given))
  }
  return { filters: filtersIn(parameters), filter, clear: () => setParameters({}) }
}
