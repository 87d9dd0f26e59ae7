/**
 * Manual orders: from a form, from an XML document, for an existing report, or by resending the
 * stored request of an order.
 */
import type { z } from 'zod'
import { UnreadableDocument } from '../documents/codec/unreadable.ts'
import { describedFields } from '../documents/privacy/describe.ts'
import { maskedDocument } from '../documents/privacy/redact.ts'
import { CODES } from '../errors.ts'
import { requestFacts } from '../http/auth/request-facts.ts'
import { rejectBeyondRate } from '../orders/fulfil/account-limits.ts'
import { expectAnswer } from '../orders/fulfil/expect-answer.ts'
import type { OrderRequest } from '../orders/fulfil/order-handler.ts'
import { OPERATIONS } from '../orders/intake/operation.ts'
import type { Order } from '../orders/intake/order.ts'
import type { OrderingAccount } from '../orders/intake/ordering-account.ts'
import { parseRequest } from '../orders/intake/parse-request.ts'
import { maximumPrice } from '../orders/intake/prices.ts'
import type { OperationName } from '../orders/intake/products.ts'
import type { OpenedReport } from '../orders/stored-report.ts'
import { type SampleOrderOptions, type SamplePerson, sampleOrder } from '../sandbox/sample-order.ts'
import { ofPlacedOrder } from '../store/audit/entry.ts'
import type { Order as StoredOrder } from '../store/records/orders/order-entry.ts'
import { MINUTE_MS } from '../time.ts'
import { type Api, type Call, type Handlers, orderingAccount, permittedAccount } from './handler.ts'
import { orderOf } from './order-detail.ts'
import { shownError } from './order-outcome.ts'
import { ApiProblem } from './problems.ts'
import { reportOf } from './reports/report-handlers.ts'
import type {
  ManualOrderForm,
  ManualOrderPreview,
  ManualOrderResult,
  OrderPrice,
  ResendPreview,
} from './schemas/manual-order-schemas.ts'
import type { ReportActionBody } from './schemas/report-schemas.ts'

type Names = 'previewOrder' | 'checkDocument' | 'placeOrder' | 'previewAction' | 'actOnReport'

/** Previews ask no bureau and write nothing to the journal. Only placing an order does. */
export const manualOrderHandlers: Handlers<Names> = {
  previewOrder: async ({ caller, body }, api) => {
    const { operation, dialect, form } = body
    const account = permittedAccount(caller, body.account)
    const options = { dialect, requestedAt: thisMinute(api), ...(await partyOf(account, api)) }
    return previewOf(operation, documentOf(operation, form, options), account, api)
  },
  checkDocument: ({ caller, body }, api) =>
    previewOf(body.operation, body.xml, permittedAccount(caller, body.account), api),
  placeOrder: ({ caller, body, request }, api) => {
    const account = permittedAccount(caller, body.account)
    if (account === undefined)
      throw new ApiProblem('rejected', 'Name the account that the order is placed for.')
    return placed({ caller, request }, account, body.operation, body.xml, 'manual order', api)
  },
  previewAction: async ({ caller, params, body }, api) => {
    const report = await reportOf(caller, params.id, api)
    const { operation, xml, requestedAt } = await actionDocument(report, body, api)
    const { price } = await previewOf(operation, xml, report.account, api)
    const shown = await maskedDocument(xml, OPERATIONS[operation].request)
    return { operation, requestedAt: requestedAt.toISOString(), xml: shown, price }
  },
  actOnReport: async ({ caller, params, body, request }, api) => {
    const report = await reportOf(caller, params.id, api)
    const { operation, xml } = await actionDocument(report, body, api)
    return placed({ caller, request }, report.account, operation, xml, body.action, api)
  },
}

function documentOf(
  operation: OperationName,
  form: z.infer<typeof ManualOrderForm>,
  sender: Pick<SampleOrderOptions, 'dialect' | 'requestedAt' | 'party'>,
): string {
  const { people, product, reportId, requestId, ...options } = form
  return sampleOrder(operation, people, {
    ...options,
    ...sender,
    ...(product === undefined ? {} : { product }),
    ...(reportId ? { reportId } : {}),
    ...(requestId ? { requestId } : {}),
  })
}

/**
 * Returns the ordering party that the account's own orders name: the party of its profile, or the
 * account.
 */
export async function partyOf(
  account: string | undefined,
  api: Api,
): Promise<Pick<SampleOrderOptions, 'party'>> {
  if (account === undefined) return {}
  const { name } = (await orderingAccount(account, api)).profile.party
  return { party: name === '' ? account : name }
}

async function previewOf(
  name: OperationName,
  xml: string,
  account: string | undefined,
  api: Api,
): Promise<z.infer<typeof ManualOrderPreview>> {
  const operation = OPERATIONS[name]
  const ordering = account === undefined ? undefined : await orderingAccount(account, api)
  const requirements = ordering?.profile.requirements ?? 'interface'
  try {
    const read = await parseRequest(
      operation,
      Buffer.from(xml),
      'utf-8',
      requirements,
      api.tools.now(),
    )
    return {
      operation: name,
      xml,
      errors: read.errors.map(shownError),
      notes: [...read.notes],
      parsed: describedFields(operation.request, read.dialect, read.partial, true),
      price: ordering && read.order && expectedPrice(read.order, ordering),
    }
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error
    const { line, message } = error
    const unreadable = { path: '', rule: 'unreadable', expected: message, line }
    return { operation: name, xml, errors: [unreadable], notes: [], parsed: [] }
  }
}

/** Returns the highest price of an order, and whether the order causes hard inquiries. */
function expectedPrice(order: Order, account: OrderingAccount): z.infer<typeof OrderPrice> {
  const pulls = order.action !== 'Reissue' && order.action !== 'Unmerge'
  return {
    centsMax: maximumPrice(order, account).cents,
    hard: pulls && order.product.hard,
    pulls,
  }
}

/** Places an order as the account would, and records who placed it. */
async function placed(
  { caller, request }: Pick<Call<'placeOrder'>, 'caller' | 'request'>,
  accountName: string,
  operation: OperationName,
  xml: string | Uint8Array,
  how: string,
  api: Api,
): Promise<z.infer<typeof ManualOrderResult>> {
  const { tools } = api
  const order = await orderRequest(accountName, operation, xml, api)
  await rejectBeyondRate(order.account, tools)
  // From here on, the order waits in the queue of its account, and for bureaus.
  request.endTurn?.()
  const placedBy = { operator: caller.operator.name, from: how }
  const answer = await api.handleOrder(
    { ...order, facts: requestFacts(request), placedBy },
    { trace: request.trace, yieldSlot: tools.yieldSlot },
  )
  const { orderId, reportId, reason, status, retried } = answer
  // The end of an order is recorded with its user. A retry ends none.
  const account = accountName
  const repeated = retried ? ofPlacedOrder(placedBy, { account, orderId, reportId }) : []
  for (const entry of repeated) await tools.store.audit.record(entry)
  if (answer.isLost === true) request.raw.socket.destroy()
  return {
    orderId,
    status,
    retried,
    reportId,
    code: reason && CODES[reason].code,
    texts: reason === undefined ? [] : [...(answer.texts ?? [CODES[reason].text])],
  }
}

/** Returns the request that the account would send now with this document. */
async function orderRequest(
  accountName: string,
  operation: OperationName,
  xml: string | Uint8Array,
  api: Api,
): Promise<OrderRequest> {
  return {
    operation: OPERATIONS[operation],
    account: await orderingAccount(accountName, api),
    body: Buffer.from(xml),
    charset: 'utf-8',
    receivedAt: api.tools.now(),
  }
}

/**
 * Returns the time of an order, rounded down to the minute. A second click within the minute
 * therefore sends the same bytes, which is a retry.
 */
function thisMinute({ tools }: Pick<Api, 'tools'>): Date {
  const now = tools.now().getTime()
  return new Date(now - (now % MINUTE_MS))
}

/** The document of an action on a report. */
interface ActionDocument {
  readonly operation: OperationName
  readonly xml: string
  /** The time that the document states. */
  readonly requestedAt: Date
}

/** Returns the document of an action. The same action at the same time makes the same document. */
async function actionDocument(
  { id, account, operation, product, content }: OpenedReport,
  { action, bureaus, borrowerIds, ...given }: z.infer<typeof ReportActionBody>,
  api: Api,
): Promise<ActionDocument> {
  const { report } = content
  const people = report.borrowers
    .filter(({ BorrowerID }) => borrowerIds?.includes(BorrowerID) ?? true)
    .map(personOf)
  if (people.length === 0)
    throw new ApiProblem('rejected', 'The report has none of the borrowers named in the request.')
  const requestedAt =
    given.requestedAt === undefined ? thisMinute(api) : new Date(given.requestedAt)
  const refreshing = action === 'Refresh'
  const options = {
    action: refreshing ? ('Submit' as const) : action,
    bureaus: bureaus ?? report.requested,
    reportId: id,
    lenderCase: report.lenderCase,
    requestId: `CONSOLE-${requestedAt.toISOString().slice(0, 16)}`,
    requestedAt,
    ...(await partyOf(account, api)),
    ...(refreshing ? {} : { product: product as 'CreditReport' }),
  }
  const target = refreshing ? 'refresh_report' : (operation as OperationName)
  return { operation: target, xml: sampleOrder(target, people, options), requestedAt }
}

function personOf(borrower: OpenedReport['content']['report']['borrowers'][number]): SamplePerson {
  const residence = borrower._RESIDENCE
  const { _BirthDate: birthDate } = borrower
  return {
    firstName: borrower._FirstName,
    middleName: borrower._MiddleName,
    lastName: borrower._LastName,
    suffix: borrower._NameSuffix ?? '',
    ssn: borrower._SSN,
    ...(birthDate === undefined ? {} : { birthDate }),
    address: {
      street: residence._StreetAddress,
      city: residence._City,
      state: residence._State,
      postalCode: residence._PostalCode,
    },
  }
}

// Resending the stored request of an order, and the preview of the result.

/** The preview has no effect; only `resendOrder` asks bureaus or changes anything. */
export const resendHandlers: Handlers<'previewResend' | 'resendOrder'> = {
  previewResend: async ({ caller, params }, api) =>
    resendPreviewOf(await orderOf(caller, params.id, api), api),
  resendOrder: async ({ caller, params, request }, api) => {
    const order = await orderOf(caller, params.id, api)
    const { operation, sent } = storedRequest(order)
    return placed({ caller, request }, order.account, operation, sent, `resent ${order.id}`, api)
  },
}

function storedRequest({ operation, sent, purgedAt }: StoredOrder) {
  if (purgedAt !== undefined) throw new ApiProblem('gone')
  if (sent === undefined) {
    throw new ApiProblem(
      'rejected',
      'The document was unreadable and was not stored, so it cannot be sent again.',
    )
  }
  return { operation: operation as OperationName, sent }
}

async function resendPreviewOf(
  order: StoredOrder,
  api: Api,
): Promise<z.infer<typeof ResendPreview>> {
  const { operation, sent } = storedRequest(order)
  const request = await orderRequest(order.account, operation, sent, api)
  const expected = await expectAnswer(request, api.tools)
  if (expected.kind === 'rejected') {
    const { reason, text } = expected
    return { result: 'rejected', code: CODES[reason].code, text, price: NO_CHARGE }
  }
  if (expected.kind === 'retried' || expected.kind === 'existing') {
    return { result: expected.kind, price: NO_CHARGE }
  }
  const { kind, pulls } = expected
  return { result: kind, price: { ...expectedPrice(expected.order, request.account), pulls } }
}

/** The price if no bureau is asked and no report is created. */
const NO_CHARGE = { centsMax: 0, hard: false, pulls: false } as const
