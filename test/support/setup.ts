/**
 * The same random cases in every run, so that a change is judged by itself; SEED=random looks for
 * new ones, and SEED with a number repeats a run.
 */
import fc from 'fast-check'
import { runsOf } from './length.ts'

const given = process.env.SEED ?? '20261121'
const seed = given === 'random' ? Date.now() : Number(given)
fc.configureGlobal({ seed, numRuns: runsOf(100) })
