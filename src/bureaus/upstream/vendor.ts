/**
 * A vendor of credit reports as the source of one, two or three bureaus. The pulls of an order for
 * one borrower become one order to the vendor; each bureau's file is taken out of the one answer.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { DIALECTS } from '../../documents/dialects.ts'
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { UpstreamAccess, UpstreamParts, UpstreamSettings } from '../../settings/upstreams.ts'
import type { Bureau, CreditFile, FileRequest } from '../bureau.ts'
import type { ScoreFamily } from '../score-models.ts'
import { openExchange } from './exchange.ts'
import { UpstreamFailed } from './failure.ts'
import { guard } from './guard.ts'
import { isFailure } from './no-file.ts'
import type {
  UpstreamAttributes,
  UpstreamCredentials,
  UpstreamOptions,
  UpstreamProduct,
} from './options.ts'
import { type OrderedFile, orderDocument, productOf, requestIdOf } from './order-document.ts'
import { openReader } from './reader.ts'
import type { UpstreamAnswered, UpstreamPending, UpstreamRead } from './vendor-answer.ts'
import { fileOf } from './vendor-file.ts'

/** The bureaus of a vendor, and its connections, which end with the service. */
export interface Upstream {
  /** One source for each bureau that the vendor delivers. */
  readonly bureaus: readonly Bureau[]
  close(): Promise<void>
}

/** Opens a vendor. */
export function openUpstream(options: UpstreamOptions): Upstream {
  const exchange = openExchange(options)
  const reader = openReader(options.name, options.identity)
  const guarded = guard(options)
  const ask: Ask = async (request, pulls, signal) => {
    const bureaus = pulls.map(({ bureau }) => bureau)
    // The same bytes at every attempt, so that they can be known as the same order.
    const order = orderDocument(request, pulls, options)
    return guarded.ask(
      async () => {
        const post = async (document: Buffer) => {
          const product = productOf(request, options)
          return reader.read(await exchange.post(document, product, signal, request.trace), request)
        }
        const first = await post(order)
        if (first.kind !== 'pending') return first
        return untilDone(
          first,
          (id) => post(orderDocument(request, pulls, options, id)),
          options,
          signal,
        )
      },
      (answer) => answer.kind === 'refusal' && isFailure(answer, bureaus),
      signal,
    )
  }
  const join = joined(ask)
  return {
    bureaus: options.bureaus.map((name) => ({
      name,
      simulated: false,
      repeatable: options.deduplicates,
      timeoutMs: options.answerTimeoutMs,
      breaker: guarded.breaker,
      pull: async (request): Promise<CreditFile> => {
        request.signal.throwIfAborted()
        return fileOf(await join(request, name), name, request)
      },
    })),
    close: async () => {
      await exchange.close()
      await reader.close()
    },
  }
}

/** How long to wait before each question for an order that the vendor works on; the last again. */
const STATUS_PAUSES_MS = [500, 1_000, 2_000, 5_000]

/** Asks for an order until it is done, or the order's time is over. */
async function untilDone(
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
      // The order itself was sent: it must not be sent again because the question was not.
      if (!(error instanceof UpstreamFailed) || error.kind !== 'not sent') throw error
      throw new UpstreamFailed('broken', name, error.detail)
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

/** The pulls that go out as one order. */
interface Joint {
  /** The pulls that share one order to the vendor. */
  readonly pulls: OrderedFile[]
  readonly answer: Promise<UpstreamAnswered>
  readonly given: AbortController
  /** Pulls that still wait; when none does, the order is given up. */
  waiting: number
}

/**
 * Collects the pulls of an order and borrower that are made in one turn of the event loop, as those
 * of an order are. The exchange is given up when no pull waits for it any more.
 */
function joined(ask: Ask) {
  const open = new Map<string, Joint>()
  const begin = (key: string, request: FileRequest): Joint => {
    const pulls: OrderedFile[] = []
    const given = new AbortController()
    const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      open.delete(key)
      return ask(request, pulls, given.signal)
    })
    // Where all who waited have given up, this is the only handler left to see it fail.
    answer.catch(() => {})
    const joint = { pulls, answer, given, waiting: 0 }
    open.set(key, joint)
    return joint
  }
  return (request: FileRequest, bureau: BureauName): Promise<UpstreamAnswered> => {
    const key = `${requestIdOf(request)} ${request.hard}`
    const joint = open.get(key) ?? begin(key, request)
    joint.pulls.push({ bureau, scoreFamilies: familiesOf(request) })
    joint.waiting += 1
    return before(request.signal, joint.answer, () => {
      joint.waiting -= 1
      if (joint.waiting === 0) joint.given.abort(request.signal.reason)
    })
  }
}

/** The families of models that a pull wants; none where it wants no score. */
function familiesOf({
  scoreWanted,
  scoreFamilies = ['Classic'],
}: FileRequest): readonly ScoreFamily[] {
  return scoreWanted ? scoreFamilies : []
}

/** The pulls of an order are given up within milliseconds of each other, and the order then ends. */
const GIVEN_UP_MS = 50

/**
 * What a promise gives, unless the signal comes first. The order is given up with the last of its
 * pulls, and may then say that it was not sent: that comes before the reason of the signal.
 */
function before<T>(signal: AbortSignal, promise: Promise<T>, giveUp: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const end = () => {
      giveUp()
      timer = setTimeout(() => reject(signal.reason), GIVEN_UP_MS)
    }
    signal.addEventListener('abort', end, { once: true })
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', end)
      clearTimeout(timer)
    })
  })
}

// The vendors of the settings, as sources of the bureaus that are set to come from them.

/** What of the settings is about vendors, and who runs this service. */
export interface UpstreamSources extends UpstreamParts {
  readonly upstreamAccess: Readonly<Record<string, UpstreamAccess>>
  readonly 'operator-name': string
}

/** Opens every vendor that a bureau comes from. */
export function openUpstreams(settings: UpstreamSources): readonly Upstream[] {
  return Object.keys(settings.upstreams).flatMap((name) => {
    const options = optionsOf(name, settings)
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
