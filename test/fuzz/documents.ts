/** The fuzzer of documents: it generates cases by number, checks each, and collects finds. */
import { seedOf, streamOf } from '../../src/bureaus/simulator/random.ts'
import { cpuMs } from './cpu.ts'
import { minimised } from './minimise.ts'
import { mutated } from './mutate.ts'
import type { Target } from './targets.ts'
import { wrongVerdict } from './verdict.ts'

/** What must not happen with a document of at most 64 KiB. */
type Rule = 'throws' | 'takes too long' | 'verdict'

/** A document that broke a rule. */
export interface Find {
  readonly target: string
  readonly rule: Rule
  /** The kind of failure and its location, which distinguish finds. */
  readonly detail: string
  readonly bytes: Buffer
}

/** The options of a run. */
export interface Run {
  readonly seed: number
  /** The number of the first case, and the number of cases. */
  readonly from?: number
  readonly cases: number
  readonly targets: readonly Target[]
  /** Compares the verdict with libxml2 for one in this many cases. */
  readonly compareEvery: number
  /** Called between cases. If it returns true, the run ends early. */
  readonly isOver?: (figures: Figures) => boolean
  readonly verdict?: (bytes: Uint8Array) => string | undefined
  /** Whether finds stay in their original size, which saves the time to reduce them. */
  readonly asFound?: boolean
}

/** The results of a run. */
export interface Figures {
  cases: number
  understood: number
  compared: number
  /** The longest time for one document, in milliseconds of CPU. */
  slowestMs: number
  /** One document for each failure, reduced to the smallest size. */
  readonly finds: Find[]
}

/** The maximum time for a document of at most 64 KiB, in milliseconds of CPU. */
const TAKES_MS_MAX = 50

/** Returns the damaged document with this number. */
export function documentOf(seed: number, index: number, target: Target): Buffer {
  return mutated(streamOf(seedOf(`documents ${seed}`), String(index)), target.seeds)
}

/** Runs numbered cases against each target in turn. */
export async function fuzzDocuments(run: Run): Promise<Figures> {
  const figures: Figures = { cases: 0, understood: 0, compared: 0, slowestMs: 0, finds: [] }
  const from = run.from ?? 0
  for (let index = from; index < from + run.cases && run.isOver?.(figures) !== true; index += 1) {
    const target = run.targets[index % run.targets.length] as Target
    const bytes = documentOf(run.seed, index, target)
    figures.cases += 1
    const found = await takes(bytes, index, target, figures)
    if (found !== undefined) await keep(found, bytes, index, target, run, figures)
    if (index % run.compareEvery !== 0) continue
    figures.compared += 1
    const wrong = verdictFind(bytes, run)
    if (wrong !== undefined) await keep(wrong, bytes, index, target, run, figures)
  }
  return figures
}

type Failure = Pick<Find, 'rule' | 'detail'>

async function takes(
  bytes: Buffer,
  index: number,
  target: Target,
  figures: Figures,
): Promise<Failure | undefined> {
  const since = cpuMs()
  try {
    if (await target.takes(bytes, index)) figures.understood += 1
  } catch (error) {
    return { rule: 'throws', detail: detailOf(error) }
  }
  let tookMs = cpuMs() - since
  if (tookMs > TAKES_MS_MAX) tookMs = await leastMs(bytes, index, target, tookMs)
  figures.slowestMs = Math.max(figures.slowestMs, tookMs)
  return tookMs > TAKES_MS_MAX ? { rule: 'takes too long', detail: '' } : undefined
}

/** Returns the least of several measurements, to exclude compilation and garbage collection. */
async function leastMs(bytes: Buffer, index: number, target: Target, first: number) {
  let least = first
  for (let tries = 0; tries < 3; tries += 1) {
    const since = cpuMs()
    await target.takes(bytes, index)
    least = Math.min(least, cpuMs() - since)
  }
  return least
}

function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const at = /at .*?([\w.-]+\.[mc]?[jt]s):\d+/.exec(error.stack ?? '')?.[1] ?? ''
  return `${error.name} ${at}`.trim()
}

function verdictFind(bytes: Buffer, { verdict = wrongVerdict }: Run): Failure | undefined {
  const detail = verdict(bytes)
  return detail === undefined ? undefined : { rule: 'verdict', detail: detail.replace(/\d+/g, 'N') }
}

/** Adds the first document of each kind of failure, reduced in size. */
async function keep(
  { rule, detail }: Failure,
  bytes: Buffer,
  index: number,
  target: Target,
  run: Run,
  { finds }: Figures,
): Promise<void> {
  if (finds.some((find) => find.rule === rule && find.detail === detail)) return
  // Reducing a slow document would take too long, because every try is slow.
  const asFound = run.asFound === true || rule === 'takes too long'
  const small = asFound ? bytes : await minimised(bytes, shows)
  finds.push({ target: target.name, rule, detail, bytes: small })

  async function shows(smaller: Buffer): Promise<boolean> {
    const scratch: Figures = { cases: 0, understood: 0, compared: 0, slowestMs: 0, finds: [] }
    const again =
      rule === 'verdict' ? verdictFind(smaller, run) : await takes(smaller, index, target, scratch)
    return again?.rule === rule && again.detail === detail
  }
}
