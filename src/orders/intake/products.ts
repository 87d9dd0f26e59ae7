/** The products of each operation, and how an order selects one (interface section 4.1). */
import { ACTION_TYPES } from '../../documents/tables/enumerations.ts'
import type { CreditResponse } from '../../documents/tables/response.ts'

/** The four operations, by the last part of their path. */
export const OPERATION_NAMES = [
  'credit_report',
  'pre_qualification',
  'mortgage_only',
  'refresh_report',
] as const
/** An operation by its path, without the slash (interface section 1). */
export type OperationName = (typeof OPERATION_NAMES)[number]

/** The action that an order requests. */
export type Action = (typeof ACTION_TYPES)[number]

/** The actions of each operation. Only reports of `/credit_report` are divided by borrower. */
export const ACTIONS: Readonly<Record<OperationName, readonly Action[]>> = {
  credit_report: ACTION_TYPES,
  pre_qualification: ['Submit', 'ForceNew', 'Reissue', 'Upgrade'],
  mortgage_only: ['Submit', 'ForceNew', 'Reissue', 'Upgrade'],
  refresh_report: ['Submit', 'Reissue'],
}

/**
 * A product: the kind of pull, the content of the report, and the fields of an order that select
 * it.
 */
export interface Product {
  /** The only path at which it can be ordered. */
  readonly operation: OperationName
  /** The title on the printed report. */
  readonly title: string
  /** Whether pulls are hard: later inquirers see hard pulls and not soft ones. */
  readonly hard: boolean
  /** Whether the report has scores. If not, a requested score model is noted and not used. */
  readonly scores: boolean
  /** The tradelines that the report contains. */
  readonly scope: 'all' | 'mortgages'
  /** `CreditReportType` of the order and the response. */
  readonly type: CreditResponse['CreditReportType']
  /** `CreditReportTypeOtherDescription`; empty if the type is enough. */
  readonly typeOther: string
  /** `CreditReportProductDescription`, if the product needs one. */
  readonly description?: string
}

const mortgageOnly = { operation: 'mortgage_only', scope: 'mortgages', type: 'Other' } as const

/** Every product, by the name under which it is stored. */
// biome-ignore format: a table
export const PRODUCTS = {
  CreditReport:              { operation: 'credit_report', title: 'Merged Credit Report', hard: true, scores: true, scope: 'all', type: 'Merge', typeOther: '' },
  PreQualification:          { operation: 'pre_qualification', title: 'Pre-Qualification Credit Report', hard: false, scores: true, scope: 'all', type: 'Other', typeOther: 'SoftCheck' },
  MortgageOnly:              { ...mortgageOnly, title: 'Mortgage Only Credit Report', hard: true, scores: false, typeOther: 'Streamline', description: 'MortgageOnly' },
  MortgageOnlyWithScore:     { ...mortgageOnly, title: 'Mortgage Only Credit Report with Scores', hard: true, scores: true, typeOther: 'Streamline', description: 'MortgageOnlyWithScore' },
  MortgageOnlySoft:          { ...mortgageOnly, title: 'Mortgage Only Pre-Qualification', hard: false, scores: false, typeOther: 'SoftCheck', description: 'MortgageOnly' },
  MortgageOnlySoftWithScore: { ...mortgageOnly, title: 'Mortgage Only Pre-Qualification with Scores', hard: false, scores: true, typeOther: 'SoftCheck', description: 'MortgageOnlyWithScore' },
  Refresh:                   { operation: 'refresh_report', title: 'Refresh Report', hard: false, scores: false, scope: 'all', type: 'Other', typeOther: 'Refresh' },
} as const satisfies Record<string, Product>

/**
 * The name under which a product is journaled, priced and searched for; it is not part of the
 * interface.
 */
export type ProductName = keyof typeof PRODUCTS

type ProductRows = readonly (readonly [ProductName, Product])[]

const PRODUCT_LIST = Object.entries(PRODUCTS) as ProductRows

/** Descriptions that select a product on some path. An order on another path must not have them. */
const SELECTING_TYPES = new Set(
  PRODUCT_LIST.map(([, product]) => product.typeOther).filter((name) => name !== ''),
)
const SELECTING_DESCRIPTIONS = new Set(
  PRODUCT_LIST.flatMap(([, product]) => product.description ?? []),
)

/** The fields of an order that select the product. */
export interface Selection {
  readonly CreditReportType?: string | undefined
  readonly CreditReportTypeOtherDescription?: string | undefined
  readonly CreditReportProductDescription?: string | undefined
}

/** A field of the selection with a value that no product of the operation has. */
export interface SelectionError {
  readonly field: keyof Selection
  /** The end of a sentence that begins with the name of the field. */
  readonly expected: string
}

/** Returns the product that an order selects, or the fields with a wrong value. */
export function selectProduct(
  operation: OperationName,
  selection: Selection,
): { product: ProductName } | { errors: readonly SelectionError[] } {
  // The path is enough to select a refresh: clients send the type of the report that they refresh.
  if (operation === 'refresh_report') return selectRefresh(selection)
  const offered = PRODUCT_LIST.filter(([, product]) => product.operation === operation)
  const errors = [
    typeError(offered, selection),
    otherDescriptionError(offered, selection),
    descriptionError(offered, selection),
  ].filter((error) => error !== undefined)
  const found = offered.find(([, product]) => matches(product, selection))
  if (errors.length > 0 || found === undefined) return { errors }
  return { product: found[0] }
}

function selectRefresh({ CreditReportType: type }: Selection): ReturnType<typeof selectProduct> {
  if (type !== 'Error') return { product: 'Refresh' }
  return { errors: [{ field: 'CreditReportType', expected: 'must not be Error' }] }
}

/**
 * Returns what all products of a path have in common: the type, and the description if all share
 * it.
 */
export function productOfPath(operation: OperationName): Pick<Product, 'type' | 'typeOther'> {
  const offered = PRODUCT_LIST.filter(([, product]) => product.operation === operation)
  const [first] = offered
  if (first === undefined) throw new TypeError(`no product has the path /${operation}`)
  const { type, typeOther } = first[1]
  const isShared = offered.every(([, product]) => product.typeOther === typeOther)
  return { type, typeOther: isShared ? typeOther : '' }
}

/** Returns the possible values of `CreditReportType` on a path, as the end of a sentence. */
export function typesExpected(operation: OperationName): string {
  if (operation === 'refresh_report') return 'must be a report type such as Other, and not Error'
  return `must be ${productOfPath(operation).type} for this path`
}

function matches(product: Product, selection: Selection): boolean {
  return (
    product.type === selection.CreditReportType &&
    (product.typeOther === '' ||
      product.typeOther === selection.CreditReportTypeOtherDescription) &&
    product.description === selectingDescription(selection)
  )
}

function selectingDescription(selection: Selection): string | undefined {
  const description = selection.CreditReportProductDescription
  return description !== undefined && SELECTING_DESCRIPTIONS.has(description)
    ? description
    : undefined
}

/**
 * Returns the error of a wrong type. Names the path to which the type belongs, if any: the order
 * may be right and its path wrong.
 */
function typeError(offered: ProductRows, selection: Selection): SelectionError | undefined {
  if (offered.some(([, product]) => product.type === selection.CreditReportType)) return undefined
  const [operation] = offered.map(([, product]) => product.operation)
  if (operation === undefined) return undefined
  const expected = typesExpected(operation)
  const elsewhere = pathsWith('type', selection.CreditReportType)
  const known =
    elsewhere === '' ? expected : `${expected}; ${selection.CreditReportType} is for ${elsewhere}`
  return { field: 'CreditReportType', expected: known }
}

/**
 * Returns the paths of the products that a value selects, as part of a sentence; empty if there are
 * none.
 */
function pathsWith(field: 'type' | 'typeOther' | 'description', sent: string | undefined): string {
  const paths = PRODUCT_LIST.filter(([, product]) => product[field] === sent).map(
    ([, product]) => `/${product.operation}`,
  )
  return sent ? [...new Set(paths)].join(' and ') : ''
}

function otherDescriptionError(
  offered: ProductRows,
  selection: Selection,
): SelectionError | undefined {
  const field = 'CreditReportTypeOtherDescription'
  const sent = selection[field]
  const names = [...new Set(offered.map(([, product]) => product.typeOther))]
  if (names.includes(sent ?? '')) return undefined
  if (names.includes('')) {
    if (!SELECTING_TYPES.has(sent ?? '')) return undefined
    return {
      field,
      expected: `must not be ${sent} for this path; it is for ${pathsWith('typeOther', sent)}`,
    }
  }
  return { field, expected: `must be ${names.join(' or ')} for this path` }
}

function descriptionError(offered: ProductRows, selection: Selection): SelectionError | undefined {
  const field = 'CreditReportProductDescription'
  const names = [...new Set(offered.flatMap(([, product]) => product.description ?? []))]
  const sent = selection[field] ?? ''
  if (names.length > 0) {
    if (names.includes(sent)) return undefined
    return { field, expected: `must be ${names.join(' or ')} for this path` }
  }
  if (!SELECTING_DESCRIPTIONS.has(sent)) return undefined
  return {
    field,
    expected: `must not be ${sent} for this path; it is for ${pathsWith('description', sent)}`,
  }
}
