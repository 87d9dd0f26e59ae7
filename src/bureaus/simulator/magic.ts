/**
 * Magic streets: an order whose current address is in such a street makes simulated bureaus
 * misbehave, for anyone. A real street does not begin with MAGIC and a bureau's name.
 */
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { CreditFile } from '../bureau.ts'
import { MISBEHAVIOURS, type Misbehaviour, misbehaviourOf } from './misbehaviour.ts'
import { withheldFile } from './simulated-file.ts'

/** How streets name the bureaus; those who order in neutral words know no others. */
const NAMES: Readonly<Record<string, readonly BureauName[]>> = {
  ALL: BUREAUS,
  EQUIFAX: ['Equifax'],
  EXPERIAN: ['Experian'],
  TRANSUNION: ['TransUnion'],
  BUREAUA: ['Equifax'],
  BUREAUB: ['Experian'],
  BUREAUC: ['TransUnion'],
}

/** Some address checks want a house number, so one may stand before it. */
const MAGIC = new RegExp(
  `^\\s*(?:\\d+\\s+)?MAGIC\\s+((?:${Object.keys(NAMES).join('|')})\\b.*)$`,
  'i',
)

const notUnderstood: Misbehaviour = async (_pull, _request, bureau): Promise<CreditFile> => ({
  ...withheldFile('NoFileReturnedInadequateRequestData', bureau),
  message: `${bureau}: the MAGIC street of the order is not understood; see docs/magic.md.`,
})

/** Whether a street tells bureaus what to do. */
export function isMagic(street: string): boolean {
  return MAGIC.test(street)
}

/**
 * What a bureau is told by a street; undefined where it is told nothing. A magic street that is not
 * understood makes every bureau say so: a test with a slip in it must not pass.
 */
export function magicOf(street: string, bureau: BureauName): Misbehaviour | undefined {
  const [, orders] = MAGIC.exec(street) ?? []
  if (orders === undefined) return undefined
  const told = orders.split(/[,;]/).map((order) => {
    const [, name = '', words = ''] = /^\s*(\S+)\s*(.*)$/.exec(order) ?? []
    return { names: NAMES[name.toUpperCase()], behaviour: misbehaviourOf(words) }
  })
  if (told.some(({ names, behaviour }) => names === undefined || behaviour === undefined)) {
    return notUnderstood
  }
  return told.find(({ names }) => names?.includes(bureau))?.behaviour
}

/** The reference of magic streets, as Markdown: `docs/magic.md`. */
export function magicReference(): string {
  return [
    '# Magic streets',
    '',
    'Anyone can be ordered in the sandbox, and for anyone the simulated bureaus can be made to',
    'misbehave: by the street of the borrower’s current address.',
    '',
    '```',
    'MAGIC EQUIFAX SLOW 5',
    'MAGIC ALL TIMEOUT',
    'MAGIC EXPERIAN OTHER PERSON, TRANSUNION FROZEN',
    '100 MAGIC BUREAUB NotScoredFileIsUnderReview',
    '```',
    '',
    'The street is `MAGIC`, a bureau and a word of the table; several such pairs are separated by',
    `commas. A bureau is one of ${Object.keys(NAMES)
      .map((name) => `\`${name}\``)
      .join(', ')}.`,
    'Case does not count, nor do spaces and hyphens within a word; a house number may stand before it.',
    'What is told holds for the borrower who lives there: in a joint order each has a street of their',
    'own. A street that begins so and is not understood is answered by every bureau with',
    '`NoFileReturnedInadequateRequestData`, so that a slip does not go unnoticed. Any other street, such',
    'as Magic Way, is a street like others.',
    '',
    'A persona can live in a magic street too: everything else of them stays as stated. Bureaus that are',
    'not simulated are sent the street as it is.',
    '',
    '| Word | The bureau | The order shows |',
    '|---|---|---|',
    ...MISBEHAVIOURS.map(({ word, does, shows }) => `| \`${word}\` | ${does} | ${shows} |`),
    '',
    'A bureau that gives no file is not listed as delivered and is not charged. Where no bureau gives',
    'one, the order ends with E001, costs nothing and leaves no report. A Submit of the same meaning',
    'gets the report that is there: order ForceNew, or another person, to ask the bureaus again.',
    '',
  ].join('\n')
}
