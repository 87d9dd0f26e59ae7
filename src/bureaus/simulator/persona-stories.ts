/** The stories of the personas. Months are counted from the epoch, which is month 0. */
import { BUREAUS } from '../../documents/tables/enumerations.ts'
import type { AccountPlan, Story } from './story.ts'
import type { ArchetypeName } from './tables/archetypes.ts'

/** A persona's story. Omitted parts are empty. */
export type PersonaStory = Pick<Story, 'start' | 'accounts'> &
  Partial<Omit<Story, 'start' | 'accounts' | 'birthDate'>> & {
    /** The archetype that the life follows after the epoch. */
    readonly goesOnAs?: ArchetypeName
  }

const all = BUREAUS

const shared = {
  household: 'castellane',
  ownership: 'JointContractualLiability',
  bureaus: all,
} as const

/**
 * The joint debts of Rowan and Juno Castellane: the same plans, and therefore the same account
 * numbers.
 */
// biome-ignore format: a table
const CASTELLANE_ACCOUNTS: readonly AccountPlan[] = [
  { id: 'home',     kind: 'conventionalMortgage', opened: -41, amount: 312_000, ratePercent: 4.25, termMonths: 360, ...shared },
  { id: 'old home', kind: 'fhaMortgage', opened: -104, amount: 198_000, ratePercent: 4.5, termMonths: 360, ending: { month: -41, how: 'Refinanced' }, ...shared },
  { id: 'car',      kind: 'autoLoan', opened: -27, amount: 28_400, ratePercent: 4.5, termMonths: 60, ...shared },
  { id: 'joint card', kind: 'creditCard', opened: -88, amount: 9_000, use: 0.18, ...shared },
]

const frozenEverywhere = {
  Equifax: 'NoFileReturnedCreditFreeze',
  Experian: 'NoFileReturnedCreditFreeze',
  TransUnion: 'NoFileReturnedCreditFreeze',
} as const

const minorEverywhere = {
  Equifax: 'NoFileReturnedBorrowerIsAMinor',
  Experian: 'NoFileReturnedBorrowerIsAMinor',
  TransUnion: 'NoFileReturnedBorrowerIsAMinor',
} as const

const unknownEverywhere = {
  Equifax: 'NoFileReturnedNoHit',
  Experian: 'NoFileReturnedNoHit',
  TransUnion: 'NoFileReturnedNoHit',
} as const

/** Ordinary accounts, for personas whose stories are not about their accounts. */
// biome-ignore format: a table
const ORDINARY_ACCOUNTS: readonly AccountPlan[] = [
  { id: 'home',  kind: 'conventionalMortgage', opened: -72, amount: 224_000, ratePercent: 4, termMonths: 360 },
  { id: 'car',   kind: 'autoLoan', opened: -20, amount: 21_500, ratePercent: 5.5, termMonths: 60 },
  { id: 'card1', kind: 'creditCard', opened: -150, amount: 8_000, use: 0.15, bureaus: all },
  { id: 'card2', kind: 'creditCard', opened: -64, amount: 5_500, use: 0.28 },
  { id: 'store', kind: 'storeCard', opened: -46, amount: 1_800, use: 0.1 },
  { id: 'first car', kind: 'autoLoan', opened: -96, amount: 15_800, ratePercent: 6, termMonths: 60, bureaus: all },
]

/** Accounts in good standing, for personas whose stories are about one account. */
// biome-ignore format: a table
const STEADY_ACCOUNTS: readonly AccountPlan[] = [
  { id: 'card1', kind: 'creditCard', opened: -132, amount: 7_000, use: 0.18, bureaus: all },
  { id: 'card2', kind: 'creditCard', opened: -58, amount: 4_500, use: 0.22, bureaus: all },
  { id: 'car',   kind: 'autoLoan', opened: -26, amount: 19_800, ratePercent: 5.5, termMonths: 60, bureaus: all },
]

/** The joint debts of Calla and Edmund Rosenquist, who live at two addresses. */
// biome-ignore format: a table
const ROSENQUIST_ACCOUNTS: readonly AccountPlan[] = [
  { id: 'home', kind: 'conventionalMortgage', opened: -53, amount: 268_000, ratePercent: 4, termMonths: 360, ...shared, household: 'rosenquist' },
  { id: 'joint card', kind: 'creditCard', opened: -77, amount: 10_500, use: 0.2, ...shared, household: 'rosenquist' },
]

/** The joint debts of Tobias and Nerys Oakhurst. */
// biome-ignore format: a table
const OAKHURST_ACCOUNTS: readonly AccountPlan[] = [
  { id: 'home', kind: 'fhaMortgage', opened: -39, amount: 214_000, ratePercent: 4.5, termMonths: 360, ...shared, household: 'oakhurst' },
]

/** Accounts of Gideon Prescott the elder that one bureau also shows on the younger's file. */
// biome-ignore format: a table
const MIXED_ACCOUNTS: readonly AccountPlan[] = [
  { id: 'old card', kind: 'creditCard', opened: -301, amount: 12_000, use: 0.5, lates: [{ from: -9, worst: 2 }], household: 'prescott', bureaus: all },
  { id: 'boat', kind: 'personalLoan', opened: -24, amount: 18_000, ratePercent: 9, termMonths: 60, household: 'prescott', bureaus: all },
]

const MANY_KINDS = ['creditCard', 'storeCard', 'autoLoan', 'creditCard', 'personalLoan'] as const

/** A new account every month for eleven years, most of them still on file. */
const MANY_ACCOUNTS: readonly AccountPlan[] = Array.from({ length: 132 }, (_, index) => ({
  id: `account ${index + 1}`,
  kind: MANY_KINDS[index % MANY_KINDS.length] ?? 'creditCard',
  opened: index - 140,
  use: 0.1,
  bureaus: all,
}))

/** The story of each persona, by its identifier. */
// biome-ignore format: a table
export const PERSONA_STORIES = {
  avery: {
    start: -196,
    goesOnAs: 'established',
    formerLastName: 'WESTERGAARD',
    accounts: [
      { id: 'home',      kind: 'conventionalMortgage', opened: -58, amount: 284_000, ratePercent: 3.875, termMonths: 360 },
      { id: 'old home',  kind: 'conventionalMortgage', opened: -121, amount: 231_000, ratePercent: 4.75, termMonths: 360, ending: { month: -58, how: 'Refinanced' } },
      { id: 'equity',    kind: 'homeEquityLine', opened: -30, amount: 45_000, use: 0.35, bureaus: all },
      { id: 'car',       kind: 'autoLoan', opened: -22, amount: 26_900, ratePercent: 5.25, termMonths: 72, bureaus: all },
      { id: 'old car',   kind: 'autoLoan', opened: -93, amount: 18_200, ratePercent: 4.5, termMonths: 60, bureaus: all },
      { id: 'study',     kind: 'studentLoan', opened: -195, amount: 11_000, ratePercent: 4.5, termMonths: 120, deferredMonths: 40 },
      { id: 'card1',     kind: 'creditCard', opened: -187, amount: 12_500, use: 0.2, bureaus: all, lates: [{ from: -49, worst: 1 }] },
      { id: 'card2',     kind: 'creditCard', opened: -112, amount: 7_800, use: 0.32, bureaus: all },
      { id: 'card3',     kind: 'creditCard', opened: -40, amount: 6_000, use: 0.06, bureaus: ['Experian', 'TransUnion'] },
      { id: 'card4',     kind: 'creditCard', opened: -5, amount: 10_000, use: 0.12, bureaus: all },
      { id: 'old card',  kind: 'creditCard', opened: -160, amount: 4_000, use: 0.1, ending: { month: -70, how: 'ClosedByConsumer' } },
      { id: 'store1',    kind: 'storeCard', opened: -76, amount: 2_400, use: 0.15 },
      { id: 'store2',    kind: 'storeCard', opened: -133, amount: 1_200, use: 0.08, ending: { month: -61, how: 'ClosedByCreditor' } },
      { id: 'family',    kind: 'creditCard', opened: -142, amount: 15_000, use: 0.1, ownership: 'AuthorizedUser', bureaus: ['Equifax', 'Experian'] },
      { id: 'phone',     kind: 'mobilePhone', opened: -51, amount: 110, bureaus: ['TransUnion'] },
      { id: 'new car',   kind: 'autoLoan', opened: 1, amount: 24_300, ratePercent: 5.75, termMonths: 60, bureaus: all },
    ],
    inquiries: [
      { id: 'card4',  month: -5, kind: 'creditCard', account: 'card4', bureaus: ['Experian'] },
      { id: 'market', month: -3, kind: 'autoLoan', bureaus: ['Equifax', 'TransUnion'] },
      { id: 'home',   month: -1, kind: 'conventionalMortgage', bureaus: all },
      { id: 'new car', month: 1, kind: 'autoLoan', account: 'new car', bureaus: ['Equifax', 'TransUnion'] },
    ],
  },

  rowan: {
    start: -171,
    goesOnAs: 'established',
    accounts: [
      ...CASTELLANE_ACCOUNTS,
      { id: 'card1',  kind: 'creditCard', opened: -166, amount: 7_500, use: 0.22, bureaus: all },
      { id: 'card2',  kind: 'creditCard', opened: -57, amount: 11_000, use: 0.3, bureaus: all },
      { id: 'truck',  kind: 'autoLoan', opened: -118, amount: 22_000, ratePercent: 5, termMonths: 60, bureaus: all },
      { id: 'study',  kind: 'studentLoan', opened: -170, amount: 9_200, ratePercent: 5, termMonths: 120, deferredMonths: 36 },
      { id: 'tools',  kind: 'storeCard', opened: -35, amount: 3_500, use: 0.4, lates: [{ from: -14, worst: 1 }], bureaus: ['Equifax', 'TransUnion'] },
      { id: 'loan',   kind: 'personalLoan', opened: -9, amount: 6_500, ratePercent: 11, termMonths: 36, bureaus: all },
    ],
    inquiries: [
      { id: 'loan', month: -9, kind: 'personalLoan', account: 'loan', bureaus: ['Experian', 'TransUnion'] },
      { id: 'card', month: -4, kind: 'creditCard', bureaus: ['Equifax'] },
      { id: 'home', month: -1, kind: 'conventionalMortgage', bureaus: all },
    ],
  },

  juno: {
    start: -158,
    goesOnAs: 'careful',
    formerLastName: 'ABERNETH',
    accounts: [
      ...CASTELLANE_ACCOUNTS,
      { id: 'card1',  kind: 'creditCard', opened: -149, amount: 14_000, use: 0.07, bureaus: all },
      { id: 'card2',  kind: 'creditCard', opened: -66, amount: 8_500, use: 0.12, bureaus: all },
      { id: 'store',  kind: 'storeCard', opened: -83, amount: 2_000, use: 0.1 },
      { id: 'study1', kind: 'studentLoan', opened: -156, amount: 12_500, ratePercent: 4.5, termMonths: 120, deferredMonths: 48 },
      { id: 'study2', kind: 'studentLoan', opened: -144, amount: 10_500, ratePercent: 4.5, termMonths: 120, deferredMonths: 36 },
      { id: 'family', kind: 'creditCard', opened: -153, amount: 9_000, use: 0.15, ownership: 'AuthorizedUser', bureaus: ['TransUnion'] },
    ],
    inquiries: [{ id: 'home', month: -1, kind: 'conventionalMortgage', bureaus: all }],
  },

  clean: {
    start: -348,
    accounts: [
      { id: 'home',  kind: 'conventionalMortgage', opened: -148, amount: 265_000, ratePercent: 3.25, termMonths: 180 },
      { id: 'car',   kind: 'autoLoan', opened: -44, amount: 24_000, ratePercent: 3.5, termMonths: 60, bureaus: all },
      { id: 'card1', kind: 'creditCard', opened: -340, amount: 22_000, use: 0.03, bureaus: all },
      { id: 'card2', kind: 'creditCard', opened: -238, amount: 18_000, use: 0.04, bureaus: all },
      { id: 'card3', kind: 'creditCard', opened: -171, amount: 15_000, use: 0.02, bureaus: all },
      { id: 'store', kind: 'storeCard', opened: -204, amount: 4_000, use: 0.03, bureaus: all },
      { id: 'travel', kind: 'chargeCard', opened: -190, amount: 1_500, bureaus: all },
      { id: 'old home', kind: 'conventionalMortgage', opened: -262, amount: 158_000, ratePercent: 6, termMonths: 360, ending: { month: -148, how: 'Refinanced' } },
      { id: 'old car', kind: 'autoLoan', opened: -118, amount: 19_500, ratePercent: 4, termMonths: 60, bureaus: all },
    ],
    inquiries: [],
  },

  thin: {
    start: -3,
    accounts: [
      { id: 'card', kind: 'securedCard', opened: -3, amount: 500, use: 0.2, bureaus: all },
      { id: 'phone', kind: 'mobilePhone', opened: -2, amount: 85, bureaus: ['Equifax', 'TransUnion'] },
    ],
    inquiries: [{ id: 'card', month: -3, kind: 'securedCard', account: 'card', bureaus: all }],
  },

  delinquent: {
    start: -140,
    accounts: [
      { id: 'home',   kind: 'fhaMortgage', opened: -50, amount: 176_000, ratePercent: 4.75, termMonths: 360, lates: [{ from: -7, worst: 1 }] },
      { id: 'car',    kind: 'autoLoan', opened: -31, amount: 23_700, ratePercent: 8.5, termMonths: 72, bureaus: all, lates: [{ from: -16, worst: 2 }, { from: -1, worst: 2, held: 1 }] },
      { id: 'card1',  kind: 'creditCard', opened: -128, amount: 5_000, use: 0.92, bureaus: all, lates: [{ from: -30, worst: 1 }, { from: -10, worst: 3 }] },
      { id: 'card2',  kind: 'creditCard', opened: -70, amount: 3_200, use: 0.95, bureaus: all, lates: [{ from: -4, worst: 3, held: 4 }] },
      { id: 'card3',  kind: 'creditCard', opened: -82, amount: 2_700, use: 0.9, bureaus: all, ending: { month: -24, how: 'ChargedOffAndSold' } },
      { id: 'store',  kind: 'storeCard', opened: -61, amount: 1_500, use: 0.8, disputedFrom: -12, lates: [{ from: -20, worst: 1 }] },
      { id: 'debt1',  kind: 'collection', opened: -19, amount: 2_914, bureaus: all },
      { id: 'debt2',  kind: 'collection', opened: -11, amount: 386, bureaus: ['Experian', 'TransUnion'] },
      { id: 'hospital', kind: 'medicalCollection', opened: -26, amount: 1_240, bureaus: ['Equifax', 'Experian'] },
    ],
    inquiries: [
      { id: 'a', month: -13, kind: 'personalLoan', bureaus: ['Experian'] },
      { id: 'b', month: -8, kind: 'creditCard', bureaus: all },
      { id: 'c', month: -6, kind: 'personalLoan', bureaus: ['Equifax', 'Experian'] },
      { id: 'd', month: -4, kind: 'creditCard', bureaus: ['TransUnion'] },
      { id: 'e', month: -2, kind: 'autoLoan', bureaus: all },
    ],
  },

  bankrupt: {
    start: -190,
    accounts: [
      { id: 'card1', kind: 'creditCard', opened: -176, amount: 6_500, use: 0.9, bureaus: all },
      { id: 'card2', kind: 'creditCard', opened: -95, amount: 4_200, use: 0.9, bureaus: all, lates: [{ from: -51, worst: 4 }] },
      { id: 'loan',  kind: 'personalLoan', opened: -66, amount: 14_000, ratePercent: 15, termMonths: 60, bureaus: all },
      { id: 'store', kind: 'storeCard', opened: -80, amount: 1_800, use: 0.9, bureaus: all },
      { id: 'car',   kind: 'autoLoan', opened: -34, amount: 13_900, ratePercent: 9, termMonths: 60, bureaus: all },
      { id: 'secured', kind: 'securedCard', opened: -37, amount: 800, use: 0.2, bureaus: all },
      { id: 'card3', kind: 'creditCard', opened: -18, amount: 1_500, use: 0.25, bureaus: all },
    ],
    inquiries: [{ id: 'card3', month: -18, kind: 'creditCard', account: 'card3', bureaus: ['Equifax'] }],
    bankruptcies: [{ chapter: 7, filed: -46, disposed: -41, disposition: 'Discharged' }],
  },

  wageEarner: {
    start: -210,
    accounts: [
      { id: 'home',  kind: 'conventionalMortgage', opened: -130, amount: 169_000, ratePercent: 4.5, termMonths: 360, lates: [{ from: -38, worst: 3 }] },
      { id: 'card1', kind: 'creditCard', opened: -199, amount: 7_000, use: 0.9, bureaus: all },
      { id: 'loan',  kind: 'personalLoan', opened: -58, amount: 9_500, ratePercent: 14, termMonths: 60, bureaus: all },
      { id: 'car',   kind: 'autoLoan', opened: -29, amount: 16_200, ratePercent: 8.5, termMonths: 72, bureaus: all },
    ],
    inquiries: [],
    bankruptcies: [{ chapter: 13, filed: -34, disposed: 26, disposition: 'Completed' }],
  },

  noHit: { start: -1, accounts: [], withheld: unknownEverywhere },

  frozenOne: {
    start: -151,
    accounts: ORDINARY_ACCOUNTS,
    withheld: { Experian: 'NoFileReturnedCreditFreeze' },
  },

  frozenAll: { start: -151, accounts: ORDINARY_ACCOUNTS, withheld: frozenEverywhere },

  fraudInitial: {
    start: -151,
    accounts: ORDINARY_ACCOUNTS,
    inquiries: [{ id: 'unknown', month: -2, kind: 'creditCard', bureaus: all }],
    alerts: [{ kind: 'fraudInitial', from: -2, until: 10 }],
  },

  fraudExtended: {
    start: -151,
    accounts: ORDINARY_ACCOUNTS,
    alerts: [{ kind: 'fraudExtended', from: -14, until: 70 }],
  },

  activeDuty: {
    start: -151,
    accounts: [
      { id: 'home', kind: 'vaMortgage', opened: -45, amount: 241_000, ratePercent: 3.5, termMonths: 360 },
      ...ORDINARY_ACCOUNTS.slice(1),
    ],
    alerts: [{ kind: 'activeDuty', from: -4, until: 8 }],
  },

  deceased: {
    start: -420,
    accounts: [
      { id: 'card', kind: 'creditCard', opened: -300, amount: 9_000, use: 0.05, bureaus: all },
      { id: 'home', kind: 'conventionalMortgage', opened: -330, amount: 98_000, ratePercent: 6.5, termMonths: 240 },
    ],
    alerts: [{ kind: 'deceased', from: -3 }],
  },

  ssnDiffers: {
    start: -151,
    accounts: ORDINARY_ACCOUNTS,
    ssnOnFile: { bureau: 'TransUnion', ssn: '900312121' },
  },

  thinAtOne: {
    start: -26,
    accounts: [
      { id: 'card', kind: 'creditCard', opened: -24, amount: 1_500, use: 0.3, bureaus: ['Equifax', 'TransUnion'] },
      { id: 'study', kind: 'studentLoan', opened: -22, amount: 6_500, ratePercent: 5, termMonths: 120, deferredMonths: 30, bureaus: ['Equifax', 'TransUnion'] },
    ],
    withheld: { Experian: 'NoFileReturnedThinFile' },
  },

  mover: { start: -151, accounts: ORDINARY_ACCOUNTS, oldAddressAt: 'Experian' },

  longName: { start: -151, accounts: ORDINARY_ACCOUNTS },

  minor: { start: -10, accounts: [], withheld: minorEverywhere },

  dormant: {
    start: -260,
    accounts: [
      { id: 'card', kind: 'creditCard', opened: -240, amount: 5_000, use: 0.1, bureaus: all, ending: { month: -40, how: 'ClosedByConsumer' } },
      { id: 'car',  kind: 'autoLoan', opened: -100, amount: 14_000, ratePercent: 5, termMonths: 48, bureaus: all },
    ],
  },
  firstTimer: {
    start: -9,
    accounts: [
      { id: 'card', kind: 'securedCard', opened: -9, amount: 600, use: 0.25, bureaus: all },
      { id: 'store', kind: 'storeCard', opened: -3, amount: 500, use: 0.3, bureaus: all },
    ],
    inquiries: [{ id: 'store', month: -3, kind: 'storeCard', account: 'store', bureaus: all }],
  },

  noScoreInvalid: { start: -151, accounts: ORDINARY_ACCOUNTS, unscored: 'InvalidScoreRequest' },

  noScoreNoData: { start: -40, accounts: [], unscored: 'NotScoredCreditDataNotAvailable' },

  noScoreReview: { start: -151, accounts: ORDINARY_ACCOUNTS, unscored: 'NotScoredFileIsUnderReview' },

  noScoreTooLong: { start: -160, accounts: MANY_ACCOUNTS.slice(0, 100), unscored: 'NotScoredFileTooLong' },

  noScoreNoAccount: {
    start: -60,
    accounts: [
      { id: 'debt1', kind: 'collection', opened: -30, amount: 640, bureaus: all },
      { id: 'debt2', kind: 'collection', opened: -14, amount: 1_310, bureaus: all },
    ],
    unscored: 'NotScoredNoQualifyingAccount',
  },

  noScoreUnavailable: { start: -151, accounts: ORDINARY_ACCOUNTS, unscored: 'ScoringNotAvailable' },

  noScoreForbidden: { start: -151, accounts: ORDINARY_ACCOUNTS, unscored: 'UnauthorizedScoreRequest' },

  noScoreRequirements: {
    start: -20,
    accounts: [{ id: 'phone', kind: 'mobilePhone', opened: -18, amount: 95, bureaus: all }],
    unscored: 'NotScoredRequirementsNotMet',
  },

  noScoreUnscorable: {
    start: -90,
    accounts: [{ id: 'card', kind: 'creditCard', opened: -80, amount: 3_000, use: 0.2, disputedFrom: -5, bureaus: all }],
    unscored: 'NotScoredFileCannotBeScored',
  },

  maxedOut: {
    start: -120,
    accounts: [
      { id: 'card1', kind: 'creditCard', opened: -110, amount: 9_000, use: 1.1, bureaus: all },
      { id: 'card2', kind: 'creditCard', opened: -71, amount: 6_500, use: 1.2, bureaus: all },
      { id: 'card3', kind: 'creditCard', opened: -33, amount: 4_000, use: 1.2, bureaus: all },
      { id: 'store', kind: 'storeCard', opened: -52, amount: 2_500, use: 1, bureaus: all },
      { id: 'car',   kind: 'autoLoan', opened: -15, amount: 24_500, ratePercent: 7, termMonths: 72, bureaus: all },
    ],
  },

  late30: {
    start: -151,
    accounts: [...STEADY_ACCOUNTS, { id: 'slip', kind: 'creditCard', opened: -84, amount: 5_000, use: 0.3, lates: [{ from: -6, worst: 1 }], bureaus: all }],
  },

  late60: {
    start: -151,
    accounts: [...STEADY_ACCOUNTS, { id: 'slip', kind: 'creditCard', opened: -84, amount: 5_000, use: 0.3, lates: [{ from: -8, worst: 2 }], bureaus: all }],
  },

  late90: {
    start: -151,
    accounts: [...STEADY_ACCOUNTS, { id: 'slip', kind: 'creditCard', opened: -84, amount: 5_000, use: 0.3, lates: [{ from: -10, worst: 3 }], bureaus: all }],
  },

  chargedOff: {
    start: -140,
    accounts: [
      ...STEADY_ACCOUNTS,
      { id: 'lost1', kind: 'creditCard', opened: -96, amount: 4_800, use: 0.9, bureaus: all, ending: { month: -20, how: 'ChargedOff' } },
      { id: 'lost2', kind: 'storeCard', opened: -88, amount: 1_900, use: 0.9, bureaus: all, ending: { month: -31, how: 'ChargedOffAndSold' } },
    ],
  },

  inCollection: {
    start: -140,
    accounts: [
      ...STEADY_ACCOUNTS,
      { id: 'debt1', kind: 'collection', opened: -28, amount: 1_870, bureaus: all },
      { id: 'debt2', kind: 'collection', opened: -9, amount: 412, bureaus: all },
      { id: 'debt3', kind: 'collection', opened: -40, amount: 733, bureaus: all, ending: { month: -12, how: 'Paid' } },
    ],
  },

  foreclosed: {
    start: -180,
    accounts: [
      ...STEADY_ACCOUNTS,
      { id: 'home', kind: 'conventionalMortgage', opened: -162, amount: 205_000, ratePercent: 6, termMonths: 360, ending: { month: -37, how: 'Foreclosed' } },
    ],
  },

  repossessed: {
    start: -140,
    accounts: [
      ...STEADY_ACCOUNTS.slice(0, 2),
      { id: 'truck', kind: 'autoLoan', opened: -50, amount: 31_000, ratePercent: 9, termMonths: 72, bureaus: all, ending: { month: -18, how: 'Repossessed' } },
    ],
  },

  student: {
    start: -30,
    accounts: [
      { id: 'study1', kind: 'studentLoan', opened: -29, amount: 5_500, ratePercent: 4.5, termMonths: 120, deferredMonths: 54, bureaus: all },
      { id: 'study2', kind: 'studentLoan', opened: -17, amount: 6_500, ratePercent: 5, termMonths: 120, deferredMonths: 42, bureaus: all },
      { id: 'study3', kind: 'studentLoan', opened: -5, amount: 7_500, ratePercent: 5.5, termMonths: 120, deferredMonths: 30, bureaus: all },
      { id: 'card', kind: 'creditCard', opened: -25, amount: 1_200, use: 0.15, bureaus: all },
    ],
  },

  authorizedUser: {
    start: -50,
    accounts: [
      { id: 'parent1', kind: 'creditCard', opened: -48, amount: 14_000, use: 0.08, ownership: 'AuthorizedUser', bureaus: all },
      { id: 'parent2', kind: 'creditCard', opened: -20, amount: 9_000, use: 0.12, ownership: 'AuthorizedUser', bureaus: all },
    ],
  },

  disputing: {
    start: -140,
    accounts: [
      ...STEADY_ACCOUNTS,
      { id: 'wrong1', kind: 'creditCard', opened: -45, amount: 3_300, use: 0.5, lates: [{ from: -11, worst: 2 }], disputedFrom: -7, bureaus: all },
      { id: 'wrong2', kind: 'collection', opened: -13, amount: 585, disputedFrom: -10, bureaus: all },
    ],
  },

  medicalDebt: {
    start: -140,
    accounts: [
      ...STEADY_ACCOUNTS,
      { id: 'hospital', kind: 'medicalCollection', opened: -22, amount: 2_960, bureaus: all },
      { id: 'clinic', kind: 'medicalCollection', opened: -15, amount: 840, bureaus: all },
    ],
  },

  homeEquity: {
    start: -200,
    accounts: [
      ...STEADY_ACCOUNTS,
      { id: 'home', kind: 'conventionalMortgage', opened: -96, amount: 240_000, ratePercent: 3.5, termMonths: 360, bureaus: all },
      { id: 'equity', kind: 'homeEquityLine', opened: -34, amount: 60_000, use: 0.6, bureaus: all },
    ],
  },

  twoMortgages: {
    start: -240,
    accounts: [
      ...STEADY_ACCOUNTS,
      { id: 'home', kind: 'conventionalMortgage', opened: -84, amount: 318_000, ratePercent: 3.5, termMonths: 360, bureaus: all },
      { id: 'rental', kind: 'conventionalMortgage', opened: -29, amount: 192_000, ratePercent: 5.5, termMonths: 360, bureaus: all },
    ],
  },

  paidMortgage: {
    start: -330,
    accounts: [
      ...STEADY_ACCOUNTS,
      { id: 'home', kind: 'conventionalMortgage', opened: -194, amount: 148_000, ratePercent: 4, termMonths: 180, bureaus: all },
    ],
  },

  streamline: {
    start: -160,
    accounts: [
      ...STEADY_ACCOUNTS,
      { id: 'home', kind: 'fhaMortgage', opened: -31, amount: 226_000, ratePercent: 6.75, termMonths: 360, bureaus: all },
    ],
  },

  streamlineLate: {
    start: -160,
    accounts: [
      ...STEADY_ACCOUNTS,
      { id: 'home', kind: 'fhaMortgage', opened: -31, amount: 226_000, ratePercent: 6.75, termMonths: 360, bureaus: all, lates: [{ from: -19, worst: 2 }, { from: -5, worst: 1 }] },
    ],
  },

  calla: {
    start: -130,
    accounts: [...ROSENQUIST_ACCOUNTS, { id: 'card', kind: 'creditCard', opened: -125, amount: 6_000, use: 0.15, bureaus: all }],
  },

  edmund: {
    start: -170,
    accounts: [...ROSENQUIST_ACCOUNTS, { id: 'card', kind: 'creditCard', opened: -160, amount: 9_500, use: 0.35, bureaus: all }],
  },

  tobias: {
    start: -150,
    accounts: [...OAKHURST_ACCOUNTS, ...STEADY_ACCOUNTS],
  },

  nerys: {
    start: -150,
    accounts: [...OAKHURST_ACCOUNTS, { id: 'card', kind: 'creditCard', opened: -99, amount: 5_000, use: 0.2, bureaus: all }],
    withheld: frozenEverywhere,
  },

  noHitOne: { start: -151, accounts: ORDINARY_ACCOUNTS, withheld: { TransUnion: 'NoFileReturnedNoHit' } },

  noHitTwo: {
    start: -151,
    accounts: ORDINARY_ACCOUNTS,
    withheld: { Experian: 'NoFileReturnedNoHit', TransUnion: 'NoFileReturnedNoHit' },
  },

  frozenTwo: {
    start: -151,
    accounts: ORDINARY_ACCOUNTS,
    withheld: { Equifax: 'NoFileReturnedCreditFreeze', TransUnion: 'NoFileReturnedCreditFreeze' },
  },

  twoBureaus: {
    start: -100,
    accounts: [
      { id: 'union card', kind: 'creditCard', opened: -95, amount: 4_000, use: 0.2, bureaus: ['Experian', 'TransUnion'] },
      { id: 'union car', kind: 'autoLoan', opened: -30, amount: 17_500, ratePercent: 5, termMonths: 60, bureaus: ['Experian', 'TransUnion'] },
    ],
    withheld: { Equifax: 'NoFileReturnedNoHit' },
  },

  senior: {
    start: -420,
    accounts: [
      ...MIXED_ACCOUNTS,
      { id: 'home', kind: 'conventionalMortgage', opened: -110, amount: 155_000, ratePercent: 4, termMonths: 180, bureaus: all },
    ],
  },

  junior: {
    start: -140,
    accounts: [
      ...STEADY_ACCOUNTS,
      ...MIXED_ACCOUNTS.map((plan) => ({ ...plan, bureaus: ['Equifax'] as const })),
    ],
    suffixOnFile: { bureau: 'Equifax', suffix: 'Sr' },
  },

  manyAccounts: { start: -160, accounts: MANY_ACCOUNTS },

  accents: { start: -151, accounts: ORDINARY_ACCOUNTS },

  itin: {
    start: -70,
    accounts: [
      { id: 'secured', kind: 'securedCard', opened: -66, amount: 900, use: 0.2, bureaus: all },
      { id: 'card', kind: 'creditCard', opened: -41, amount: 3_200, use: 0.2, bureaus: all },
      { id: 'car', kind: 'autoLoan', opened: -22, amount: 14_400, ratePercent: 7.5, termMonths: 60, bureaus: all },
    ],
  },
} as const satisfies Record<string, PersonaStory>

/** The identifier of a persona, which names its story. */
export type PersonaId = keyof typeof PERSONA_STORIES
