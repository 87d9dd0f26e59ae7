/** Describes what a schema expects, for an input that violates one of its rules. */
import { z } from 'zod'

type Issue = z.core.$ZodIssue

/** An error of an input: its path, the rule, and what the schema expects there. */
interface InputProblem {
  readonly path: string
  readonly rule: string
  readonly expected: string
}

/** Reads an input by a schema. An error of an unknown property then says which ones are known. */
export function readInput<S extends z.ZodType>(
  schema: S,
  input: unknown,
): z.ZodSafeParseResult<z.output<S>> {
  return schema.safeParse(input, { error: unknownProperty })
}

function unknownProperty({ code, inst }: z.core.$ZodRawIssue): string | undefined {
  // A record has keys that its schema may reject too, but no shape.
  if (code !== 'unrecognized_keys' || !(inst instanceof z.ZodObject)) return undefined
  const known = Object.keys(inst.shape)
  return known.length === 0 ? undefined : `unknown property; known are ${known.join(', ')}`
}

/**
 * Returns the errors of an input. They name unknown properties, which are often misspelled, but
 * repeat no value.
 */
export function inputProblems({ issues }: z.ZodError): InputProblem[] {
  return issues.flatMap((issue) =>
    pathsOf(issue).map((path) => ({
      path: path.map(String).join('.'),
      rule: issue.code,
      expected: issueText(issue),
    })),
  )
}

/** A name that is repeated. A number or a full name in its place is not. */
const PROPERTY_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/

function pathsOf(issue: Issue): readonly PropertyKey[][] {
  if (issue.code !== 'unrecognized_keys') return [issue.path]
  const paths = issue.keys.map((key) =>
    PROPERTY_NAME.test(key) ? [...issue.path, key] : issue.path,
  )
  return [...new Map(paths.map((path) => [path.join('.'), path])).values()]
}

/**
 * Returns the expectation in a few words, such as `at most 850`. It repeats nothing of the input.
 */
function issueText(issue: Issue): string {
  // A schema with its own message keeps that message.
  if (!/^(?:Invalid|Too|Unrecognized) /.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'unknown property'
    case 'invalid_type':
      return issue.message.endsWith('received undefined') ? 'required' : typeText(issue.expected)
    case 'invalid_value':
      return valuesText(issue.values)
    case 'invalid_format':
      return FORMATS[issue.format] ?? issue.message
    case 'too_small':
      return `${issue.inclusive === false ? 'more than' : 'at least'} ${amountText(issue.minimum, issue.origin)}`
    case 'too_big':
      return `${issue.inclusive === false ? 'less than' : 'at most'} ${amountText(issue.maximum, issue.origin)}`
    case 'invalid_union':
      return alternatives(issue.errors.flat())
    case 'invalid_key':
    case 'invalid_element':
      return alternatives(issue.issues)
    default:
      return issue.message
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

function typeText(type: string): string {
  return TYPES[type] ?? type
}

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'a time in UTC, such as 2026-01-15T09:00:00Z',
  date: 'a date, such as 2026-01-15',
}

function valuesText(values: readonly unknown[]): string {
  const list = values.map((value) => (value === '' ? 'empty' : String(value))).join(', ')
  return values.length === 1 ? list : `one of ${list}`
}

function alternatives(issues: readonly Issue[]): string {
  return [...new Set(issues.map(issueText))].join(' or ')
}

function amountText(bound: number | bigint, origin: string): string {
  const unit = { string: 'character', array: 'item', set: 'item' }[origin]
  if (unit === undefined) return String(bound)
  return `${bound} ${unit}${Number(bound) === 1 ? '' : 's'}`
}
