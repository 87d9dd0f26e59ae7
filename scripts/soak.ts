/**
 * The proofs of test/proofs at full length. Each prints a line of figures; the exit code is 0 only
 * if every promise was kept and every service that was broken on purpose was caught.
 * Usage: npm run soak -- [name …], all of them where none is named.
 */
import { backingUp } from './soak/backing-up.ts'
import { canary } from './soak/canary.ts'
import { failingFlush } from './soak/failing-flush.ts'
import { filling } from './soak/filling.ts'
import { killing } from './soak/killing.ts'
import { losingServer } from './soak/losing-server.ts'
import { overloading } from './soak/overloading.ts'
import { type Soak, terminalReport } from './soak/report.ts'
import { rolling } from './soak/rolling.ts'
import { slow } from './soak/slow.ts'
import { storming } from './soak/storming.ts'
import { tampering } from './soak/tampering.ts'
import { timing } from './soak/timing.ts'

const SOAKS: Readonly<Record<string, Soak>> = {
  storm: storming,
  killing,
  rolling,
  disk: filling,
  flush: failingFlush,
  backup: backingUp,
  tamper: tampering,
  server: losingServer,
  overload: overloading,
  canary,
  slow,
  timing,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(SOAKS, name))
if (unknown.length > 0) {
  console.error(`no such proof: ${unknown.join(', ')}; there are ${Object.keys(SOAKS).join(', ')}`)
  process.exit(2)
}
const report = terminalReport()
for (const [name, soak] of Object.entries(SOAKS)) {
  if (wanted.length === 0 || wanted.includes(name)) await soak(report)
}
process.exitCode = report.wrong() === 0 ? 0 : 1
