/** All rules of the machine underwriter. */
import { ACCOUNT_RULES } from './accounts.ts'
import { HISTORY_RULES } from './history.ts'
import { IDENTITY_RULES } from './identity.ts'
import type { Rule } from './reading.ts'
import { RECORD_RULES } from './records.ts'
import { SCORE_RULES } from './scores.ts'
import { SUMMARY_RULES } from './summary.ts'

export const RULES: readonly Rule[] = [
  ...ACCOUNT_RULES,
  ...HISTORY_RULES,
  ...RECORD_RULES,
  ...SCORE_RULES,
  ...SUMMARY_RULES,
  ...IDENTITY_RULES,
]
