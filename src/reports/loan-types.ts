/**
 * Families of loan types: which types of different bureaus can describe the same account, and which
 * are secured by real estate.
 */
import type { Liability } from '../documents/tables/tradelines.ts'

type LoanType = NonNullable<Liability['CreditLoanType']>

/**
 * Loan types that bureaus use for the same loan, because their own lists are coarser or finer than
 * the standard's. Types of one row can describe one account. A type in no row only matches itself.
 * The choice is ours: no public document of the industry has one.
 */
const FAMILIES = {
  mortgage: [
    'BiMonthlyMortgageTermInYears',
    'ConventionalRealEstateMortgage',
    'FarmersHomeAdministrationFHMA',
    'FHARealEstateMortgage',
    'ManualMortgage',
    'Mortgage',
    'RealEstateLoanEquityTransfer',
    'RealEstateMortgageWithoutOtherCollateral',
    'RealEstateSpecificTypeUnknown',
    'ResidentialLoan',
    'SemiMonthlyMortgagePayment',
    'VeteransAdministrationLoan',
    'VeteransAdministrationRealEstateMortgage',
  ],
  equity: ['HomeEquity', 'HomeEquityLineOfCredit', 'RealEstateJuniorLiens', 'SecondMortgage'],
  building: ['CommercialMortgage', 'ConstructionLoan', 'SecuredHomeImprovement'],
  automobile: ['AutoLoanEquityTransfer', 'Automobile', 'AutoRefinance'],
  lease: ['AutoLease', 'Lease'],
  card: ['ChargeAccount', 'CreditCard', 'SecuredCreditCard'],
  line: ['CheckCreditOrLineOfCredit', 'CreditLineSecured'],
  student: ['DeferredStudentLoan', 'Educational'],
  note: ['InstallmentLoan', 'NoteLoan', 'PersonalLoan', 'Unsecured'],
  home: ['ManufacturedHome', 'MobileHome'],
  collection: ['Collection', 'CollectionAttorney'],
} as const satisfies Record<string, readonly LoanType[]>

const FAMILY_OF = new Map<LoanType, string>(
  Object.entries(FAMILIES).flatMap(([family, types]) =>
    types.map((type): [LoanType, string] => [type, family]),
  ),
)

const REAL_ESTATE = new Set<LoanType>([
  ...FAMILIES.mortgage,
  ...FAMILIES.equity,
  ...FAMILIES.building,
])

/** Types that state nothing. They are compatible with every other type. */
const UNSTATED = new Set<LoanType | undefined>([undefined, 'Other', 'UnknownLoanType'])

type Typed = Pick<Liability, '_AccountType' | 'CreditLoanType'>

/**
 * Reports whether real estate secures the account: mortgages, home equity loans and lines, and
 * building loans.
 */
export function isMortgage(account: Typed): boolean {
  if (account._AccountType === 'Mortgage') return true
  return account.CreditLoanType !== undefined && REAL_ESTATE.has(account.CreditLoanType)
}

/** Reports whether the account is a debt that was given to a collection agency. */
export function isCollection(account: Typed): boolean {
  return (
    account.CreditLoanType !== undefined && FAMILY_OF.get(account.CreditLoanType) === 'collection'
  )
}

/** Reports whether the account was given to a collection agency, or is rated as a collection. */
export function isInCollection(account: Typed & Pick<Liability, '_CURRENT_RATING'>): boolean {
  return isCollection(account) || account._CURRENT_RATING?._Type === 'Collection'
}

/** Reports whether the loan type states a kind of credit. */
export function isLoanTypeStated(type: LoanType | undefined): boolean {
  return !UNSTATED.has(type)
}

/** Reports whether two entries can describe the same account, judged by their types. */
export function areTypesCompatible(a: Typed, b: Typed): boolean {
  return areLoanTypesCompatible(a.CreditLoanType, b.CreditLoanType) && areFormsCompatible(a, b)
}

function areLoanTypesCompatible(a: LoanType | undefined, b: LoanType | undefined): boolean {
  if (a === b || UNSTATED.has(a) || UNSTATED.has(b)) return true
  const family = FAMILY_OF.get(a as LoanType)
  return family !== undefined && family === FAMILY_OF.get(b as LoanType)
}

function areFormsCompatible(a: Typed, b: Typed): boolean {
  const [one, other] = [a._AccountType, b._AccountType]
  if (one === other || one === 'Unknown' || other === 'Unknown') return true
  if (isRevolving(one) && isRevolving(other)) return true
  // Bureaus classify a loan secured by a house as an installment loan, a line or a mortgage. For
  // such loans the loan type decides, if both entries state the same.
  return (
    one !== 'Open' && other !== 'Open' && a.CreditLoanType === b.CreditLoanType && isRealEstate(a)
  )
}

function isRevolving(type: Liability['_AccountType']): boolean {
  return type === 'Revolving' || type === 'CreditLine'
}

function isRealEstate(account: Typed): boolean {
  return account.CreditLoanType !== undefined && REAL_ESTATE.has(account.CreditLoanType)
}
