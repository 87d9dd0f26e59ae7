/**
 * Orders for tests, in any dialect. Their names are written by hand from the interface document
 * (section 2.1), as an independent check of the tables that read them.
 */

export const DIALECT_NAMES = ['mismo', 'neutral', 'literal', 'elements', 'json'] as const
export type DialectName = (typeof DIALECT_NAMES)[number]

/** An element with its scalars (texts) and children (nodes), by the interface's names. */
interface OrderNode {
  readonly [name: string]: string | OrderNode | readonly OrderNode[] | undefined
}

/** A person to order a report about. */
export interface Person {
  readonly id: string
  readonly first: string
  readonly middle: string
  readonly last: string
  readonly suffix: string
  readonly ssn: string
  readonly street: string
  readonly city: string
  readonly state: string
  readonly zip: string
}

function person(id: string, name: string, ssn: string, address: string): Person {
  const [first = '', middle = '', last = '', suffix = ''] = name.split('|')
  const [street = '', city = '', state = '', zip = ''] = address.split('|')
  return { id, first, middle, last, suffix, ssn, street, city, state, zip }
}

// biome-ignore format: a table
export const PEOPLE = {
  avery:     person('B1', 'Avery|Q|Sandford', '900-12-1234', '12 Harbor View Rd|Camden|ME|04843'),
  rowan:     person('B1', 'Rowan||Castellane', '900-55-1111', '4 Mill Ln|Bath|ME|04530'),
  juno:      person('C1', 'Juno|K|Castellane', '900-55-2222', '4 Mill Ln|Bath|ME|04530'),
  thin:      person('B1', 'Teo||Lindgard', '900-11-0002', '31 College St|Ithaca|NY|14850'),
  noHit:     person('B1', 'Linus||Quillfeather', '900-11-0006', '2 Lantern Way|Taos|NM|87571'),
  frozenOne: person('B1', 'Petra|L|Hollingsworth', '900-11-0007', '19 Ferry Rd|Holland|MI|49423'),
  frozenAll: person('B1', 'Caspian||Drummond', '900-11-0008', '75 Alder St|Ellensburg|WA|98926'),
  fraud:     person('B1', 'Ottilie|M|Farnsworth', '900-11-0009', '310 Linden Ave|Frederick|MD|21701'),
  thinAtOne: person('B1', 'Hattie||Bluestone', '900-11-0013', '52 Maple St|Northfield|MN|55057'),
} as const satisfies Record<string, Person>

/** The parts of an order that differ from the plain example. */
export interface Asked {
  readonly dialect?: DialectName
  readonly people?: readonly Person[]
  readonly action?: string
  readonly type?: string
  readonly typeOther?: string
  readonly description?: string
  readonly requestType?: string
  /** Y and N for each bureau, in the order of the indicators. */
  readonly bureaus?: string
  readonly reportId?: string
  readonly requestId?: string
  readonly lenderCase?: string
  readonly borrowerIds?: string
  readonly version?: string
  readonly card?: string
  readonly cardCode?: string
  /** Whether the response includes the printed report, which is half of the work for an order. */
  readonly printed?: boolean
  /** Makes last changes to the tree, such as the removal of a field. */
  readonly edit?: (order: EditableNode) => void
}

/** A tree that a test can still change. */
export interface EditableNode {
  // biome-ignore lint/suspicious/noExplicitAny: a test reaches to any depth of the tree
  [name: string]: any
}

/** The product selection of each operation, unless a test sets another. */
const SELECTION = {
  credit_report: { type: 'Merge' },
  pre_qualification: { type: 'Other', typeOther: 'SoftCheck' },
  mortgage_only: { type: 'Other', typeOther: 'Streamline', description: 'MortgageOnlyWithScore' },
  refresh_report: { type: 'Merge' },
} as const
export type OperationPath = keyof typeof SELECTION
export const OPERATION_PATHS = Object.keys(SELECTION) as readonly OperationPath[]

/** Returns the text of an order for an operation. */
export function orderDocument(operation: OperationPath, asked: Asked = {}): string {
  const tree = orderTree({ ...SELECTION[operation], ...asked })
  asked.edit?.(tree.REQUEST_GROUP as EditableNode)
  if (asked.dialect === 'json') return JSON.stringify(tree, listed)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${rendered(tree, asked.dialect ?? 'mismo')}`
}

/** Elements that can repeat in a request. They are always lists in JSON. */
const LISTED = ['BORROWER', '_RESIDENCE', 'KEY', 'CREDIT_SCORE_MODEL_NAME', 'SUBMITTING_PARTY']

function listed(name: string, value: unknown): unknown {
  return LISTED.includes(name) ? [value].flat() : value
}

const UNPRINTED = [{ __Format: 'PDF', __UseEmbeddedFileIndicator: 'N' }]

function orderTree(asked: Asked): OrderNode {
  const people = asked.people ?? [PEOPLE.avery]
  const version = asked.version ?? '2.3.1'
  const [bureauA = 'Y', bureauB = 'Y', bureauC = 'Y'] = asked.bureaus ?? 'YYY'
  return {
    REQUEST_GROUP: {
      _StandardVersionID: version,
      REQUESTING_PARTY: {
        __Name: 'Lighthouse Home Loans',
        PREFERRED_RESPONSE: asked.printed === false ? UNPRINTED : undefined,
      },
      REQUEST: {
        _RequestDatetime: '2026-02-03T10:25:00',
        REQUEST_DATA: {
          CREDIT_REQUEST: {
            _StandardVersionID: version,
            _LenderCaseIdentifier: asked.lenderCase ?? 'LHL-2026-0019',
            CREDIT_REQUEST_DATA: {
              _CreditRequestID: asked.requestId ?? 'CR1',
              _BorrowerID: asked.borrowerIds ?? people.map(({ id }) => id).join(' '),
              _CreditReportIdentifier: asked.reportId,
              _CreditReportRequestActionType: asked.action ?? 'Submit',
              _CreditReportType: asked.type,
              _CreditReportTypeOtherDescription: asked.typeOther,
              _CreditReportProductDescription: asked.description,
              _CreditRequestType: asked.requestType ?? (people.length > 1 ? 'Joint' : 'Individual'),
              CREDIT_REPOSITORY_INCLUDED: {
                __BureauAIndicator: bureauA,
                __BureauBIndicator: bureauB,
                __BureauCIndicator: bureauC,
              },
            },
            SERVICE_PAYMENT: {
              __AccountIdentifier: asked.card ?? '',
              __AccountHolderName: '',
              __AccountExpirationDate: '',
              __SecondaryAccountIdentifier: asked.cardCode ?? '',
              __MethodType: '',
            },
            LOAN_APPLICATION: { BORROWER: people.map(borrowerNode) },
          },
        },
      },
    },
  }
}

function borrowerNode(one: Person): OrderNode {
  return {
    _BorrowerID: one.id,
    __FirstName: one.first,
    __MiddleName: one.middle,
    __LastName: one.last,
    __NameSuffix: one.suffix,
    __SSN: one.ssn,
    _RESIDENCE: {
      __StreetAddress: one.street,
      __City: one.city,
      __State: one.state,
      __PostalCode: one.zip,
      _BorrowerResidencyType: 'Current',
    },
  }
}

/** Returns an order in MISMO's XML that asks for no printed report. */
export function unprinted(order: string): string {
  return order.replace(
    /(<REQUESTING_PARTY[^>]*)\/>/,
    '$1><PREFERRED_RESPONSE _Format="PDF" _UseEmbeddedFileIndicator="N"/></REQUESTING_PARTY>',
  )
}

/** The neutral words of the interface, and the words that real systems write instead. */
export const WORDS = [
  ['Standard', 'MISMO'],
  ['BureauA', 'Equifax'],
  ['BureauB', 'Experian'],
  ['BureauC', 'TransUnion'],
] as const

/** Returns the name of a field in the spelling of a dialect. */
export function fieldName(name: string, dialect: DialectName): string {
  if (dialect !== 'mismo' && dialect !== 'neutral') return name
  const bare = name.slice(1)
  if (dialect === 'neutral') return bare
  return WORDS.reduce((text, [neutral, word]) => text.replace(neutral, word), bare)
}

function rendered(node: OrderNode, dialect: DialectName): string {
  return Object.entries(node)
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
    .map(([name, value]) => (isNode(value) ? element(name, value, dialect) : ''))
    .join('')
}

function isNode(value: unknown): value is OrderNode {
  return typeof value === 'object' && value !== null
}

function element(name: string, node: OrderNode, dialect: DialectName): string {
  const scalars = Object.entries(node).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const below = rendered(node, dialect)
  if (dialect === 'elements') {
    const fields = scalars.map(([field, text]) => `<${field}>${escaped(text)}</${field}>`)
    return `<${name}>${fields.join('')}${below}</${name}>`
  }
  const fields = scalars.map(([field, text]) => ` ${fieldName(field, dialect)}="${escaped(text)}"`)
  return `<${name}${fields.join('')}>${below}</${name}>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
