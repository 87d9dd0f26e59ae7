/** Whether an account may order. */

import { momentText } from '../format.ts'
import { Badge } from './layout.tsx'

/** Admitted, or disabled and since when. */
export function AccountState({ disabledAt }: { readonly disabledAt: string | undefined }) {
  if (disabledAt === undefined) return <Badge tone="good">Admitted</Badge>
  return <Badge tone="bad">Disabled since {momentText(disabledAt)}</Badge>
}
