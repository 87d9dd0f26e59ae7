/**
 * The result of an order, especially the reason for a missing report, from its stored request and
 * response. Also converts validation errors for display.
 */
import type { z } from 'zod'
import { magicFault } from '../bureaus/simulator/magic.ts'
import { RESPONSE_BOUNDS } from '../documents/codec/parse.ts'
import { formatOf, parseAs } from '../documents/codec/parse-document.ts'
import { read } from '../documents/codec/read.ts'
import type { Requirements } from '../documents/codec/requirements.ts'
import { BUREAUS } from '../documents/tables/enumerations.ts'
import { type ErrorDocument, ErrorResponse } from '../documents/tables/error-response.ts'
import { listed, maskedNumber } from '../documents/wording.ts'
import { CODES, isDescriptionOf, type Reason, reasonsOfCode, remedyOf } from '../errors.ts'
import { OPERATIONS } from '../orders/intake/operation.ts'
import { parseRequest } from '../orders/intake/parse-request.ts'
import type { OperationName } from '../orders/intake/products.ts'
import type { Tools } from '../orders/tools.ts'
import { ANY_NUMBER } from '../person-number.ts'
import type { LedgerCharge } from '../store/records/orders/order-charges.ts'
import type { Order } from '../store/records/orders/order-entry.ts'
import type { ShownPull } from '../store/records/orders/order-pulls.ts'
import { originOf } from './order-list.ts'
import type { OrderDetail, OrderOutcome, PullView } from './schemas/order-schemas.ts'

type Outcome = z.infer<typeof OrderOutcome>
type Pull = z.infer<typeof PullView>

/** Returns the outcome of an order, or undefined while it runs. */
export async function outcomeOf(
  order: Order,
  charges: readonly LedgerCharge[],
  pulls: readonly ShownPull[],
  basePath: string,
): Promise<Outcome | undefined> {
  if (order.state === 'running') return undefined
  if (order.state === 'done') return { origin: originOf(charges), texts: [] }
  const document = await errorDocumentOf(order)
  const error = document?.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE.CREDIT_ERROR_MESSAGE
  const reason = reasonIn(order.code, document?.RESPONSE.STATUS._Description)
  return {
    // Texts can repeat identifiers of the order, which some systems make of numbers.
    texts: (error?._Text ?? []).map((text) => text.replace(ANY_NUMBER, maskedNumber)),
    ...(reason && {
      reason,
      text: CODES[reason].text,
      remedy: noFileRemedy(reason, pulls) ?? remedyOf(reason, basePath),
    }),
  }
}

/**
 * Returns the remedy if all bureaus gave the same reason for returning no file. The error table
 * cannot know this reason.
 */
function noFileRemedy(reason: Reason, pulls: readonly ShownPull[]): string | undefined {
  const outcomes = new Set(pulls.map(({ outcome }) => outcome))
  if (reason !== 'noFile' || outcomes.size !== 1) return undefined
  const asked = BUREAUS.filter((name) => pulls.some(({ bureau }) => bureau === name))
  const who = pulls.some(({ borrowerPosition }) => borrowerPosition > 1) ? 'borrowers' : 'borrower'
  return NO_FILE_REMEDIES[[...outcomes][0] ?? '']?.(listed(asked, ' and '), who)
}

/** Remedies, by the common status of all files. */
const NO_FILE_REMEDIES: Readonly<Record<string, (bureaus: string, who: string) => string>> = {
  NoFileReturnedCreditFreeze: (bureaus, who) =>
    `The ${who} must lift the freeze at ${bureaus}. Then order again.`,
  NoFileReturnedBorrowerIsAMinor: () =>
    'Bureaus return no file for a minor. Check the SSN and the birth date, or order without this borrower.',
  NoFileReturnedNoHit: (bureaus) =>
    `Check name, SSN and address: ${bureaus} found no file with them. A borrower who never had credit has no file.`,
}

async function errorDocumentOf({ answer }: Order): Promise<ErrorDocument | undefined> {
  if (answer === undefined) return undefined
  const text = Buffer.from(answer).toString('utf8')
  return read(ErrorResponse, await parseAs(formatOf(text), text, RESPONSE_BOUNDS, 'mismo')).value
}

/**
 * Returns the row of the error table. Several rows share a code, so the text of the response
 * decides.
 */
function reasonIn(code: string | undefined, description: string | undefined): Reason | undefined {
  const reasons = reasonsOfCode(code)
  return reasons.find((each) => isDescriptionOf(each, description)) ?? reasons[0]
}

/**
 * Returns the pulls with the message that the response has for each bureau, and whether a magic
 * street of the borrower caused it.
 */
export async function explainedPulls(
  pulls: readonly Pull[],
  order: Order,
  { texts }: Pick<Outcome, 'texts'>,
  requirements: Requirements,
  bureaus: Tools['bureaus'],
): Promise<Pull[]> {
  // For most orders nothing needs an explanation, so nothing is parsed again.
  if (pulls.every(isPlain)) return [...pulls]
  const streets = await streetsOf(order, requirements)
  const rank = ({ borrower, bureau }: Pull) => borrower * BUREAUS.length + BUREAUS.indexOf(bureau)
  const sorted = pulls.toSorted((one, other) => rank(one) - rank(other))
  // Without any file, the error document has one text per pull.
  const messages = texts.length === pulls.length ? texts.map(messageOnly) : []
  const magicStreetOf = ({ borrower, bureau, faultId }: Pull) =>
    bureaus[bureau].simulated && faultId === undefined
      ? magicFault(streets[borrower - 1] ?? '', bureau)
      : undefined
  return sorted.map((pull, index) => {
    const magicStreet = magicStreetOf(pull)
    return {
      ...pull,
      reason: pull.reason ?? messages[index],
      injected: pull.injected === true || magicStreet !== undefined,
      magicWord: magicStreet?.word,
    }
  })
}

/** Returns whether the file was returned and no magic street changed it or its duration. */
function isPlain({ outcome, injected, faultId }: Pull): boolean {
  return outcome === 'FileReturned' && (injected !== true || faultId !== undefined)
}

/** Returns a bureau's message without the borrower before it and the status after it. */
function messageOnly(text: string): string {
  return text.replace(/^BORROWER \S+: /, '').replace(/ \([A-Za-z]+\)$/, '')
}

/** Returns the street of each borrower's current address, as sent to the simulated bureaus. */
async function streetsOf(order: Order, requirements: Requirements): Promise<readonly string[]> {
  if (order.sent === undefined) return []
  const operation = OPERATIONS[order.operation as OperationName]
  const receivedAt = new Date(order.receivedAt)
  const parsed = await parseRequest(operation, order.sent, 'utf-8', requirements, receivedAt)
  return parsed.order?.borrowers.map(({ subject }) => subject.address.street) ?? []
}

/** Returns a validation error with its line as a separate member. */
export function shownError({ path, rule, expected }: ShownError): DocumentError {
  return { path, rule, expected, line: lineIn(expected) }
}

type DocumentError = z.infer<typeof OrderDetail>['errors'][number]
type ShownError = Pick<DocumentError, 'path' | 'rule' | 'expected'>

/** Returns the line number at the end of an expectation. */
function lineIn(expected: string | undefined): number | undefined {
  const line = /\(line (\d+)\)$/.exec(expected ?? '')?.[1]
  return line === undefined ? undefined : Number(line)
}
