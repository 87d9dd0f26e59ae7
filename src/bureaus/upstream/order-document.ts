/** The order to a vendor: one borrower, all bureaus that come from this vendor. */
import { createHash } from 'node:crypto'
import { write } from '../../documents/codec/write.ts'
import { element, one, optional, type Value } from '../../documents/element.ts'
import { text } from '../../documents/kinds.ts'
import type { BureauName } from '../../documents/tables/enumerations.ts'
import { RequestGroupPaymentOptional } from '../../documents/tables/request.ts'
import type { Address, FileRequest } from '../bureau.ts'
import { NEWER_MODELS, scoreModelAt } from '../score-models.ts'
import type { UpstreamOptions, UpstreamProduct } from './options.ts'

const { REQUEST } = RequestGroupPaymentOptional.children
const secret = { secret: true } as const

/** The request of the interface, with MISMO's login. */
const UpstreamOrder = element({
  ...RequestGroupPaymentOptional,
  children: {
    ...RequestGroupPaymentOptional.children,
    REQUEST: one(
      element({
        ...REQUEST.element,
        fields: {
          ...REQUEST.element.fields,
          LoginAccountIdentifier: optional(text(), 'Who orders.', secret),
          LoginAccountPassword: optional(text(), 'What proves it.', secret),
        },
      }),
    ),
  },
})

type OrderValue = Value<typeof UpstreamOrder>
type CreditRequest = OrderValue['REQUEST']['REQUEST_DATA']['CREDIT_REQUEST']
type RequestData = CreditRequest['CREDIT_REQUEST_DATA']
type Residence = CreditRequest['LOAN_APPLICATION']['BORROWER'][number]['_RESIDENCE'][number]

/** Asks for an order that the vendor works on; the standard has the action, our interface does not. */
const STATUS_QUERY: string = 'StatusQuery'

/** An order has one borrower. */
const BORROWER_ID = 'B1'

/**
 * The identifier of a request: always the same for an order and a borrower, so that an order that is
 * repeated after an interruption has the same bytes, and it tells the two borrowers of one apart.
 */
export function requestIdOf({
  orderId,
  subject,
}: Pick<FileRequest, 'orderId' | 'subject'>): string {
  const person = createHash('sha256').update(`${orderId}|${subject.ssn}`).digest('hex')
  return `${orderId}-${person.slice(0, 8)}`
}

/** The product that a request needs. */
export function productOf({ hard }: FileRequest, { products }: UpstreamOptions): UpstreamProduct {
  return hard ? products.hard : products.soft
}

/** The order for the files of some bureaus, as bytes; or the question for one that is under way. */
export function orderDocument(
  request: FileRequest,
  bureaus: readonly BureauName[],
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
          // The vendor's invoice names the order by it.
          LenderCaseIdentifier: request.orderId,
          RequestingPartyRequestedByName: attributes.requestedBy || undefined,
          CREDIT_REQUEST_DATA: requestData(request, bureaus, options, pendingId),
          LOAN_APPLICATION: { BORROWER: [borrower(request)] },
        },
      },
    },
  }
  return Buffer.from(write(UpstreamOrder, order, options.dialect))
}

function requestData(
  request: FileRequest,
  bureaus: readonly BureauName[],
  options: UpstreamOptions,
  pendingId: string | undefined,
): RequestData {
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
      _EquifaxIndicator: bureaus.includes('Equifax'),
      _ExperianIndicator: bureaus.includes('Experian'),
      _TransUnionIndicator: bureaus.includes('TransUnion'),
    },
    CREDIT_SCORE_MODEL_NAME: scoreModels(request, bureaus),
  }
}

/** The names of the wanted models; none where they are the classic ones, which vendors give anyway. */
function scoreModels(
  { scoreWanted, scoreFamilies = [] }: FileRequest,
  bureaus: readonly BureauName[],
): { readonly _Type: string; readonly _TypeOtherDescription?: string }[] {
  if (!scoreWanted || scoreFamilies.every((family) => family === 'Classic')) return []
  return scoreFamilies.flatMap<{ _Type: string; _TypeOtherDescription?: string }>((family) =>
    family === 'Classic'
      ? bureaus.map((bureau) => ({ _Type: scoreModelAt(family, bureau).model }))
      : [{ _Type: 'Other', _TypeOtherDescription: NEWER_MODELS[family].description }],
  )
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
