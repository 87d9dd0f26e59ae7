/** Runs the smoke suite of installed programs with the sources of the checkout. */
import { join } from 'node:path'
import { test } from 'node:test'
import { program } from '../support/programs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { smoke } from './smoke.ts'

test('the checkout passes the smoke suite', async (t) => {
  const main = program(join(import.meta.dirname, '../../src/main.ts'))
  const { NODE_COMPILE_CACHE = temporaryFolder() } = process.env
  const environment = { NODE_COMPILE_CACHE }
  await smoke(t, { words: [process.execPath, main], folder: temporaryFolder(), environment })
})
