/** Examples of custom people that the editor can start from. */
import type { PersonFile } from './person-draft.ts'

/** An example of a custom person. */
export interface Example {
  /** The ID of the example, which the new person also gets. */
  readonly id: string
  readonly title: string
  readonly text: string
  readonly file: PersonFile
}

/** The examples that a new person can start from instead of `BLANK`. */
export const EXAMPLES: readonly Example[] = [
  {
    id: 'late-mortgage',
    title: 'Late mortgage payment',
    text: 'Middle score 641, one payment 30 days late in the last year.',
    file: { outcome: { middleScore: 641, lates: [{ on: 'mortgage', within: 12, days30: 1 }] } },
  },
  {
    id: 'thin-file',
    title: 'Thin file',
    text: 'One card, opened three months ago: files without a score.',
    file: {
      accounts: [
        { id: 'card', kind: 'creditCard', opened: '3 months ago', limit: 500, balance: 120 },
      ],
    },
  },
  {
    id: 'two-frozen',
    title: 'Two bureaus frozen',
    text: 'Only TransUnion returns a file. Its score is 712.',
    file: {
      outcome: { scores: { TransUnion: 712 } },
      bureaus: { Equifax: { frozen: true }, Experian: { frozen: true } },
    },
  },
  {
    id: 'disputed',
    title: 'Disputed account',
    text: 'Middle score 690, and one account that the borrower disputes.',
    file: { outcome: { middleScore: 690, disputed: 1 } },
  },
  {
    id: 'disagreement',
    title: 'Bureaus that disagree',
    text: 'A balance, a late payment, a loan and a collection differ between the bureaus.',
    file: {
      accounts: [
        { id: 'home', kind: 'conventionalMortgage', opened: '26 months ago', amount: 285_000 },
        {
          id: 'card',
          kind: 'creditCard',
          opened: '6 years ago',
          limit: 12_000,
          balance: 3_180,
          differences: {
            TransUnion: { balance: 2_950, lates: [{ month: '5 months ago', days: 30 }] },
          },
        },
        {
          id: 'car',
          kind: 'autoLoan',
          opened: '31 months ago',
          amount: 27_400,
          termMonths: 72,
          bureaus: ['Equifax', 'Experian'],
        },
      ],
      collections: [{ opened: '20 months ago', amount: 412, bureaus: ['Experian'] }],
    },
  },
  {
    id: 'bankruptcy',
    title: 'Discharged bankruptcy',
    text: 'Chapter 7, discharged; middle score 620.',
    file: { outcome: { middleScore: 620, bankruptcy: { chapter: 7, disposition: 'Discharged' } } },
  },
  {
    id: 'collections',
    title: 'Collections',
    text: 'Two collections; middle score 590.',
    file: { outcome: { middleScore: 590, collections: 2 } },
  },
  {
    id: 'fraud-alert',
    title: 'Fraud alert',
    text: 'An extended fraud alert at every bureau; middle score 730.',
    file: {
      outcome: { middleScore: 730 },
      alerts: [{ kind: 'fraudExtended', from: '2 months ago', until: 'in 80 months' }],
    },
  },
  {
    id: 'excellent',
    title: 'Excellent credit',
    text: 'Middle score 790, one mortgage, never late.',
    file: { outcome: { middleScore: 790, openMortgages: 1 } },
  },
]

/** Returns the file of an example, with the title of the example as description. */
export function exampleFile({ title, file }: Example): PersonFile {
  return { description: title, ...file }
}

/** Returns the ID of an example, with a number appended if the ID is taken. */
export function freeId(id: string, taken: readonly string[]): string {
  const numbered = [id, ...taken.map((_, at) => `${id}-${at + 2}`)]
  return numbered.find((each) => !taken.includes(each)) ?? id
}
