/** The fuzzer of documents: cases by number, what is held against each, and what was found. */
import { seedOf, streamOf } from '../../src/bureaus/simulator/random.ts'
import { cpuMs } from './cpu.ts'
import { minimised } from './minimise.ts'
import { mutated } from './mutate.ts'
import type { Target } from './targets.ts'
import { wrongVerdict } from './verdict.ts'

/** What must not happen to a document of at most 64 KiB. */
type Rule = 'throws' | 'takes too long' | 'verdict'

/** A document with which it happened. */
export interface Find {
  readonly target: string
  readonly rule: Rule
  /** The kind of failure and where, to tell finds apart. */
  readonly detail: string
  readonly bytes: Buffer
}

/** How a run is to be. */
export interface Run {
  readonly seed: number
  /** The first case and how many. */
  readonly from?: number
  readonly cases: number
  readonly targets: readonly Target[]
  /** Every how manieth verdict is held against libxml2. */
  readonly compareEvery: number
  /** Asked between cases; the run ends early where it is true. */
  readonly isOver?: (figures: Figures) => boolean
  readonly verdict?: (bytes: Uint8Array) => string | undefined
  /** Whether finds are kept as they came, which takes no time. */
  readonly asFound?: boolean
}

/** What a run came to. */
export interface Figures {
  cases: number
  understood: number
  compared: number
  /** The longest time that a document took, in milliseconds of CPU. */
  slowestMs: number
  /** One for each failure, made as small as it goes. */
  readonly finds: Find[]
}

/** Longest time for a document of at most 64 KiB, in milliseconds of CPU. */
const TAKES_MS_MAX = 50

/** The damaged document of a number. */
export function documentOf(seed: number, index: number, target: Target): Buffer {
  return mutated(streamOf(seedOf(`documents ${seed}`), String(index)), target.seeds)
}

/** Runs cases by number against the targets in turn. */
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

type Fault = Pick<Find, 'rule' | 'detail'>

async function takes(
  bytes: Buffer,
  index: number,
  target: Target,
  figures: Figures,
): Promise<Fault | undefined> {
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

/** What it takes without what compiling and collecting garbage took. */
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

function verdictFind(bytes: Buffer, { verdict = wrongVerdict }: Run): Fault | undefined {
  const detail = verdict(bytes)
  return detail === undefined ? undefined : { rule: 'verdict', detail: detail.replace(/\d+/g, 'N') }
}

/** Keeps the first of each kind, made small. */
async function keep(
  { rule, detail }: Fault,
  bytes: Buffer,
  index: number,
  target: Target,
  run: Run,
  { finds }: Figures,
): Promise<void> {
  if (finds.some((find) => find.rule === rule && find.detail === detail)) return
  // Each try at a slow one is slow.
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
