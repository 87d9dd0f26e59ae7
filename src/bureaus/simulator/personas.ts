/**
 * The personas: test borrowers with a stated outcome. They are a contract: changing a score here
 * breaks users' tests. Outcomes hold on every day of the epoch's month.
 */
import { isSameName } from '../../documents/names.ts'
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type { Address, FileScore, FileStatus } from '../bureau.ts'
import { PERSONA_STORIES, type PersonaId } from './persona-stories.ts'
import { type PersonaTrait, traitsOf } from './persona-traits.ts'

/**
 * The version of the contract. The second number increases with new personas. The first increases
 * if a stated outcome changes, with a note in the change log.
 */
export const PERSONAS_VERSION = '1.1'

/** The response of a bureau about a persona. */
interface PersonaOutcome {
  /** The status that the bureau returns in the epoch's month. */
  readonly status: FileStatus
  /** Absent if there is no file or no score. */
  readonly score?: number
  readonly exclusionReason?: FileScore['exclusionReason']
  /** Other visible facts, in words. */
  readonly words: string
}

/**
 * The figures of the report's summary that are stated for a persona, by the names of their data
 * sets. Figures that a persona does not name are 0.
 */
export const STATED_FIGURES = [
  'TotalAccounts',
  'MortgageAccounts',
  'MortgageOpenAccounts',
  'MortgageLate30DaysHistorical',
  'MortgageLate60DaysHistorical',
  'TotalLate30DaysHistorical',
  'TotalLate60DaysHistorical',
  'TotalLate90DaysHistorical',
  'RevolvingUtilizationPercent',
  'Collections',
  'ChargeOffs',
  'RepossessionsAndForeclosures',
  'AccountsInBankruptcy',
  'DisputedAccounts',
  'AuthorizedUserAccounts',
  'JointAccounts',
] as const
type StatedFigure = (typeof STATED_FIGURES)[number]
type PersonaFigures = Readonly<Partial<Record<StatedFigure, number>>>

/** A person with a stated outcome. */
export interface Persona {
  /** The name of the persona in commands, documents and the console. */
  readonly id: PersonaId
  readonly firstName: string
  readonly middleName: string
  readonly lastName: string
  /** Empty for most personas. */
  readonly suffix: string
  /** In an area that is never issued, with dashes. */
  readonly ssn: string
  /** YYYY-MM-DD. */
  readonly birthDate: string
  readonly address: Address
  /** A summary of the persona, for lists. */
  readonly story: string
  /** The outcome at each bureau in the epoch's month. */
  readonly outcome: Readonly<Record<BureauName, PersonaOutcome>>
  /** Figures of the merged report from all three bureaus. */
  readonly figures: PersonaFigures
  /** The partner for a joint order. */
  readonly joint?: PersonaId
  /** The traits by which lists are filtered. */
  readonly traits: PersonaTrait[]
}

function home(street: string, city: string, state: string, postalCode: string): Address {
  return { street, city, state, postalCode }
}

/** The parts of a name. */
type Name = readonly [first: string, middle: string, last: string, suffix?: string]

interface Row {
  readonly name: Name
  readonly ssn: string
  readonly born: string
  readonly address: Address
  readonly story: string
  readonly outcome: Persona['outcome']
  readonly figures: PersonaFigures
  readonly joint?: PersonaId
}

function file(score: number, words: string): PersonaOutcome {
  return { status: 'FileReturned', score, words }
}

/** Returns outcomes with scores, in the order of the bureaus. */
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
    outcome: scored([703, 745, 717], 'A file with four score factors; a car loan is added in the month after the sandbox was created or reset.'),
    figures: { TotalAccounts: 15, MortgageAccounts: 3, MortgageOpenAccounts: 2, TotalLate30DaysHistorical: 1, RevolvingUtilizationPercent: 15, AuthorizedUserAccounts: 1 },
  },
  rowan: {
    name: ['Rowan', '', 'Castellane'], ssn: '900-55-1111', born: '1988-09-02',
    address: home('4 Mill Ln', 'Bath', 'ME', '04530'), joint: 'juno',
    story: 'Shares a mortgage, a car loan and a card with Juno. Has accounts of his own, one of them late once.',
    outcome: scored([675, 740, 693], 'A file with four joint accounts.'),
    figures: { TotalAccounts: 10, MortgageAccounts: 2, MortgageOpenAccounts: 1, TotalLate30DaysHistorical: 1, RevolvingUtilizationPercent: 24, JointAccounts: 4 },
  },
  juno: {
    name: ['Juno', 'K', 'Castellane'], ssn: '900-55-2222', born: '1990-01-23',
    address: home('4 Mill Ln', 'Bath', 'ME', '04530'), joint: 'rowan',
    story: 'Shares a mortgage, a car loan and a card with Rowan. Has accounts of her own, never late.',
    outcome: scored([750, 779, 768], 'A file with the same four joint accounts.'),
    figures: { TotalAccounts: 10, MortgageAccounts: 2, MortgageOpenAccounts: 1, RevolvingUtilizationPercent: 12, AuthorizedUserAccounts: 1, JointAccounts: 4 },
  },
  clean: {
    name: ['Marisol', 'T', 'Vandermeer'], ssn: '900-11-0001', born: '1969-11-30',
    address: home('88 Summit Ave', 'Bend', 'OR', '97701'),
    story: 'Pays everything on time and owes little: scores near the top.',
    outcome: scored([797, 823, 818], 'A file without a late payment.'),
    figures: { TotalAccounts: 8, MortgageAccounts: 1, MortgageOpenAccounts: 1, RevolvingUtilizationPercent: 2 },
  },
  thin: {
    name: ['Teo', '', 'Lindgard'], ssn: '900-11-0002', born: '2004-06-08',
    address: home('31 College St', 'Ithaca', 'NY', '14850'),
    story: 'Took out a first card three months ago: files, but no score yet.',
    outcome: everywhere({ status: 'FileReturned', exclusionReason: 'NotScoredInsufficientCredit', words: 'A file too young to be scored.' }),
    figures: { TotalAccounts: 2, RevolvingUtilizationPercent: 24 },
  },
  delinquent: {
    name: ['Delphine', 'R', 'Okafor-Hale'], ssn: '900-11-0003', born: '1982-02-14',
    address: home('207 Quarry Rd', 'Athens', 'OH', '45701'),
    story: 'Behind on a car loan and a card, 30, 60 and 90 days late before, with collections and a charge-off.',
    outcome: scored([498, 506, 504], 'Late payments, collections, a charged-off card and a dispute.'),
    figures: { TotalAccounts: 9, MortgageAccounts: 1, MortgageOpenAccounts: 1, MortgageLate30DaysHistorical: 1, TotalLate30DaysHistorical: 8, TotalLate60DaysHistorical: 4, TotalLate90DaysHistorical: 7, RevolvingUtilizationPercent: 94, Collections: 3, ChargeOffs: 1, DisputedAccounts: 1 },
  },
  bankrupt: {
    name: ['Silas', 'J', 'Merriweather'], ssn: '900-11-0004', born: '1978-07-21',
    address: home('5 Depot St', 'Staunton', 'VA', '24401'),
    story: 'Chapter 7 bankruptcy discharged three years ago; rebuilding since.',
    outcome: scored([624, 646, 640], 'A discharged chapter 7 bankruptcy and four accounts included in it.'),
    figures: { TotalAccounts: 7, TotalLate30DaysHistorical: 4, TotalLate60DaysHistorical: 4, TotalLate90DaysHistorical: 4, RevolvingUtilizationPercent: 23, AccountsInBankruptcy: 4 },
  },
  wageEarner: {
    name: ['Imogen', '', 'Tarkington'], ssn: '900-11-0005', born: '1974-12-05',
    address: home('640 Prairie Dr', 'Lawrence', 'KS', '66044'),
    story: 'Pays off debts under a chapter 13 plan that is not yet completed.',
    outcome: scored([620, 643, 637], 'A chapter 13 bankruptcy that is filed and not yet completed.'),
    figures: { TotalAccounts: 4, MortgageAccounts: 1, MortgageOpenAccounts: 1, MortgageLate30DaysHistorical: 1, MortgageLate60DaysHistorical: 1, TotalLate30DaysHistorical: 3, TotalLate60DaysHistorical: 3, TotalLate90DaysHistorical: 3, AccountsInBankruptcy: 2 },
  },
  noHit: {
    name: ['Linus', '', 'Quillfeather'], ssn: '900-11-0006', born: '1999-03-03',
    address: home('2 Lantern Way', 'Taos', 'NM', '87571'),
    story: 'Known to no bureau: an order for all three fails with E001.',
    outcome: everywhere({ status: 'NoFileReturnedNoHit', words: 'No file.' }),
    figures: {},
  },
  frozenOne: {
    name: ['Petra', 'L', 'Hollingsworth'], ssn: '900-11-0007', born: '1986-08-19',
    address: home('19 Ferry Rd', 'Holland', 'MI', '49423'),
    story: 'Has frozen the file at Experian; the other bureaus return files.',
    outcome: {
      Equifax: file(733, 'An ordinary file.'),
      Experian: { status: 'NoFileReturnedCreditFreeze', words: 'Frozen.' },
      TransUnion: file(755, 'An ordinary file.'),
    },
    figures: { TotalAccounts: 6, MortgageAccounts: 1, MortgageOpenAccounts: 1, RevolvingUtilizationPercent: 19 },
  },
  frozenAll: {
    name: ['Caspian', '', 'Drummond'], ssn: '900-11-0008', born: '1986-08-19',
    address: home('75 Alder St', 'Ellensburg', 'WA', '98926'),
    story: 'Has frozen all three files: orders fail with E001.',
    outcome: everywhere({ status: 'NoFileReturnedCreditFreeze', words: 'Frozen.' }),
    figures: {},
  },
  fraudInitial: {
    name: ['Ottilie', 'M', 'Farnsworth'], ssn: '900-11-0009', born: '1986-05-27',
    address: home('310 Linden Ave', 'Frederick', 'MD', '21701'),
    story: 'Suspects a misuse of her identity: an initial fraud alert with a consumer statement.',
    outcome: scored([736, 761, 756], 'An initial fraud alert and a consumer statement.'),
    figures: { TotalAccounts: 6, MortgageAccounts: 1, MortgageOpenAccounts: 1, RevolvingUtilizationPercent: 18 },
  },
  fraudExtended: {
    name: ['Barnaby', '', 'Quist'], ssn: '900-11-0010', born: '1986-10-11',
    address: home('8 Common St', 'Keene', 'NH', '03431'),
    story: 'Was a victim of identity theft: an extended fraud alert.',
    outcome: scored([728, 753, 750], 'An extended fraud alert and a consumer statement.'),
    figures: { TotalAccounts: 6, MortgageAccounts: 1, MortgageOpenAccounts: 1, RevolvingUtilizationPercent: 23 },
  },
  activeDuty: {
    name: ['Wren', 'A', 'Castillejo'], ssn: '900-11-0011', born: '1986-01-09',
    address: home('1450 Garden Way', 'Denton', 'TX', '76201'),
    story: 'Serves in the armed forces: an active duty alert and a VA mortgage.',
    outcome: scored([739, 764, 759], 'An active duty alert.'),
    figures: { TotalAccounts: 6, MortgageAccounts: 1, MortgageOpenAccounts: 1, RevolvingUtilizationPercent: 15 },
  },
  deceased: {
    name: ['Ambrose', 'E', 'Thistlewood'], ssn: '900-11-0012', born: '1941-09-15',
    address: home('66 Chapel Hill Rd', 'Northampton', 'MA', '01060'),
    story: 'Reported as deceased: files with an alert and without a score.',
    outcome: everywhere({ status: 'FileReturned', exclusionReason: 'NotScoredSubjectDeceased', words: 'A deceased alert.' }),
    figures: { TotalAccounts: 2, MortgageAccounts: 1, RevolvingUtilizationPercent: 6 },
  },
  ssnDiffers: {
    name: ['Fenella', '', 'Ashgrove'], ssn: '900-31-2112', born: '1986-03-18',
    address: home('27 Orchard Ln', 'Decorah', 'IA', '52101'),
    story: 'TransUnion holds another social security number: an SSN verification alert there.',
    outcome: scored([737, 761, 758], 'TransUnion: the number on file is 900-31-2121.'),
    figures: { TotalAccounts: 6, MortgageAccounts: 1, MortgageOpenAccounts: 1, RevolvingUtilizationPercent: 17 },
  },
  thinAtOne: {
    name: ['Hattie', '', 'Bluestone'], ssn: '900-11-0013', born: '2003-05-12',
    address: home('52 Maple St', 'Northfield', 'MN', '55057'),
    story: 'A student with one card and a deferred loan; Experian has too little data for a file.',
    outcome: {
      Equifax: file(679, 'A short file.'),
      Experian: { status: 'NoFileReturnedThinFile', words: 'Too little on file.' },
      TransUnion: file(698, 'A short file.'),
    },
    figures: { TotalAccounts: 2, RevolvingUtilizationPercent: 34 },
  },
  mover: {
    name: ['Leopold', 'G', 'Sternwood'], ssn: '900-11-0014', born: '1986-11-02',
    address: home('903 Juniper Dr', 'Prescott', 'AZ', '86301'),
    story: 'Moved, and Experian has not heard of it: an address discrepancy there.',
    outcome: scored([732, 758, 753], 'Experian: an address discrepancy.'),
    figures: { TotalAccounts: 6, MortgageAccounts: 1, MortgageOpenAccounts: 1, RevolvingUtilizationPercent: 20 },
  },
  longName: {
    name: ['Maximiliana-Søndergård', 'Étienne-Guðrún', 'Żółkiewska-Nuñez de la Peña y Übermühlenbachtaler', 'III'], ssn: '900-11-0015', born: '1986-06-30',
    address: home('1 Straße der Überlänge, Résidence “Les Érables” № 12', 'Decatur', 'GA', '30030'),
    story: 'A long name with letters beyond ASCII, to test what a system does with it.',
    outcome: scored([715, 763, 758], 'Experian knows no accents.'),
    figures: { TotalAccounts: 6, MortgageAccounts: 1, MortgageOpenAccounts: 1, RevolvingUtilizationPercent: 17 },
  },
  minor: {
    name: ['Pip', '', 'Larkwood'], ssn: '900-11-0016', born: '2016-02-29',
    address: home('14 Birch Ln', 'Brattleboro', 'VT', '05301'),
    story: 'Is a minor: no bureau returns a file, and orders fail with E001.',
    outcome: everywhere({ status: 'NoFileReturnedBorrowerIsAMinor', words: 'No file of a minor.' }),
    figures: {},
  },
  dormant: {
    name: ['Eudora', 'V', 'Pennifold'], ssn: '900-11-0017', born: '1958-10-26',
    address: home('412 Pleasant St', 'Ocala', 'FL', '34471'),
    story: 'Has used no credit for years: files, but no score.',
    outcome: everywhere({ status: 'FileReturned', exclusionReason: 'NotScoredNoRecentAccountInformation', words: 'A file without a recent account.' }),
    figures: { TotalAccounts: 2 },
  },
  firstTimer: {
    name: ['Odalys', '', 'Brightwater'], ssn: '900-11-0018', born: '2005-09-21',
    address: home('17 College Ave', 'Boone', 'NC', '28607'),
    story: 'Has borrowed for nine months, and has a first score.',
    outcome: scored([667, 685, 680], 'A short file with a first score.'),
    figures: { TotalAccounts: 2, RevolvingUtilizationPercent: 28 },
  },
  noScoreInvalid: {
    name: ['Casimir', '', 'Dunmore'], ssn: '900-11-0019', born: '1980-04-04',
    address: home('3 Alder St', 'Keene', 'NH', '03431'),
    story: 'The bureaus consider the score request invalid.',
    outcome: everywhere({ status: 'FileReturned', exclusionReason: 'InvalidScoreRequest', words: 'An ordinary file, not scored.' }),
    figures: { TotalAccounts: 6, MortgageAccounts: 1, MortgageOpenAccounts: 1, RevolvingUtilizationPercent: 19 },
  },
  noScoreNoData: {
    name: ['Elowen', '', 'Farraday'], ssn: '900-11-0020', born: '1990-07-07',
    address: home('8 Birch Ln', 'Belfast', 'ME', '04915'),
    story: 'Is known to the bureaus by name only: files without an account.',
    outcome: everywhere({ status: 'FileReturned', exclusionReason: 'NotScoredCreditDataNotAvailable', words: 'A file without accounts.' }),
    figures: {},
  },
  noScoreReview: {
    name: ['Florian', 'B', 'Gantry'], ssn: '900-11-0021', born: '1979-10-10',
    address: home('21 Elm Ct', 'Holland', 'MI', '49423'),
    story: 'The bureaus are reviewing the file and give no score meanwhile.',
    outcome: everywhere({ status: 'FileReturned', exclusionReason: 'NotScoredFileIsUnderReview', words: 'An ordinary file, not scored.' }),
    figures: { TotalAccounts: 6, MortgageAccounts: 1, MortgageOpenAccounts: 1, RevolvingUtilizationPercent: 18 },
  },
  noScoreTooLong: {
    name: ['Gwendolyn', '', 'Hathersage'], ssn: '900-11-0022', born: '1972-01-19',
    address: home('44 High St', 'Logan', 'UT', '84321'),
    story: 'Has too many accounts for a score.',
    outcome: everywhere({ status: 'FileReturned', exclusionReason: 'NotScoredFileTooLong', words: 'A file of about 100 accounts.' }),
    figures: { TotalAccounts: 100, RevolvingUtilizationPercent: 10 },
  },
  noScoreNoAccount: {
    name: ['Horatio', '', 'Inglenook'], ssn: '900-11-0023', born: '1994-12-24',
    address: home('6 Spring St', 'Ocala', 'FL', '34471'),
    story: 'Has nothing on file but debts in collection.',
    outcome: everywhere({ status: 'FileReturned', exclusionReason: 'NotScoredNoQualifyingAccount', words: 'Two collections and no account.' }),
    figures: { TotalAccounts: 2, Collections: 2 },
  },
  noScoreUnavailable: {
    name: ['Isolde', '', 'Jessamy'], ssn: '900-11-0024', born: '1984-02-28',
    address: home('90 Union St', 'Athens', 'OH', '45701'),
    story: 'The bureaus cannot compute scores at the moment.',
    outcome: everywhere({ status: 'FileReturned', exclusionReason: 'ScoringNotAvailable', words: 'An ordinary file, not scored.' }),
    figures: { TotalAccounts: 6, MortgageAccounts: 1, MortgageOpenAccounts: 1, RevolvingUtilizationPercent: 20 },
  },
  noScoreForbidden: {
    name: ['Jasper', 'W', 'Kittredge'], ssn: '900-11-0025', born: '1977-08-13',
    address: home('13 Garden Way', 'Bend', 'OR', '97701'),
    story: 'The bureaus do not permit the score request.',
    outcome: everywhere({ status: 'FileReturned', exclusionReason: 'UnauthorizedScoreRequest', words: 'An ordinary file, not scored.' }),
    figures: { TotalAccounts: 6, MortgageAccounts: 1, MortgageOpenAccounts: 1, RevolvingUtilizationPercent: 21 },
  },
  noScoreRequirements: {
    name: ['Keziah', '', 'Lorimer'], ssn: '900-11-0026', born: '2001-05-05',
    address: home('70 Juniper Dr', 'Prescott', 'AZ', '86301'),
    story: 'Has only a telephone contract, which does not meet the requirements for a score.',
    outcome: everywhere({ status: 'FileReturned', exclusionReason: 'NotScoredRequirementsNotMet', words: 'A file with one telephone account.' }),
    figures: { TotalAccounts: 1 },
  },
  noScoreUnscorable: {
    name: ['Lysander', '', 'Mapplebeck'], ssn: '900-11-0027', born: '1988-11-11',
    address: home('28 Linden Ave', 'Denton', 'TX', '76201'),
    story: 'Disputes the only account on file, so that it cannot be scored.',
    outcome: everywhere({ status: 'FileReturned', exclusionReason: 'NotScoredFileCannotBeScored', words: 'One account, disputed.' }),
    figures: { TotalAccounts: 1, RevolvingUtilizationPercent: 27, DisputedAccounts: 1 },
  },
  maxedOut: {
    name: ['Morwenna', '', 'Netherby'], ssn: '900-11-0028', born: '1983-03-29',
    address: home('5 Willow Bend', 'Decatur', 'GA', '30030'),
    story: 'Pays on time, and has used up every limit.',
    outcome: scored([641, 664, 659], 'Cards used to nearly their limits.'),
    figures: { TotalAccounts: 5, RevolvingUtilizationPercent: 96 },
  },
  late30: {
    name: ['Nathaniel', 'O', 'Ormonde'], ssn: '900-11-0029', born: '1981-06-16',
    address: home('62 Maple St', 'Northfield', 'MN', '55057'),
    story: 'Was 30 days late once, half a year ago.',
    outcome: scored([691, 715, 710], 'One payment 30 days late.'),
    figures: { TotalAccounts: 4, TotalLate30DaysHistorical: 1, RevolvingUtilizationPercent: 21 },
  },
  late60: {
    name: ['Oriana', '', 'Pemberley'], ssn: '900-11-0030', born: '1981-06-17',
    address: home('64 Maple St', 'Northfield', 'MN', '55057'),
    story: 'Was 60 days late, half a year ago.',
    outcome: scored([670, 684, 693], 'Payments up to 60 days late.'),
    figures: { TotalAccounts: 4, TotalLate30DaysHistorical: 1, TotalLate60DaysHistorical: 1, RevolvingUtilizationPercent: 21 },
  },
  late90: {
    name: ['Peregrine', '', 'Quarles'], ssn: '900-11-0031', born: '1981-06-18',
    address: home('66 Maple St', 'Northfield', 'MN', '55057'),
    story: 'Was 90 days late, eight months ago.',
    outcome: scored([635, 663, 658], 'Payments up to 90 days late.'),
    figures: { TotalAccounts: 4, TotalLate30DaysHistorical: 1, TotalLate60DaysHistorical: 1, TotalLate90DaysHistorical: 1, RevolvingUtilizationPercent: 21 },
  },
  chargedOff: {
    name: ['Quenby', 'R', 'Ravenscroft'], ssn: '900-11-0032', born: '1976-09-09',
    address: home('15 Quarry Rd', 'Bethlehem', 'PA', '18018'),
    story: 'Two cards were charged off, one of them sold.',
    outcome: scored([571, 591, 585], 'Two charge-offs.'),
    figures: { TotalAccounts: 5, TotalLate30DaysHistorical: 2, TotalLate60DaysHistorical: 2, TotalLate90DaysHistorical: 8, RevolvingUtilizationPercent: 19, ChargeOffs: 2 },
  },
  inCollection: {
    name: ['Roderick', '', 'Silverthorne'], ssn: '900-11-0033', born: '1987-12-01',
    address: home('7 Commons Way', 'Taos', 'NM', '87571'),
    story: 'Three debts were placed for collection; one is paid.',
    outcome: scored([625, 648, 642], 'Three collections, one of them paid.'),
    figures: { TotalAccounts: 6, RevolvingUtilizationPercent: 18, Collections: 3 },
  },
  foreclosed: {
    name: ['Seraphina', '', 'Tredwell'], ssn: '900-11-0034', born: '1973-05-23',
    address: home('39 Chapel Hill Rd', 'Lawrence', 'KS', '66044'),
    story: 'Lost a home to foreclosure three years ago.',
    outcome: scored([643, 666, 661], 'A foreclosed mortgage.'),
    figures: { TotalAccounts: 4, MortgageAccounts: 1, MortgageLate30DaysHistorical: 1, MortgageLate60DaysHistorical: 1, TotalLate30DaysHistorical: 1, TotalLate60DaysHistorical: 1, TotalLate90DaysHistorical: 4, RevolvingUtilizationPercent: 17, RepossessionsAndForeclosures: 1 },
  },
  repossessed: {
    name: ['Thaddeus', '', 'Umberleigh'], ssn: '900-11-0035', born: '1985-10-30',
    address: home('2 Depot St', 'Staunton', 'VA', '24401'),
    story: 'A truck was repossessed a year and a half ago.',
    outcome: scored([584, 607, 601], 'A repossession.'),
    figures: { TotalAccounts: 3, TotalLate30DaysHistorical: 1, TotalLate60DaysHistorical: 1, TotalLate90DaysHistorical: 1, RevolvingUtilizationPercent: 19, RepossessionsAndForeclosures: 1 },
  },
  student: {
    name: ['Ursuline', '', 'Vanstone'], ssn: '900-11-0036', born: '2004-03-12',
    address: home('101 Campus Dr', 'Ithaca', 'NY', '14850'),
    story: 'A student with three loans on which no payment is due yet.',
    outcome: scored([698, 707, 731], 'Deferred student loans.'),
    figures: { TotalAccounts: 4, RevolvingUtilizationPercent: 10 },
  },
  authorizedUser: {
    name: ['Valentin', '', 'Westerby'], ssn: '900-11-0037', born: '2002-08-08',
    address: home('18 Orchard Ln', 'Decorah', 'IA', '52101'),
    story: 'May use two cards of a parent, and has no account of his own.',
    outcome: scored([720, 745, 740], 'Two accounts as authorized user.'),
    figures: { TotalAccounts: 2, RevolvingUtilizationPercent: 10, AuthorizedUserAccounts: 2 },
  },
  disputing: {
    name: ['Winifred', 'C', 'Yarborough'], ssn: '900-11-0038', born: '1978-01-31',
    address: home('55 Pleasant St', 'Frederick', 'MD', '21701'),
    story: 'Disputes a card and a collection.',
    outcome: scored([608, 630, 624], 'Two disputed accounts.'),
    figures: { TotalAccounts: 5, TotalLate30DaysHistorical: 1, TotalLate60DaysHistorical: 1, RevolvingUtilizationPercent: 25, Collections: 1, DisputedAccounts: 2 },
  },
  medicalDebt: {
    name: ['Xanthe', '', 'Abernethy'], ssn: '900-11-0039', born: '1986-07-14',
    address: home('11 Meeting House Rd', 'Camden', 'ME', '04843'),
    story: 'Owes a hospital and a clinic, and otherwise pays on time.',
    outcome: scored([636, 658, 653], 'Two medical collections.'),
    figures: { TotalAccounts: 5, RevolvingUtilizationPercent: 21, Collections: 2 },
  },
  homeEquity: {
    name: ['Yorick', '', 'Bellwether'], ssn: '900-11-0040', born: '1968-04-26',
    address: home('230 Summit Ave', 'Bend', 'OR', '97701'),
    story: 'Draws on a home equity line next to the mortgage.',
    outcome: scored([728, 761, 756], 'A mortgage and a home equity line.'),
    figures: { TotalAccounts: 5, MortgageAccounts: 2, MortgageOpenAccounts: 2, RevolvingUtilizationPercent: 18 },
  },
  twoMortgages: {
    name: ['Zinnia', 'P', 'Castleford'], ssn: '900-11-0041', born: '1970-02-02',
    address: home('31 Ferry Rd', 'Holland', 'MI', '49423'),
    story: 'Owns a home and a rental house: two open mortgages.',
    outcome: scored([741, 766, 761], 'Two open mortgages.'),
    figures: { TotalAccounts: 5, MortgageAccounts: 2, MortgageOpenAccounts: 2, RevolvingUtilizationPercent: 14 },
  },
  paidMortgage: {
    name: ['Alaric', '', 'Dellacourt'], ssn: '900-11-0042', born: '1959-06-06',
    address: home('4 Common St', 'Keene', 'NH', '03431'),
    story: 'Paid off the mortgage a year ago.',
    outcome: scored([745, 771, 765], 'A mortgage that is paid.'),
    figures: { TotalAccounts: 4, MortgageAccounts: 1, RevolvingUtilizationPercent: 21 },
  },
  streamline: {
    name: ['Briony', '', 'Eastlake'], ssn: '900-11-0043', born: '1984-09-18',
    address: home('77 Prairie Dr', 'Lawrence', 'KS', '66044'),
    story: 'Has paid an FHA mortgage on time for 31 months: a candidate for a streamline refinance.',
    outcome: scored([734, 759, 754], 'An FHA mortgage never late.'),
    figures: { TotalAccounts: 4, MortgageAccounts: 1, MortgageOpenAccounts: 1, RevolvingUtilizationPercent: 20 },
  },
  streamlineLate: {
    name: ['Corwin', '', 'Fairweather'], ssn: '900-11-0044', born: '1984-09-19',
    address: home('79 Prairie Dr', 'Lawrence', 'KS', '66044'),
    story: 'Like the streamline candidate, but the mortgage was late, the last time five months ago.',
    outcome: scored([681, 705, 700], 'An FHA mortgage 30 and 60 days late.'),
    figures: { TotalAccounts: 4, MortgageAccounts: 1, MortgageOpenAccounts: 1, MortgageLate30DaysHistorical: 2, MortgageLate60DaysHistorical: 1, TotalLate30DaysHistorical: 2, TotalLate60DaysHistorical: 1, RevolvingUtilizationPercent: 23 },
  },
  calla: {
    name: ['Calla', '', 'Rosenquist'], ssn: '900-11-0045', born: '1989-05-15',
    address: home('9 Lantern Way', 'Belfast', 'ME', '04915'), joint: 'edmund',
    story: 'Shares a mortgage and a card with Edmund, who has another address.',
    outcome: scored([734, 759, 754], 'Two joint accounts.'),
    figures: { TotalAccounts: 3, MortgageAccounts: 1, MortgageOpenAccounts: 1, RevolvingUtilizationPercent: 18, JointAccounts: 2 },
  },
  edmund: {
    name: ['Edmund', 'T', 'Rosenquist'], ssn: '900-11-0046', born: '1986-03-03',
    address: home('140 Union St', 'Bath', 'ME', '04530'), joint: 'calla',
    story: 'Shares a mortgage and a card with Calla, who has another address.',
    outcome: scored([729, 754, 749], 'The same two joint accounts.'),
    figures: { TotalAccounts: 3, MortgageAccounts: 1, MortgageOpenAccounts: 1, RevolvingUtilizationPercent: 26, JointAccounts: 2 },
  },
  tobias: {
    name: ['Tobias', '', 'Oakhurst'], ssn: '900-11-0047', born: '1982-12-12',
    address: home('33 Garden Way', 'Logan', 'UT', '84321'), joint: 'nerys',
    story: 'Shares a mortgage with Nerys, whose files are frozen: a joint order has only his files.',
    outcome: scored([736, 761, 756], 'A file with a joint mortgage.'),
    figures: { TotalAccounts: 4, MortgageAccounts: 1, MortgageOpenAccounts: 1, RevolvingUtilizationPercent: 18, JointAccounts: 1 },
  },
  nerys: {
    name: ['Nerys', '', 'Oakhurst'], ssn: '900-11-0048', born: '1983-11-21',
    address: home('33 Garden Way', 'Logan', 'UT', '84321'), joint: 'tobias',
    story: 'Has frozen all three files: a joint order with Tobias has only his files.',
    outcome: everywhere({ status: 'NoFileReturnedCreditFreeze', words: 'Frozen.' }),
    figures: {},
  },
  noHitOne: {
    name: ['Delphi', '', 'Grantchester'], ssn: '900-11-0049', born: '1986-08-20',
    address: home('51 Alder St', 'Ellensburg', 'WA', '98926'),
    story: 'Unknown to TransUnion; the other bureaus return files.',
    outcome: {
      Equifax: file(750, 'An ordinary file.'),
      Experian: file(771, 'An ordinary file.'),
      TransUnion: { status: 'NoFileReturnedNoHit', words: 'No file.' },
    },
    figures: { TotalAccounts: 6, MortgageAccounts: 1, MortgageOpenAccounts: 1, RevolvingUtilizationPercent: 16 },
  },
  noHitTwo: {
    name: ['Evander', '', 'Holloway-Pike'], ssn: '900-11-0050', born: '1986-08-21',
    address: home('53 Alder St', 'Ellensburg', 'WA', '98926'),
    story: 'Known only to Equifax.',
    outcome: {
      Equifax: file(735, 'An ordinary file.'),
      Experian: { status: 'NoFileReturnedNoHit', words: 'No file.' },
      TransUnion: { status: 'NoFileReturnedNoHit', words: 'No file.' },
    },
    figures: { TotalAccounts: 6, MortgageAccounts: 1, MortgageOpenAccounts: 1, RevolvingUtilizationPercent: 18 },
  },
  frozenTwo: {
    name: ['Fiorella', '', 'Ironmonger'], ssn: '900-11-0051', born: '1986-08-22',
    address: home('57 Alder St', 'Ellensburg', 'WA', '98926'),
    story: 'Has frozen the files at Equifax and TransUnion; Experian returns a file.',
    outcome: {
      Equifax: { status: 'NoFileReturnedCreditFreeze', words: 'Frozen.' },
      Experian: file(760, 'An ordinary file.'),
      TransUnion: { status: 'NoFileReturnedCreditFreeze', words: 'Frozen.' },
    },
    figures: { TotalAccounts: 6, MortgageAccounts: 1, MortgageOpenAccounts: 1, RevolvingUtilizationPercent: 18 },
  },
  twoBureaus: {
    name: ['Garrick', '', 'Jellicoe'], ssn: '900-11-0052', born: '1988-04-09',
    address: home('16 Elm Ct', 'Brattleboro', 'VT', '05301'),
    story: 'Banks with a credit union that reports to two bureaus; Equifax has never heard of him.',
    outcome: {
      Equifax: { status: 'NoFileReturnedNoHit', words: 'No file.' },
      Experian: file(749, 'A file with two accounts.'),
      TransUnion: file(744, 'A file with two accounts.'),
    },
    figures: { TotalAccounts: 2, RevolvingUtilizationPercent: 18 },
  },
  senior: {
    name: ['Gideon', 'H', 'Prescott', 'Sr'], ssn: '900-11-0053', born: '1951-10-02',
    address: home('48 High St', 'Northampton', 'MA', '01060'),
    story: 'A father whose accounts one bureau mixes into the file of his son.',
    outcome: scored([655, 679, 673], 'A file with a late card.'),
    figures: { TotalAccounts: 3, MortgageAccounts: 1, MortgageOpenAccounts: 1, TotalLate30DaysHistorical: 1, TotalLate60DaysHistorical: 1, RevolvingUtilizationPercent: 59 },
  },
  junior: {
    name: ['Gideon', 'H', 'Prescott', 'Jr'], ssn: '900-11-0054', born: '1982-06-25',
    address: home('48 High St', 'Northampton', 'MA', '01060'),
    story: 'The son of the same name: Equifax has mixed two accounts of his father into his file.',
    outcome: scored([670, 745, 749], 'Equifax: another generation and two accounts of the father.'),
    figures: { TotalAccounts: 5, TotalLate30DaysHistorical: 1, TotalLate60DaysHistorical: 1, RevolvingUtilizationPercent: 43 },
  },
  manyAccounts: {
    name: ['Hermia', '', 'Kingsbridge'], ssn: '900-11-0055', born: '1966-01-15',
    address: home('1 Summit Ave', 'Bend', 'OR', '97701'),
    story: 'Opened an account every month for eleven years: a very large file.',
    outcome: scored([700, 731, 720], 'More than 120 accounts.'),
    figures: { TotalAccounts: 132, RevolvingUtilizationPercent: 9 },
  },
  accents: {
    name: ['Zoë', '', 'Ångström-Peña'], ssn: '900-11-0056', born: '1986-12-08',
    address: home('6 Cañada Rd', 'Taos', 'NM', '87571'),
    story: 'A name with letters beyond ASCII.',
    outcome: scored([727, 764, 758], 'Experian knows no accents.'),
    figures: { TotalAccounts: 6, MortgageAccounts: 1, MortgageOpenAccounts: 1, RevolvingUtilizationPercent: 23 },
  },
  itin: {
    name: ['Amparo', '', 'Villaseñor'], ssn: '999-88-0041', born: '1983-08-30',
    address: home('29 Spring St', 'Denton', 'TX', '76201'),
    story: 'Has no social security number but a taxpayer number (ITIN), in the same field.',
    outcome: scored([709, 734, 729], 'A short file under the taxpayer number.'),
    figures: { TotalAccounts: 3, RevolvingUtilizationPercent: 24 },
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
    traits: traitsOf(row, PERSONA_STORIES[id]),
  }),
)

const BY_SSN = new Map(PERSONAS.map((persona) => [persona.ssn.replaceAll('-', ''), persona]))

/**
 * Returns the persona with a social security number, with or without dashes. If a family name is
 * given, it must match, so that an order never returns another person's file.
 */
export function findPersona(ssn: string, lastName?: string): Persona | undefined {
  const persona = BY_SSN.get(ssn.replaceAll('-', ''))
  if (persona === undefined || lastName === undefined) return persona
  return isSameName(lastName, persona.lastName) ? persona : undefined
}
