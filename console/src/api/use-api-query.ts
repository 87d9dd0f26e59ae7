/** Answers of the API for pages: fetched once, shared, and fetched again when events say so. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Answer, type Call, call, type Sent } from './call.ts'

interface Options {
  /** Not asked for while false. */
  readonly enabled?: boolean
  /** What was there stays until the next is there. */
  readonly keep?: boolean
  /** Asked for again so often. */
  readonly everyMs?: number
}

/** What a call that only reads answers. `group` is the name by which events renew it. */
export function useAnswer<C extends Call>(
  group: string,
  name: C,
  sent: Omit<Sent<C>, 'body' | 'signal'> = {},
  { enabled = true, keep = false, everyMs }: Options = {},
) {
  return useQuery<Answer<C>>({
    queryKey: [group, name, sent],
    queryFn: ({ signal }) => call(name, { ...sent, signal }),
    enabled,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  })
}
