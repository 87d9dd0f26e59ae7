/**
 * A vendor of credit reports as the source of one, two or three bureaus. The pulls of an order for
 * one borrower become one order to the vendor. Each bureau's file is extracted from the one
 * response.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { DIALECTS } from '../../documents/dialects.ts'
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { UpstreamAccess, UpstreamParts, UpstreamSettings } from '../../settings/upstreams.ts'
import type { Bureau, CreditFile, FileRequest } from '../bureau.ts'
import type { ScoreFamily } from '../score-models.ts'
import { openExchange } from './exchange.ts'
import { TEMPORARY, UpstreamFailed } from './failure.ts'
import { guard } from './guard.ts'
import { isFailure, withMaskedSubject } from './no-file.ts'
import type {
  UpstreamAttributes,
  UpstreamCredentials,
  UpstreamOptions,
  UpstreamProduct,
} from './options.ts'
import { type OrderedFile, orderDocument, productOf, requestIdOf } from './order-document.ts'
import { openReader } from './reader.ts'
import type { UpstreamAnswered, UpstreamRead } from './vendor-answer.ts'
import { vendorFile } from './vendor-file.ts'
import type { UpstreamPending } from './vendor-status.ts'

/** A vendor's bureaus and its connections, which are closed with the service. */
export interface Upstream {
  /** One source for each bureau that the vendor delivers. */
  readonly bureaus: readonly Bureau[]
  close(): Promise<void>
}

/** Opens the connections of a vendor and returns its bureaus. */
export function openUpstream(options: UpstreamOptions): Upstream {
  const exchange = openExchange(options)
  const reader = openReader(options.name, options.identity)
  const guarded = guard(options)
  const ask: Ask = async (request, pulls, signal) => {
    const bureaus = pulls.map(({ bureau }) => bureau)
    // Every attempt sends the same bytes, so that the vendor can recognize the same order.
    const order = orderDocument(request, pulls, options)
    return guarded.ask(
      async () => {
        const post = async (document: Buffer, pendingId?: string) => {
          const product = productOf(request, options)
          const received = await exchange.post(document, product, signal, request.trace)
          return reader.read(received, { ...request, pendingId })
        }
        const first = await post(order)
        if (first.kind !== 'pending') return first
        return pollUntilDone(
          first,
          (id) => post(orderDocument(request, pulls, options, id), id),
          options,
          signal,
        )
      },
      (answer) => answer.kind === 'error' && isFailure(answer, bureaus),
      signal,
    )
  }
  const join = joinPulls(ask)
  return {
    bureaus: options.bureaus.map((name) => ({
      name,
      simulated: false,
      repeatable: options.deduplicates,
      timeoutMs: options.answerTimeoutMs,
      breaker: guarded.breaker,
      pull: async (request): Promise<CreditFile> => {
        request.signal.throwIfAborted()
        const answer = await join(request, name)
        return withMaskedSubject(vendorFile(answer, name, request), request.subject)
      },
    })),
    close: async () => {
      await exchange.close()
      await reader.close()
    },
  }
}

/** The pauses before the status queries for an order in progress. The last one repeats. */
const STATUS_PAUSES_MS = [500, 1_000, 2_000, 5_000]

/**
 * Queries the status of an order until the vendor completes it or the order's time is over. A query
 * that fails for a moment is repeated: it costs nothing, and the vendor still works on the order.
 */
async function pollUntilDone(
  first: UpstreamPending,
  askAgain: (reportId: string) => Promise<UpstreamRead>,
  { name }: UpstreamOptions,
  signal: AbortSignal,
): Promise<UpstreamAnswered> {
  let pending = first
  for (let count = 0; ; count += 1) {
    await pause(STATUS_PAUSES_MS[Math.min(count, STATUS_PAUSES_MS.length - 1)], undefined, {
      signal,
    })
    const read = await askAgain(pending.reportId).catch((error: unknown) => {
      if (!(error instanceof UpstreamFailed)) throw error
      if (TEMPORARY.has(error.kind)) return pending
      // The vendor rejected only the query. It had accepted the order, so it may have asked.
      if (error.kind === 'rejected') throw new UpstreamFailed('not accepted', name, error.detail)
      throw error
    })
    if (read.kind !== 'pending') return read
    pending = read
  }
}

type Ask = (
  request: FileRequest,
  pulls: readonly OrderedFile[],
  signal: AbortSignal,
) => Promise<UpstreamAnswered>

/** Pulls that become one order to the vendor. */
interface CombinedPulls {
  /** The bureaus and score models of the pulls. */
  readonly pulls: OrderedFile[]
  readonly answer: Promise<UpstreamAnswered>
  readonly abortController: AbortController
  /** The number of pulls that still wait. At zero, the order to the vendor is aborted. */
  waiting: number
}

/**
 * Combines the pulls for one borrower of an order that are made in the same turn of the event loop,
 * as an order makes them. The exchange is aborted when no pull waits for it.
 */
function joinPulls(ask: Ask) {
  const open = new Map<string, CombinedPulls>()
  const begin = (key: string, request: FileRequest): CombinedPulls => {
    const pulls: OrderedFile[] = []
    const abortController = new AbortController()
    const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      open.delete(key)
      return ask(request, pulls, abortController.signal)
    })
    // If all pulls have given up, this is the only handler of a rejection.
    answer.catch(() => {})
    const combined = { pulls, answer, abortController, waiting: 0 }
    open.set(key, combined)
    return combined
  }
  return (request: FileRequest, bureau: BureauName): Promise<UpstreamAnswered> => {
    const key = `${requestIdOf(request)} ${request.hard}`
    const combined = open.get(key) ?? begin(key, request)
    combined.pulls.push({ bureau, scoreFamilies: familiesOf(request) })
    combined.waiting += 1
    return untilAborted(request.signal, combined.answer, () => {
      combined.waiting -= 1
      if (combined.waiting === 0) combined.abortController.abort(request.signal.reason)
    })
  }
}

/** Returns the score model families that a pull requests; empty if it requests no score. */
function familiesOf({
  scoreWanted,
  scoreFamilies = ['Classic'],
}: FileRequest): readonly ScoreFamily[] {
  return scoreWanted ? scoreFamilies : []
}

/**
 * How long to wait for a result after an abort. The pulls of an order abort within milliseconds of
 * each other, and the order to the vendor ends then.
 */
const ABORT_GRACE_MS = 50

/**
 * Waits for a promise until the signal aborts. The order to the vendor is aborted with the last of
 * its pulls and may then report that it was not sent. Such a result has precedence over the reason
 * of the signal.
 */
function untilAborted<T>(signal: AbortSignal, promise: Promise<T>, giveUp: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const end = () => {
      giveUp()
      timer = setTimeout(() => reject(signal.reason), ABORT_GRACE_MS)
    }
    signal.addEventListener('abort', end, { once: true })
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', end)
      clearTimeout(timer)
    })
  })
}

// The vendors of the settings, as sources of the bureaus that are configured to use them.

/** The settings about vendors, and the name of the operator of this service. */
export interface UpstreamSources extends UpstreamParts {
  readonly upstreamAccess: Readonly<Record<string, UpstreamAccess>>
  readonly 'operator-name': string
}

/** Opens every vendor that supplies a bureau. */
export function openUpstreams(
  settings: UpstreamSources,
  log: UpstreamOptions['log'],
): readonly Upstream[] {
  return Object.keys(settings.upstreams).flatMap((name) => {
    const options = { ...optionsOf(name, settings), log }
    return options.bureaus.length > 0 ? [openUpstream(options)] : []
  })
}

function optionsOf(name: string, settings: UpstreamSources): UpstreamOptions {
  const upstream = settings.upstreams[name] as UpstreamSettings
  const access = settings.upstreamAccess[name] ?? {}
  const { hard, soft } = upstream.products
  return {
    name,
    url: upstream.url,
    bureaus: BUREAUS.filter((bureau) => settings.bureaus[bureau] === name),
    dialect: DIALECTS[upstream.dialect],
    version: upstream.version,
    credentials: credentialsOf(upstream, access),
    ca: access.ca,
    connectTimeoutMs: upstream['connect-timeout-ms'],
    headersTimeoutMs: upstream['headers-timeout-ms'] ?? upstream['answer-timeout-ms'],
    answerTimeoutMs: upstream['answer-timeout-ms'],
    connectionCountMax: upstream.connections,
    queueLengthMax: upstream.queue,
    failureCountMax: upstream['breaker-failures'],
    restMs: upstream['breaker-rest-ms'],
    deduplicates: upstream.deduplicates,
    action: upstream.action,
    products: { hard: upstreamProductOf(hard), soft: upstreamProductOf(soft) },
    submittingParty: settings['operator-name'],
    identity: upstream.identity,
    attributes: attributesOf(upstream),
    keys: upstream.keys,
  }
}

function attributesOf({ attributes }: UpstreamSettings): UpstreamAttributes {
  return {
    account: attributes.account,
    branch: attributes.branch,
    requestingPartyIdentifier: attributes['requesting-party-identifier'],
    submittingPartyIdentifier: attributes['submitting-party-identifier'],
    receivingParty: attributes['receiving-party'],
    requestedBy: attributes['requested-by'],
    preferredFormat: attributes['preferred-format'],
  }
}

function credentialsOf(
  { credentials }: UpstreamSettings,
  { login = '', password = '' }: UpstreamAccess,
): UpstreamCredentials | undefined {
  return credentials && { as: credentials.as, login, password }
}

function upstreamProductOf(product: UpstreamSettings['products']['hard']): UpstreamProduct {
  const { path, type, 'type-other': typeOther, description } = product
  return { path, type, typeOther, description }
}
