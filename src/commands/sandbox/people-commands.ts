/** `trimerge personas` and `trimerge people`: built-in and custom test borrowers. */
import { Command, Option } from 'commander'
import { monthNumber } from '../../bureaus/simulator/calendar.ts'
import { magicReference } from '../../bureaus/simulator/magic.ts'
import { parsePersonText, readPersonFile } from '../../bureaus/simulator/people/check-person.ts'
import { PersonRejected } from '../../bureaus/simulator/people/person-problem.ts'
import { resolveOutcome } from '../../bureaus/simulator/people/resolve-outcome.ts'
import { PERSONAS, PERSONAS_VERSION, type Persona } from '../../bureaus/simulator/personas.ts'
import { BUREAUS } from '../../documents/tables/enumerations.ts'
import { counted } from '../../documents/wording.ts'
import { OPERATION_NAMES, type OperationName } from '../../orders/intake/products.ts'
import { personaOf, personaOrder } from '../../sandbox/persona-order.ts'
import { yamlText } from '../../yaml.ts'
import { Rejected, readInput, wrongUse } from '../command.ts'
import { io, print } from '../io.ts'
import { columns, readable, show } from '../output.ts'
import { callControl, controlCommand, type Json, readingCommand } from './control.ts'

interface PersonasOptions {
  readonly xml?: OperationName
  readonly individual?: boolean
  readonly magic?: boolean
  readonly json?: boolean
}

/** Returns the command that lists the personas, and prints ready-to-send orders for them. */
export function personasCommand(): Command {
  return new Command('personas')
    .description('List the personas: test borrowers with known results.')
    .argument('[id]', 'show only this persona')
    .addOption(
      new Option('--xml <operation>', 'print a ready-to-send order for this persona').choices(
        OPERATION_NAMES,
      ),
    )
    .option('--individual', 'order without the joint borrower')
    .addOption(new Option('--json', 'print JSON').conflicts(['xml', 'magic']))
    .addOption(
      new Option('--magic', 'list the magic street addresses that trigger bureau errors').conflicts(
        'xml',
      ),
    )
    .exitOverride()
    .action((id: string | undefined, options: PersonasOptions) => io().write(shown(id, options)))
}

function shown(id: string | undefined, options: PersonasOptions): string {
  const { xml, individual, magic, json } = options
  if (magic === true) return magicReference()
  if (id === undefined) {
    if (json === true) return asJson({ version: PERSONAS_VERSION, items: PERSONAS })
    if (xml !== undefined) throw wrongUse('--xml needs a persona ID')
    return `personas, version ${PERSONAS_VERSION}\n${PERSONAS.map(personaText).join('')}`
  }
  const persona = personaOf(id)
  if (persona === undefined) {
    throw wrongUse('persona not found; list all personas with trimerge personas')
  }
  if (json === true) return asJson(persona)
  return xml === undefined
    ? personaText(persona)
    : personaOrder(persona, xml, { individual: individual === true })
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}

function personaText(persona: Persona): string {
  const figures = Object.entries(persona.figures).map(([figure, value]) => `${figure} ${value}`)
  const lines = [
    identityLine(persona.id, persona),
    `  ${persona.story}`,
    ...BUREAUS.map((bureau) => {
      const { status, score, exclusionReason, words } = persona.outcome[bureau]
      return `  ${bureau}: ${score ?? exclusionReason ?? status} ${words}`
    }),
    ...(figures.length === 0 ? [] : [`  summary: ${figures.join(', ')}`]),
    ...(persona.joint === undefined ? [] : [`  order jointly with ${persona.joint}`]),
  ]
  return `${lines.join('\n')}\n`
}

type Identity = Pick<
  Persona,
  'firstName' | 'middleName' | 'lastName' | 'suffix' | 'ssn' | 'address'
>

function identityLine(id: string, identity: Identity): string {
  const { firstName, middleName, lastName, suffix, ssn, address } = identity
  const name = [firstName, middleName, lastName, suffix].filter((part) => part !== '').join(' ')
  const { street, city, state, postalCode } = address
  return `${id}: ${name}, ${ssn}, ${street}, ${city} ${state} ${postalCode}`
}

/** Returns the commands that manage custom people. */
export function peopleCommand(): Command {
  return new Command('people')
    .description('Manage custom test people: your own borrowers as YAML or JSON files.')
    .exitOverride()
    .addCommand(listCommand())
    .addCommand(getCommand())
    .addCommand(putCommand())
    .addCommand(deleteCommand())
    .addCommand(checkCommand())
    .addCommand(orderCommand())
    .addCommand(fromReportCommand())
}

function listCommand(): Command {
  return readingCommand('list')
    .description('List the custom people of a running sandbox.')
    .action(async (_options, command: Command) => {
      const people = await callControl(command, 'GET', '/people')
      const rows = people.items.map((each: Json) => [
        each.id,
        `${each.firstName} ${each.lastName}`,
        each.ssn,
        each.description ?? '',
      ])
      await show(command, people.items, rows.length === 0 ? ['no custom people'] : columns(rows))
    })
}

function getCommand(): Command {
  return readingCommand('get')
    .description('Show a custom person: the identity, what each bureau returns now, and the file.')
    .argument('<id>', 'person ID')
    .action(async (id: string, _options, command: Command) => {
      const person = await callControl(command, 'GET', `/people/${encodeURIComponent(id)}`)
      await show(command, person, [...personLines(person), '', yamlText(person.file).trimEnd()])
    })
}

function personLines({ id, putAt, identity, bureaus }: Json): string[] {
  return [
    identityLine(id, identity),
    ...columns(
      bureaus.map((each: Json) => [
        `  ${each.bureau}`,
        String(each.score ?? each.exclusionReason ?? each.status),
        counted(each.accounts, 'account'),
      ]),
    ),
    `  put at ${readable(putAt)}`,
  ]
}

function putCommand(): Command {
  return readingCommand('put')
    .description('Add a custom person, or replace one.')
    .argument('<id>', 'person ID: lower-case letters, digits, dots, dashes and underscores')
    .argument('<file>', 'person file in YAML or JSON; - reads standard input')
    .action(async (id: string, file: string, _options, command: Command) => {
      const path = `/people/${encodeURIComponent(id)}`
      const person = await callControl(command, 'PUT', path, await parsedFile(file))
      await show(command, person, personLines(person))
    })
}

function deleteCommand(): Command {
  return controlCommand('delete')
    .description('Delete a custom person.')
    .argument('<id>', 'person ID')
    .action(async (id: string, _options, command: Command) => {
      await callControl(command, 'DELETE', `/people/${encodeURIComponent(id)}`)
      print(`deleted ${id}`)
    })
}

function checkCommand(): Command {
  return new Command('check')
    .description('Check a person file offline, and whether its wanted outcome is possible.')
    .argument('<file>', 'person file in YAML or JSON; - reads standard input')
    .option('--json', 'print JSON')
    .exitOverride()
    .action((file: string, _options, command: Command) => check(file, command))
}

async function check(file: string, command: Command): Promise<void> {
  const month = monthNumber(new Date())
  const at = { epochMonth: month, month }
  const parsed = await parsedFile(file)
  const person = orReject(() => {
    const read = readPersonFile(parsed, at)
    return read.outcome === undefined ? read : resolveOutcome('check', read, at)
  })
  const counts = {
    accounts: person.accounts.length,
    collections: person.collections.length,
    publicRecords: person.bankruptcies.length + person.publicRecords.length,
  }
  const { accounts, collections, publicRecords } = counts
  await show(command, { valid: true, ...counts }, [
    `valid: ${counted(accounts, 'account')}, ${counted(collections, 'collection')}, ${counted(publicRecords, 'public record')}`,
  ])
}

function orderCommand(): Command {
  return controlCommand('order')
    .description('Print a ready-to-send order for a custom person.')
    .argument('<id>', 'person ID')
    .option('--operation <name>', 'operation to order', 'credit_report')
    .option('--with <id>', 'another custom person, to order jointly')
    .action(async (id: string, options: { operation: string; with?: string }, command: Command) => {
      const query = new URLSearchParams({ operation: options.operation })
      if (options.with !== undefined) query.set('with', options.with)
      await io().write(
        await callControl(command, 'GET', `/people/${encodeURIComponent(id)}/order?${query}`),
      )
    })
}

function fromReportCommand(): Command {
  return readingCommand('from-report')
    .description('Print a stored report as a person file, without personal data.')
    .argument('<number>', 'report ID')
    .option('--borrower <position>', 'borrower of a joint report: 1 or 2', '1')
    .action(async (number: string, { borrower }: { borrower: string }, command: Command) => {
      const path = `/reports/${encodeURIComponent(number)}/person?borrower=${encodeURIComponent(borrower)}`
      const { file, notes } = await callControl(command, 'GET', path)
      const comments = notes.map((note: string) => `# ${note}`)
      await show(command, { file, notes }, [...comments, yamlText(file).trimEnd()])
    })
}

async function parsedFile(file: string): Promise<unknown> {
  const bytes = await readInput(file)
  return orReject(() => parsePersonText(Buffer.from(bytes).toString('utf8')))
}

function orReject<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof PersonRejected) throw new Rejected(error.message)
    throw error
  }
}
