/**
 * Orders contain secrets that are unique to a run. Afterwards, every byte that the service left is
 * searched for them: the database and its log, copies, output, temporary files, and the environment
 * of the process.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStorage } from '../../src/app/open-storage.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { orderDocument, PEOPLE } from '../orders/support/order-document.ts'
import { programEnvironment, program as programOf } from '../support/programs.ts'
import { foundBelow, foundIn, needlesOf } from './support/canary-search.ts'
import { REAL_SERVICE } from './support/service-process.ts'

/** The options of a run. */
export interface CanaryRun {
  readonly orders: number
  readonly program?: readonly string[]
  /** A PostgreSQL database, and the folder of its server. */
  readonly postgres?: { readonly url: string; readonly folder: string }
}

/** The result of a run. */
export interface CanaryFound {
  /** The secrets found in readable form, with their files. */
  readonly hits: readonly string[]
  /** The number of columns that were decrypted. */
  readonly opened: number
  /**
   * The number of decrypted columns with the social security number. It must not be 0, or nothing
   * was checked.
   */
  readonly withNumber: number
  /** The number of decrypted columns with the card number or its code. */
  readonly withCard: number
}

interface Secrets {
  readonly ssn: string
  readonly card: string
  readonly code: string
  readonly name: string
}

function newSecrets(): Secrets {
  const letters = Array.from(randomBytes(10), (byte) => String.fromCharCode(97 + (byte % 26)))
  const digits = (count: number) =>
    Array.from({ length: count }, () => String(randomInt(1, 10))).join('')
  return {
    ssn: `9${digits(8)}`,
    card: withCheckDigit(`4${digits(14)}`),
    code: digits(10),
    name: `Canary${letters.join('')}`,
  }
}

/** Returns the number with its Luhn check digit, like that of a real card. */
function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits + String((10 - (sum % 10)) % 10)
}

const START_MS_MAX = 60_000
const PRELOADED = programOf(join(import.meta.dirname, 'support/dies-with-parent.ts'))

/** Runs services through orders, kills, a key rotation and a purge, and searches the files left. */
export async function canaryRun(run: CanaryRun): Promise<CanaryFound> {
  const folder = mkdtempSync(join(tmpdir(), 'trimerge-canary-'))
  const secrets = newSecrets()
  const [old, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
  const place = newPlace(folder, run)
  try {
    place.giveKeys(old)
    const first = await place.serve()
    await placeOrders(first.address, place.authorization(), secrets, run.orders)
    cpSync(place.data, join(folder, 'copy-while-running'), { recursive: true })
    await first.kill()
    cpSync(place.data, join(folder, 'copy-after-kill'), { recursive: true })
    const opened = await openedColumns(place, secrets)
    place.giveKeys(next, old)
    const second = await place.serve()
    await placeOrders(second.address, place.authorization(), secrets, 1)
    await place.command('rotate-key')
    await place.command('purge', '--account', 'sandbox')
    await second.kill()
    const needles = needlesOf({ ...secrets, secret: place.secret(), old, next })
    const places = [folder, ...(run.postgres ? [run.postgres.folder] : [])]
    const hits = places.flatMap((path) => foundBelow(path, needles, OPERATOR_FILES))
    const unwanted = new Set(hits.filter((hit) => hit !== SHOWN_ONCE))
    return { hits: [...unwanted].sort(), ...opened }
  } finally {
    await place.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The expected finding: the first start of a sandbox prints the secret of its account. */
const SHOWN_ONCE = 'secret in clear: printed'

/** Files with secrets that the operator stores on purpose. */
const OPERATOR_FILES = new Set(['sandbox-credentials.json', 'sandbox.curl', 'keys'])

function newPlace(folder: string, { program = REAL_SERVICE, postgres }: CanaryRun) {
  const data = join(folder, 'data')
  const temporary = join(folder, 'tmp')
  for (const path of [data, temporary]) mkdirSync(path)
  const keys = join(folder, 'keys')
  const running = new Set<ChildProcess>()
  const log = openSync(join(folder, 'printed'), 'a')
  const database = postgres === undefined ? [] : ['--database-url', postgres.url]
  const settings = ['--data', data, '--master-key-file', keys, ...database]
  const start = (words: readonly string[]) => {
    const child = spawn(
      process.execPath,
      ['--import', PRELOADED, ...words.map(programOf), ...settings],
      {
        stdio: ['pipe', log, log],
        env: { ...programEnvironment(), TMPDIR: temporary },
      },
    )
    running.add(child)
    child.once('exit', () => running.delete(child))
    return child
  }
  const credentials = () =>
    JSON.parse(readFileSync(join(data, 'sandbox-credentials.json'), 'utf8')).account
  return {
    data,
    keys,
    settings,
    secret: () => credentials().secret as string,
    authorization: () =>
      `Basic ${Buffer.from(`${credentials().name}:${credentials().secret}`).toString('base64')}`,
    giveKeys: (...lines: string[]) => writeFileSync(keys, lines.join('\n'), { mode: 0o600 }),
    serve: async () => {
      rmSync(join(data, 'address'), { force: true })
      const child = start([...program, '--port', '0', '--log-level', 'trace'])
      const address = await listening(join(data, 'address'), child)
      for (const name of ['environ', 'cmdline']) keepOf(child, name, folder)
      return {
        address,
        kill: async () => {
          const exited = once(child, 'exit')
          child.kill('SIGKILL')
          await exited
        },
      }
    },
    command: async (...words: string[]) => {
      const main = REAL_SERVICE[0] ?? ''
      const [code] = await once(start([main, ...words]), 'exit')
      if (code !== 0) {
        const said = readFileSync(join(folder, 'printed'), 'utf8').split('\n').slice(-4)
        throw new Error(`${words[0]} ended with ${code}: ${said.join(' ')}`)
      }
    },
    end: async () => {
      for (const child of running) child.kill('SIGKILL')
    },
  }
}

/** Copies information that the system exposes about a process, if it does. */
function keepOf({ pid }: ChildProcess, name: string, folder: string): void {
  const path = `/proc/${pid}/${name}`
  if (existsSync(path)) writeFileSync(join(folder, `${name}-${pid}`), readFileSync(path))
}

async function listening(file: string, child: ChildProcess): Promise<string> {
  for (const end = performance.now() + START_MS_MAX; performance.now() < end; ) {
    const address = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
    if (address !== '') return address
    if (child.exitCode !== null) break
    await sleep(50)
  }
  throw new Error('the service does not listen')
}

/** Places valid orders in every dialect, one that is rejected, and one that cannot be read. */
async function placeOrders(
  address: string,
  authorization: string,
  { ssn, card, code, name }: Secrets,
  count: number,
): Promise<void> {
  const dialects = ['mismo', 'neutral', 'literal', 'elements'] as const
  const people = [{ ...PEOPLE.avery, ssn, last: name }]
  const bodies = Array.from({ length: count }, (_, index) => {
    const dialect = dialects[index % dialects.length] ?? 'mismo'
    return orderDocument('credit_report', {
      dialect,
      people,
      card,
      cardCode: code,
      requestId: String(index),
    })
  })
  const [good = ''] = bodies
  const unreadable = good.slice(0, -20)
  const refused = good.replace('"Merge"', '"Nothing"')
  for (const body of [...bodies, unreadable, refused]) {
    const headers = { Authorization: authorization, 'Content-Type': 'application/xml' }
    const answer = await fetch(`${address}/credit_report`, { method: 'POST', headers, body })
    const text = await answer.text()
    if (body === good && answer.status !== 200) throw new Error(`no answer: ${text.length}`)
  }
}

/**
 * Decrypts all sealed content, and searches it for the secrets that it must and must not contain.
 */
async function openedColumns(
  { settings }: ReturnType<typeof newPlace>,
  { ssn, card, code }: Secrets,
): Promise<Omit<CanaryFound, 'hits'>> {
  const flags = Object.fromEntries(
    settings.flatMap((word, index) =>
      index % 2 === 0 ? [[word.slice(2), settings[index + 1]]] : [],
    ),
  )
  const { store } = await openStorage(readSettings({ flags, environment: {} }), new Date())
  const [number, cards] = [needlesOf({ ssn }), needlesOf({ card, code })]
  let found = { opened: 0, withNumber: 0, withCard: 0 }
  const look = (content: Uint8Array | undefined) => {
    if (content === undefined) return
    const bytes = Buffer.from(content)
    found = {
      opened: found.opened + 1,
      withNumber: found.withNumber + Math.min(1, foundIn(bytes, number).length),
      withCard: found.withCard + Math.min(1, foundIn(bytes, cards).length),
    }
  }
  try {
    for (const { id, reportId } of await store.orders.list({}, { limit: 100 })) {
      const order = await store.orders.find('sandbox', id)
      look(order?.sent)
      look(order?.answer)
      const report = reportId && (await store.reports.find('sandbox', reportId))
      if (report) look(Buffer.from(JSON.stringify(report.content)))
    }
    return found
  } finally {
    await store.close()
  }
}
