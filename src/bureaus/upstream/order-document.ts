/** Writes the order to a vendor: one borrower, and all bureaus that the vendor supplies. */
import { createHash } from 'node:crypto'
import { write } from '../../documents/codec/write.ts'
import { element, one, optional, type Value } from '../../documents/element.ts'
import { text } from '../../documents/kinds.ts'
import type { BureauName } from '../../documents/tables/enumerations.ts'
import { RequestGroupPaymentOptional } from '../../documents/tables/request.ts'
import type { Address, FileRequest } from '../bureau.ts'
import { NEWER_MODELS, SCORE_FAMILIES, type ScoreFamily, scoreModelAt } from '../score-models.ts'
import type { UpstreamOptions, UpstreamProduct } from './options.ts'

const { REQUEST } = RequestGroupPaymentOptional.children
const secret = { secret: true } as const

/** The request of our interface, with MISMO's login. */
const UpstreamOrder = element({
  ...RequestGroupPaymentOptional,
  children: {
    ...RequestGroupPaymentOptional.children,
    REQUEST: one(
      element({
        ...REQUEST.element,
        fields: {
          ...REQUEST.element.fields,
          LoginAccountIdentifier: optional(text(), 'The user name at the vendor.', secret),
          LoginAccountPassword: optional(text(), 'The password at the vendor.', secret),
        },
      }),
    ),
  },
})

type OrderValue = Value<typeof UpstreamOrder>
type CreditRequest = OrderValue['REQUEST']['REQUEST_DATA']['CREDIT_REQUEST']
type RequestData = CreditRequest['CREDIT_REQUEST_DATA']
type Residence = CreditRequest['LOAN_APPLICATION']['BORROWER'][number]['_RESIDENCE'][number]

/** The action that queries an order in progress. The standard has it, our interface does not. */
const STATUS_QUERY: string = 'StatusQuery'

/** An order to a vendor has one borrower, so that a response can be checked against one person. */
const BORROWER_ID = 'B1'

/**
 * Returns the identifier of a request. It is always the same for an order and a borrower, so that a
 * repetition after an interruption has the same bytes. It differs between the two borrowers of an
 * order.
 */
export function requestIdOf({
  orderId,
  subject,
}: Pick<FileRequest, 'orderId' | 'subject'>): string {
  const person = createHash('sha256').update(`${orderId}|${subject.ssn}`).digest('hex')
  return `${orderId}-${person.slice(0, 8)}`
}

/** Returns the product that a request needs. */
export function productOf({ hard }: FileRequest, { products }: UpstreamOptions): UpstreamProduct {
  return hard ? products.hard : products.soft
}

/** One bureau's file in an order, and the families of score models requested with it. */
export interface OrderedFile {
  readonly bureau: BureauName
  readonly scoreFamilies: readonly ScoreFamily[]
}

/**
 * Returns the order for the files of some bureaus, as bytes. With `pendingId`, returns the status
 * query for an order in progress.
 */
export function orderDocument(
  request: FileRequest,
  files: readonly OrderedFile[],
  options: UpstreamOptions,
  pendingId?: string,
): Buffer {
  const { attributes, credentials, version } = options
  const login = credentials?.as === 'attributes' ? credentials : undefined
  const order: OrderValue = {
    MISMOVersionID: version,
    REQUESTING_PARTY: {
      _Name: request.endUser,
      _Identifier: attributes.requestingPartyIdentifier || undefined,
      PREFERRED_RESPONSE:
        attributes.preferredFormat === '' ? [] : [{ _Format: attributes.preferredFormat }],
    },
    RECEIVING_PARTY: attributes.receivingParty === '' ? [] : [{ _Name: attributes.receivingParty }],
    SUBMITTING_PARTY: [
      {
        _Name: options.submittingParty,
        _Identifier: attributes.submittingPartyIdentifier || undefined,
      },
    ],
    REQUEST: {
      InternalAccountIdentifier: attributes.account || undefined,
      RequestingPartyBranchIdentifier: attributes.branch || undefined,
      RequestDatetime: (request.intendedAt ?? request.askedAt).toISOString().slice(0, 19),
      LoginAccountIdentifier: login?.login,
      LoginAccountPassword: login?.password,
      KEY: Object.entries(options.keys).map(([_Name, _Value]) => ({ _Name, _Value })),
      REQUEST_DATA: {
        CREDIT_REQUEST: {
          MISMOVersionID: version,
          // The vendor's invoice contains this identifier.
          LenderCaseIdentifier: request.orderId,
          RequestingPartyRequestedByName: attributes.requestedBy || undefined,
          CREDIT_REQUEST_DATA: requestData(request, files, options, pendingId),
          LOAN_APPLICATION: { BORROWER: [borrower(request)] },
        },
      },
    },
  }
  return Buffer.from(write(UpstreamOrder, order, options.dialect))
}

function requestData(
  request: FileRequest,
  files: readonly OrderedFile[],
  options: UpstreamOptions,
  pendingId: string | undefined,
): RequestData {
  const isIncluded = (name: BureauName) => files.some(({ bureau }) => bureau === name)
  const { type, typeOther, description } = productOf(request, options)
  return {
    CreditRequestID: requestIdOf(request),
    BorrowerID: BORROWER_ID,
    CreditReportProductDescription: description || undefined,
    CreditReportIdentifier: pendingId,
    CreditReportRequestActionType:
      pendingId === undefined
        ? options.action
        : (STATUS_QUERY as RequestData['CreditReportRequestActionType']),
    CreditReportType: type as RequestData['CreditReportType'],
    CreditReportTypeOtherDescription: typeOther || undefined,
    CreditRequestType: 'Individual',
    CREDIT_REPOSITORY_INCLUDED: {
      _EquifaxIndicator: isIncluded('Equifax'),
      _ExperianIndicator: isIncluded('Experian'),
      _TransUnionIndicator: isIncluded('TransUnion'),
    },
    CREDIT_SCORE_MODEL_NAME: scoreModels(files),
  }
}

type ModelName = NonNullable<RequestData['CREDIT_SCORE_MODEL_NAME']>[number]

/**
 * Returns the names of the requested models. Empty if every file needs only the classic one, which
 * vendors return by default. A model that is requested from only some of the bureaus is named for
 * each of them.
 */
function scoreModels(files: readonly OrderedFile[]): readonly ModelName[] {
  if (files.every(({ scoreFamilies: [first, ...more] }) => first === 'Classic' && !more[0])) {
    return []
  }
  return SCORE_FAMILIES.flatMap<ModelName>((family) => {
    const bureaus = files
      .filter(({ scoreFamilies }) => scoreFamilies.includes(family))
      .map(({ bureau }) => bureau)
    if (bureaus.length === 0) return []
    if (family === 'Classic')
      return bureaus.map((bureau) => ({ _Type: scoreModelAt(family, bureau).model }))
    // The standard has no name for FICO 10 T that includes the bureau.
    if (family === 'FICO10T' || bureaus.length === files.length) {
      return [{ _Type: 'Other', _TypeOtherDescription: NEWER_MODELS[family].description }]
    }
    return bureaus.map((bureau) => ({ _Type: `${bureau}VantageScore` as const }))
  })
}

function borrower({ subject }: FileRequest) {
  return {
    BorrowerID: BORROWER_ID,
    _FirstName: subject.firstName,
    _MiddleName: subject.middleName,
    _LastName: subject.lastName,
    _NameSuffix: subject.suffix,
    _SSN: subject.ssn,
    _BirthDate: subject.birthDate,
    _RESIDENCE: [
      residence(subject.address, 'Current'),
      ...subject.formerAddresses.map((former) => residence(former, 'Prior')),
    ],
  }
}

function residence(address: Address, type: Residence['BorrowerResidencyType']): Residence {
  return {
    _StreetAddress: address.street,
    _City: address.city,
    _State: address.state as Residence['_State'],
    _PostalCode: address.postalCode,
    BorrowerResidencyType: type,
  }
}
