/**
 * Magic streets: if the current address of a borrower is in such a street, simulated bureaus
 * misbehave. This works for every borrower. No real street begins with MAGIC and continues with the
 * name of a bureau, or ends in a misbehavior.
 */
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { CreditFile } from '../bureau.ts'
import { type BureauFault, MISBEHAVIOURS, misbehaviourOf } from './misbehaviour.ts'
import { withheldFile } from './simulated-file.ts'

/** The names of bureaus in streets. Clients with neutral dialects know only the neutral names. */
const NAMES: Readonly<Record<string, readonly BureauName[]>> = {
  ALL: BUREAUS,
  EQUIFAX: ['Equifax'],
  EXPERIAN: ['Experian'],
  TRANSUNION: ['TransUnion'],
  BUREAUA: ['Equifax'],
  BUREAUB: ['Experian'],
  BUREAUC: ['TransUnion'],
}

/** A house number, such as 12 or 12-B, may precede the street: some address checks require one. */
const MAGIC = /^\s*(?:\d\S*\s+)?MAGIC\s+(.+)$/i
const BUREAU_FIRST = new RegExp(`^(?:${Object.keys(NAMES).join('|')})\\b`, 'i')

const unrecognizedStreet: BureauFault = {
  title: 'Unrecognized magic street',
  behaviour: async (_pull, _request, bureau): Promise<CreditFile> => ({
    ...withheldFile('NoFileReturnedInadequateRequestData', bureau),
    message: `${bureau}: unrecognized MAGIC street in the order; see docs/magic.md.`,
  }),
}

/** Reports whether a street is a magic street. */
export function isMagic(street: string): boolean {
  return ordersOf(street) !== undefined
}

/**
 * Returns what follows MAGIC in a magic street. A known misbehavior after a missing or misspelled
 * bureau is a typing error, and not another street.
 */
function ordersOf(street: string): string | undefined {
  const [, orders = ''] = MAGIC.exec(street) ?? []
  return BUREAU_FIRST.test(orders) || endsInMisbehaviour(orders) ? orders : undefined
}

function endsInMisbehaviour(orders: string): boolean {
  const [first = ''] = orders.split(/[,;]/)
  const words = first.trim().split(/\s+/)
  return words.some((_, index) => misbehaviourOf(words.slice(index).join(' ')) !== undefined)
}

/**
 * Returns the fault that a street triggers at a bureau, if any. A pair for the bureau precedes one
 * for `ALL`, so that the order of the pairs does not matter. With an unrecognized magic street,
 * every bureau returns an error, because a test with a typing error must not pass.
 */
export function magicFault(street: string, bureau: BureauName): BureauFault | undefined {
  const orders = ordersOf(street)
  if (orders === undefined) return undefined
  const commands = orders.split(/[,;]/).map((order) => {
    const [, name = '', words = ''] = /^\s*(\S+)\s*(.*)$/.exec(order) ?? []
    return { names: NAMES[name.toUpperCase()], fault: misbehaviourOf(words) }
  })
  if (commands.some(({ names, fault }) => names === undefined || fault === undefined)) {
    return unrecognizedStreet
  }
  const fitting = commands.filter(({ names }) => names?.includes(bureau))
  return (fitting.find(({ names }) => names?.length === 1) ?? fitting[0])?.fault
}

/** Returns the reference of magic streets in Markdown: `docs/magic.md`. */
export function magicReference(): string {
  return [
    '# Magic streets',
    '',
    'In the sandbox, a "magic" street in the current address of any borrower triggers bureau errors.',
    '',
    '```',
    'MAGIC EQUIFAX SLOW 5',
    'MAGIC ALL TIMEOUT',
    'MAGIC EXPERIAN OTHER PERSON, TRANSUNION FROZEN',
    '100 MAGIC BUREAUB NotScoredFileIsUnderReview',
    '```',
    '',
    'The street consists of `MAGIC`, a bureau and a word from the table below. Separate several pairs of bureau and',
    `word with commas. The bureau is one of ${Object.keys(NAMES)
      .map((name) => `\`${name}\``)
      .join(', ')}.`,
    'A pair for a bureau precedes a pair for `ALL`, and of two pairs for the same bureau the first applies.',
    'Case is ignored, and so are spaces and hyphens within a word. A house number may precede `MAGIC`.',
    'A magic street affects only the borrower who lives there; in a joint order, each borrower can have',
    'one. Unrecognized magic streets return `NoFileReturnedInadequateRequestData` from every bureau, so',
    'typos are visible. Other streets, such as Magic Way, are ordinary streets.',
    '',
    'You can also give a persona a magic street; otherwise it keeps its documented results. Real bureaus',
    'receive the street unchanged.',
    '',
    '| Word | Bureau behavior | Result in the order |',
    '|---|---|---|',
    ...MISBEHAVIOURS.map(({ word, does, shows }) => `| \`${word}\` | ${does} | ${shows} |`),
    '',
    'The timeout is the setting `bureau-timeout-ms`, 10 seconds by default.',
    'A bureau without a file is not listed as delivered and is not charged. Documents of `mortgage_only` state',
    'no status and no reason: a missing file has an empty `_UnparsedName`, a missing score an empty `_Value`.',
    'If no bureau returns a file, the order fails with E001, without a charge and without a report.',
    'Submit returns an existing report for the same request. To pull again, order with ForceNew, or place an',
    'order for another person.',
    '',
  ].join('\n')
}
