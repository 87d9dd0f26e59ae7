/**
 * A life: a story with every open detail filled in. It contains all accounts from beginning to end,
 * past and future. A file is the part that was reported by the time of the request
 * (`simulated-file.ts`). Nothing in a life depends on the time of a request, so data that a file
 * has shown never changes.
 */
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { Account } from './life-account.ts'
import { accountOf } from './planned-account.ts'
import { between, noiseAt, pick, type Seed, streamOf } from './random.ts'
import type { InquiryPlan, Story } from './story.ts'
import { ACCOUNT_KINDS, type AccountKind } from './tables/account-kinds.ts'
import { type Creditor, creditorByName, creditorsIn } from './tables/creditors.ts'

/** An inquiry with all details that its plan leaves open. */
export interface LifeInquiry {
  /** Since the epoch. */
  readonly month: number
  readonly day: number
  readonly kind: AccountKind
  readonly creditor: Creditor
  /** The bureaus that received the request. */
  readonly bureaus: readonly BureauName[]
}

/** The whole financial life of a person. */
export interface Life {
  readonly seed: Seed
  readonly story: Story
  /** Past and future accounts. A file shows those that were reported by then. */
  readonly accounts: readonly Account[]
  /** Newest first. */
  readonly inquiries: readonly LifeInquiry[]
}

function inquiryOf(plan: InquiryPlan, seed: Seed, accounts: readonly Account[]) {
  const kind: AccountKind = ACCOUNT_KINDS[plan.kind]
  const draw = streamOf(seed, `inquiry ${plan.id}`)
  const line = pick(draw, kind.lines)
  const picked = pick(draw, creditorsIn(line))
  const seeded = plan.creditor === undefined ? picked : creditorByName(plan.creditor, kind.lines)
  const roll = draw()
  const one = pick(draw, BUREAUS)
  const other = roll < 0.75 ? [one] : BUREAUS.filter((bureau) => bureau !== one)
  const account = accounts.find(({ id }) => id === plan.account)
  const openedDay = account?.openedDay ?? 14
  return {
    month: plan.month,
    day: plan.day ?? between(draw, [1, openedDay]),
    kind,
    creditor: account?.creditor ?? seeded,
    bureaus: plan.bureaus ?? (kind.type === 'Mortgage' ? BUREAUS : other),
  }
}

/** Fills in the open details of a story. */
export function lifeOf(story: Story, seed: Seed): Life {
  const accounts = story.accounts.map((plan) => accountOf(plan, story, seed))
  const inquiries = story.inquiries.map((plan) => inquiryOf(plan, seed, accounts))
  inquiries.sort((a, b) => b.month - a.month || b.day - a.day)
  return { seed, story, accounts, inquiries }
}

/** Returns a seeded number from 0 to 1 for a choice that belongs to no part of the life. */
export function personalNoise(life: Life, choice: number): number {
  return noiseAt(life.seed[0], choice)
}
