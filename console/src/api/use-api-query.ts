/** Reads from the API: fetched once, shared between components, and refetched on live updates. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ApiRequest, type ApiResponse, type Call, call } from './call.ts'

interface Options {
  /** Nothing is fetched while this is false. */
  readonly enabled?: boolean
  /** Keeps showing the previous data until the next has arrived. */
  readonly keep?: boolean
  /** Fetched once for as long as it is shown, whatever changes. */
  readonly once?: boolean
  /** What a response that is fetched once depends on: another version is fetched again. */
  readonly version?: string
  readonly refetchIntervalMs?: number
}

/** Under which key a response is kept. */
export const queryKeyOf = <C extends Call>(
  group: string,
  name: C,
  request: Omit<ApiRequest<C>, 'body' | 'signal'>,
) => [group, name, request] as const

/** The response of a call that only reads. Live updates refetch it by its `group`. */
export function useApiQuery<C extends Call>(
  group: string,
  name: C,
  request: Omit<ApiRequest<C>, 'body' | 'signal'> = {},
  { enabled = true, keep = false, once = false, version, refetchIntervalMs }: Options = {},
) {
  return useQuery<ApiResponse<C>>({
    queryKey: [...queryKeyOf(group, name, request), ...(version === undefined ? [] : [version])],
    queryFn: ({ signal }) => call(name, { ...request, signal }),
    enabled,
    ...(once ? { staleTime: 'static', gcTime: 0 } : {}),
    ...(keep ? { placeholderData: keepPreviousData } : {}),
    ...(refetchIntervalMs === undefined ? {} : { refetchInterval: refetchIntervalMs }),
  })
}
