/**
 * The personas: people with a stated outcome, for integrators to order. They are a contract: to
 * change a score here breaks someone's tests. Outcomes hold on every day of the epoch's month.
 */
import type { BureauName } from '../../documents/enumerations.ts'
import type { Address, FileScore, FileStatus } from '../bureau.ts'
import { normalized } from './identity.ts'
import type { PersonaId } from './persona-stories.ts'

/** What a bureau answers about a persona. */
export interface PersonaOutcome {
  readonly status: FileStatus
  /** Absent where there is no file or no score. */
  readonly score?: number
  readonly exclusionReason?: FileScore['exclusionReason']
  /** What else is to be seen, in words. */
  readonly words: string
}

/** A person with a stated outcome. */
export interface Persona {
  readonly id: PersonaId
  readonly firstName: string
  readonly middleName: string
  readonly lastName: string
  readonly suffix: string
  /** In an area that is never issued, with dashes. */
  readonly ssn: string
  /** YYYY-MM-DD. */
  readonly birthDate: string
  readonly address: Address
  /** What the persona is for, as a sentence. */
  readonly story: string
  readonly outcome: Readonly<Record<BureauName, PersonaOutcome>>
  /** The partner with whom to order jointly. */
  readonly joint?: PersonaId
}

function home(street: string, city: string, state: string, postalCode: string): Address {
  return { street, city, state, postalCode }
}

/** Names in parts. */
type Name = readonly [first: string, middle: string, last: string, suffix?: string]

interface Row {
  readonly name: Name
  readonly ssn: string
  readonly born: string
  readonly address: Address
  readonly story: string
  readonly outcome: Persona['outcome']
  readonly joint?: PersonaId
}

function file(score: number, words: string): PersonaOutcome {
  return { status: 'FileReturned', score, words }
}

/** Scores in the order of the bureaus. */
function scored(scores: readonly [number, number, number], words: string): Persona['outcome'] {
  return {
    Equifax: file(scores[0], words),
    Experian: file(scores[1], words),
    TransUnion: file(scores[2], words),
  }
}

function everywhere(outcome: PersonaOutcome): Persona['outcome'] {
  return { Equifax: outcome, Experian: outcome, TransUnion: outcome }
}

// biome-ignore format: a table
const ROWS: Readonly<Record<PersonaId, Row>> = {
  avery: {
    name: ['Avery', 'Q', 'Sandford'], ssn: '900-12-1234', born: '1985-04-17',
    address: home('12 Harbor View Rd', 'Camden', 'ME', '04843'),
    story: 'The ordinary borrower: mortgage, home equity line, cars, cards, one late payment long ago.',
    outcome: scored([703, 745, 717], 'A file with four score factors; a car loan is added in the month after the epoch.'),
  },
  rowan: {
    name: ['Rowan', '', 'Castellane'], ssn: '900-55-1111', born: '1988-09-02',
    address: home('4 Mill Ln', 'Bath', 'ME', '04530'), joint: 'juno',
    story: 'One of a couple: joint mortgage, car and card, and accounts of his own, one of them once late.',
    outcome: scored([675, 740, 693], 'A file with four joint accounts.'),
  },
  juno: {
    name: ['Juno', 'K', 'Castellane'], ssn: '900-55-2222', born: '1990-01-23',
    address: home('4 Mill Ln', 'Bath', 'ME', '04530'), joint: 'rowan',
    story: 'The other of the couple: the same joint accounts, and accounts of her own, never late.',
    outcome: scored([750, 779, 768], 'A file with the same four joint accounts.'),
  },
  clean: {
    name: ['Marisol', 'T', 'Vandermeer'], ssn: '900-11-0001', born: '1969-11-30',
    address: home('88 Summit Ave', 'Bend', 'OR', '97701'),
    story: 'Pays everything on time and owes little: scores near the top.',
    outcome: scored([797, 823, 818], 'A file without a late payment.'),
  },
  thin: {
    name: ['Teo', '', 'Lindgard'], ssn: '900-11-0002', born: '2004-06-08',
    address: home('31 College St', 'Ithaca', 'NY', '14850'),
    story: 'Took out a first card three months ago: files, but no score yet.',
    outcome: everywhere({ status: 'FileReturned', exclusionReason: 'NotScoredInsufficientCredit', words: 'A file too young to be scored.' }),
  },
  delinquent: {
    name: ['Delphine', 'R', 'Okafor-Hale'], ssn: '900-11-0003', born: '1982-02-14',
    address: home('207 Quarry Rd', 'Athens', 'OH', '45701'),
    story: 'Behind on a car loan and a card, 30, 60 and 90 days late before, with collections and a charge-off.',
    outcome: scored([498, 506, 504], 'Late payments, collections, a charged-off card and a dispute.'),
  },
  bankrupt: {
    name: ['Silas', 'J', 'Merriweather'], ssn: '900-11-0004', born: '1978-07-21',
    address: home('5 Depot St', 'Staunton', 'VA', '24401'),
    story: 'Chapter 7 bankruptcy discharged three years ago; rebuilding since.',
    outcome: scored([624, 646, 640], 'A discharged chapter 7 bankruptcy and four accounts included in it.'),
  },
  wageEarner: {
    name: ['Imogen', '', 'Tarkington'], ssn: '900-11-0005', born: '1974-12-05',
    address: home('640 Prairie Dr', 'Lawrence', 'KS', '66044'),
    story: 'Pays off debts under a chapter 13 plan that is not yet completed.',
    outcome: scored([620, 643, 637], 'A chapter 13 bankruptcy that is filed and not yet completed.'),
  },
  noHit: {
    name: ['Linus', '', 'Quillfeather'], ssn: '900-11-0006', born: '1999-03-03',
    address: home('2 Lantern Way', 'Taos', 'NM', '87571'),
    story: 'Known to no bureau: an order for all three ends with E001.',
    outcome: everywhere({ status: 'NoFileReturnedNoHit', words: 'No file.' }),
  },
  frozenOne: {
    name: ['Petra', 'L', 'Hollingsworth'], ssn: '900-11-0007', born: '1986-08-19',
    address: home('19 Ferry Rd', 'Holland', 'MI', '49423'),
    story: 'Has frozen the file at Experian; the others answer.',
    outcome: {
      Equifax: file(733, 'An ordinary file.'),
      Experian: { status: 'NoFileReturnedCreditFreeze', words: 'Frozen.' },
      TransUnion: file(755, 'An ordinary file.'),
    },
  },
  frozenAll: {
    name: ['Caspian', '', 'Drummond'], ssn: '900-11-0008', born: '1986-08-19',
    address: home('75 Alder St', 'Ellensburg', 'WA', '98926'),
    story: 'Has frozen all three files: an order ends with E001.',
    outcome: everywhere({ status: 'NoFileReturnedCreditFreeze', words: 'Frozen.' }),
  },
  fraudInitial: {
    name: ['Ottilie', 'M', 'Farnsworth'], ssn: '900-11-0009', born: '1986-05-27',
    address: home('310 Linden Ave', 'Frederick', 'MD', '21701'),
    story: 'Suspects a misuse of her identity: an initial fraud alert with a consumer statement.',
    outcome: scored([736, 761, 756], 'An initial fraud alert and a consumer statement.'),
  },
  fraudExtended: {
    name: ['Barnaby', '', 'Quist'], ssn: '900-11-0010', born: '1986-10-11',
    address: home('8 Common St', 'Keene', 'NH', '03431'),
    story: 'Was a victim of identity theft: an extended fraud alert.',
    outcome: scored([728, 753, 750], 'An extended fraud alert and a consumer statement.'),
  },
  activeDuty: {
    name: ['Wren', 'A', 'Castillejo'], ssn: '900-11-0011', born: '1986-01-09',
    address: home('1450 Garden Way', 'Denton', 'TX', '76201'),
    story: 'Serves in the armed forces: an active duty alert and a VA mortgage.',
    outcome: scored([739, 764, 759], 'An active duty alert.'),
  },
  deceased: {
    name: ['Ambrose', 'E', 'Thistlewood'], ssn: '900-11-0012', born: '1941-09-15',
    address: home('66 Chapel Hill Rd', 'Northampton', 'MA', '01060'),
    story: 'Reported as deceased: files with an alert and without a score.',
    outcome: everywhere({ status: 'FileReturned', exclusionReason: 'NotScoredSubjectDeceased', words: 'A deceased alert.' }),
  },
  ssnDiffers: {
    name: ['Fenella', '', 'Ashgrove'], ssn: '900-31-2112', born: '1986-03-18',
    address: home('27 Orchard Ln', 'Decorah', 'IA', '52101'),
    story: 'TransUnion holds another social security number: an SSN verification alert there.',
    outcome: scored([737, 761, 758], 'TransUnion: the number on file is 900-31-2121.'),
  },
  thinAtOne: {
    name: ['Hattie', '', 'Bluestone'], ssn: '900-11-0013', born: '2003-05-12',
    address: home('52 Maple St', 'Northfield', 'MN', '55057'),
    story: 'A student with one card and a deferred loan; Experian knows too little for a file.',
    outcome: {
      Equifax: file(679, 'A short file.'),
      Experian: { status: 'NoFileReturnedThinFile', words: 'Too little on file.' },
      TransUnion: file(698, 'A short file.'),
    },
  },
  mover: {
    name: ['Leopold', 'G', 'Sternwood'], ssn: '900-11-0014', born: '1986-11-02',
    address: home('903 Juniper Dr', 'Prescott', 'AZ', '86301'),
    story: 'Moved, and Experian has not heard of it: an address discrepancy there.',
    outcome: scored([732, 758, 753], 'Experian: an address discrepancy.'),
  },
  longName: {
    name: ['Maximiliana-Søndergård', 'Étienne-Guðrún', 'Żółkiewska-Nuñez de la Peña y Übermühlenbachtaler', 'III'], ssn: '900-11-0015', born: '1986-06-30',
    address: home('1 Straße der Überlänge, Résidence “Les Érables” № 12', 'Decatur', 'GA', '30030'),
    story: 'A long name with letters beyond ASCII, to test what a system does with it.',
    outcome: scored([715, 763, 758], 'Experian knows no accents.'),
  },
  minor: {
    name: ['Pip', '', 'Larkwood'], ssn: '900-11-0016', born: '2016-02-29',
    address: home('14 Birch Ln', 'Brattleboro', 'VT', '05301'),
    story: 'Is a minor: no bureau gives a file, and an order ends with E001.',
    outcome: everywhere({ status: 'NoFileReturnedBorrowerIsAMinor', words: 'No file of a minor.' }),
  },
  dormant: {
    name: ['Eudora', 'V', 'Pennifold'], ssn: '900-11-0017', born: '1958-10-26',
    address: home('412 Pleasant St', 'Ocala', 'FL', '34471'),
    story: 'Has used no credit for years: files, but no score.',
    outcome: everywhere({ status: 'FileReturned', exclusionReason: 'NotScoredNoRecentAccountInformation', words: 'A file without a recent account.' }),
  },
}

/** All personas, the most useful first. */
export const PERSONAS: readonly Persona[] = (Object.entries(ROWS) as [PersonaId, Row][]).map(
  ([id, { name, born, ...row }]) => ({
    id,
    firstName: name[0],
    middleName: name[1],
    lastName: name[2],
    suffix: name[3] ?? '',
    birthDate: born,
    ...row,
  }),
)

const BY_SSN = new Map(PERSONAS.map((persona) => [persona.ssn.replaceAll('-', ''), persona]))

/**
 * The persona of a social security number, with or without dashes. With a family name, only when
 * it is theirs: nobody is handed the file of another.
 */
export function findPersona(ssn: string, lastName?: string): Persona | undefined {
  const persona = BY_SSN.get(ssn.replaceAll('-', ''))
  if (persona === undefined || lastName === undefined) return persona
  return normalized(lastName) === normalized(persona.lastName) ? persona : undefined
}
