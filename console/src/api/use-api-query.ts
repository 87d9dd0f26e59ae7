/** Reads from the API. A response is fetched once, shared, and refetched on live updates. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ApiRequest, type ApiResponse, type Call, call } from './call.ts'

interface Options {
  /** Nothing is fetched while this is false. */
  readonly enabled?: boolean
  /** Shows the previous data until the new data has arrived. */
  readonly keepsPrevious?: boolean
  /** The response is fetched once and stays unchanged as long as it is shown. */
  readonly once?: boolean
  /** The version that a response fetched `once` depends on. A new version is fetched again. */
  readonly version?: string
  readonly refetchIntervalMs?: number
}

/** Returns the key under which the response of a call is cached. */
export const queryKeyOf = <C extends Call>(
  group: string,
  name: C,
  request: Omit<ApiRequest<C>, 'body' | 'signal'>,
) => [group, name, request] as const

/** Returns the response of a call that only reads. Live updates refetch it by its `group`. */
export function useApiQuery<C extends Call>(
  group: string,
  name: C,
  request: Omit<ApiRequest<C>, 'body' | 'signal'> = {},
  { enabled = true, keepsPrevious = false, once = false, version, refetchIntervalMs }: Options = {},
) {
  return useQuery<ApiResponse<C>>({
    queryKey: [...queryKeyOf(group, name, request), ...(version === undefined ? [] : [version])],
    queryFn: ({ signal }) => call(name, { ...request, signal }),
    enabled,
    ...(once ? { staleTime: 'static', gcTime: 0 } : {}),
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(refetchIntervalMs === undefined ? {} : { refetchInterval: refetchIntervalMs }),
  })
}
