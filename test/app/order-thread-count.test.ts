/** The number of order threads that a service starts at most. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderThreadCount } from '../../src/app/service-options.ts'
import { readSettings } from '../../src/settings/settings.ts'

const MIB = 1_048_576
/** What Node reports without a limit. */
const UNLIMITED = 2 ** 64

function count(threads: string, cores: number, memoryLimit: number): number {
  const flags = { 'order-threads': threads }
  return orderThreadCount(readSettings({ flags, environment: {} }), { cores, memoryLimit })
}

test('auto is four for every five cores, and fits into the memory of a container', () => {
  const cases: [cores: number, memoryLimit: number, threads: number][] = [
    [1, UNLIMITED, 1],
    [2, UNLIMITED, 1],
    [10, UNLIMITED, 8],
    [64, UNLIMITED, 51],
    [64, 0, 51],
    // The limit of the chart, on a node with many cores.
    [64, 1_536 * MIB, 11],
    [4, 1_536 * MIB, 3],
    [64, 256 * MIB, 1],
  ]
  for (const [cores, memoryLimit, threads] of cases) {
    assert.equal(count('auto', cores, memoryLimit), threads, `${cores} cores, ${memoryLimit} bytes`)
  }
  assert.equal(count('20', 2, 256 * MIB), 20)
  assert.equal(count('0', 64, UNLIMITED), 0)
})
