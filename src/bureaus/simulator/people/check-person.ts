/**
 * Reads person files and finds contradictions. A file that contradicts itself would lead to reports
 * that no bureau returns. Problems state path and rule, and repeat no value.
 */
import { BUREAUS } from '../../../documents/tables/enumerations.ts'
import { inputProblems, readInput } from '../../../issue-text.ts'
import { parseYaml } from '../../../yaml.ts'
import { findPersona } from '../personas.ts'
import { accountProblems } from './check-accounts.ts'
import {
  alertProblems,
  bankruptcyProblems,
  collectionProblems,
  inquiryProblems,
  recordProblems,
} from './check-records.ts'
import { factMonths, presentMonth } from './custom-accounts.ts'
import { monthAt, type ReadAt } from './file-months.ts'
import { PersonFile } from './person-file.ts'
import { type PersonProblem, PersonRejected, problem } from './person-problem.ts'

/** Parses a file in YAML or JSON. Throws `PersonRejected`. */
export function parsePersonText(text: string): unknown {
  try {
    return parseYaml(text, { maxAliasCount: 0 })
  } catch (error) {
    const { linePos } = error as { linePos?: readonly [{ line: number; col: number }] }
    const where =
      linePos === undefined ? '' : ` (line ${linePos[0].line}, column ${linePos[0].col})`
    throw new PersonRejected([{ path: '', expected: `the file is neither YAML nor JSON${where}` }])
  }
}

/** Reads the file of a person and checks it by itself. Throws `PersonRejected`. */
export function readPersonFile(value: unknown, at: ReadAt): PersonFile {
  const read = readInput(PersonFile, value)
  if (!read.success) {
    throw new PersonRejected(
      inputProblems(read.error).map(({ path, expected }) => ({ path, expected })),
    )
  }
  const problems = problemsOf(read.data, at)
  if (problems.length > 0) throw new PersonRejected(problems)
  return read.data
}

/** Returns the contradictions in a file. */
function problemsOf(file: PersonFile, at: ReadAt): readonly PersonProblem[] {
  return [
    ...outcomeProblems(file),
    ...identityProblems(file, at),
    ...uniqueIds(file),
    ...differenceProblems('accounts', file),
    ...differenceProblems('publicRecords', file),
    ...file.accounts.flatMap((account, index) =>
      accountProblems(account, file, at, `accounts.${index}`),
    ),
    ...collectionProblems(file, at),
    ...bankruptcyProblems(file, at),
    ...recordProblems(file, at),
    ...inquiryProblems(file, at),
    ...alertProblems(file, at),
  ]
}

const FACTS = ['accounts', 'collections', 'bankruptcies', 'publicRecords', 'inquiries'] as const

function outcomeProblems(file: PersonFile): readonly PersonProblem[] {
  if (file.outcome === undefined) return []
  return FACTS.filter((name) => file[name].length > 0).map((name) =>
    problem(name, 'give either an outcome or what it follows from, not both'),
  )
}

function identityProblems(file: PersonFile, at: ReadAt): readonly PersonProblem[] {
  const problems: PersonProblem[] = []
  const persona = file.ssn === undefined ? undefined : findPersona(file.ssn)
  if (persona !== undefined) {
    problems.push(problem('ssn', `a number that is not that of the persona ${persona.id}`))
  }
  for (const [path, birthDate] of birthDates(file)) {
    // The time at which the file was put is known only to the month.
    if (monthAt(at, birthDate.slice(0, 7)) >= presentMonth(at)) {
      problems.push(problem(path, 'a day before this month'))
    }
  }
  for (const [bureau, { lastName, frozen, status }] of Object.entries(file.bureaus)) {
    if (frozen && status !== undefined) {
      problems.push(problem(`bureaus.${bureau}`, 'either frozen or a status, not both'))
    }
    if (lastName !== undefined && file.name === undefined) {
      problems.push(problem('name', 'a name, where a bureau has another one'))
    }
  }
  problems.push(...moveProblems(file, at))
  return [...problems, ...onFileProblems(file, at)]
}

/** Checks that no bureau learned of the person after what its file states. */
function onFileProblems(file: PersonFile, at: ReadAt): readonly PersonProblem[] {
  const since = file.onFileSince
  if (since === undefined) return []
  const month = monthAt(at, since)
  if (month > presentMonth(at)) {
    return [problem('onFileSince', 'a month that is not in the future')]
  }
  // The account of another person can be older than the authorized user's own file.
  const accounts = file.accounts.filter(({ ownership }) => ownership !== 'AuthorizedUser')
  return factMonths({ ...file, accounts }, at).every((fact) => month <= fact)
    ? []
    : [problem('onFileSince', 'a month that is not after an opening, a filing or an inquiry')]
}

/** Returns the problems of moves: those in the future, and those not before the next one. */
function moveProblems({ address, formerAddresses }: PersonFile, at: ReadAt) {
  const stated = [
    ['address', address?.since] as const,
    ...formerAddresses.map(({ since }, index) => [`formerAddresses.${index}`, since] as const),
  ]
  let next = presentMonth(at) + 1
  return stated.flatMap(([path, since]) => {
    if (since === undefined) return []
    const moved = monthAt(at, since)
    if (moved >= next) {
      return [problem(`${path}.since`, 'a month before the next move, and not in the future')]
    }
    next = moved
    return []
  })
}

/** Returns the differences of bureaus that do not report what they differ in. */
function differenceProblems(
  name: 'accounts' | 'publicRecords',
  file: PersonFile,
): readonly PersonProblem[] {
  return file[name].flatMap(({ bureaus = BUREAUS, differences = {} }, index) =>
    BUREAUS.filter((bureau) => bureau in differences && !bureaus.includes(bureau)).map((bureau) =>
      problem(
        `${name}.${index}.differences.${bureau}`,
        `none: the bureau is not one of bureaus (${bureaus.join(', ')})`,
      ),
    ),
  )
}

/** Returns the birth dates of a file with their paths. */
function birthDates({ birthDate, bureaus }: PersonFile): readonly (readonly [string, string])[] {
  const own = Object.entries(bureaus).map(
    ([bureau, each]) => [`bureaus.${bureau}.birthDate`, each.birthDate] as const,
  )
  return [['birthDate', birthDate] as const, ...own].flatMap(([path, day]) =>
    day === undefined ? [] : [[path, day] as const],
  )
}

function uniqueIds({ accounts, collections }: PersonFile): readonly PersonProblem[] {
  const seen = new Set<string>()
  const named = [
    ...accounts.map(({ id }, index) => [`accounts.${index}.id`, id] as const),
    ...collections.map(({ id }, index) => [`collections.${index}.id`, id] as const),
  ]
  return named.flatMap(([path, id]) => {
    if (id === undefined) return []
    if (seen.has(id)) return [problem(path, 'an ID that no other account of the file has')]
    seen.add(id)
    return []
  })
}
