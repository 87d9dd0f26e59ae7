/** `trimerge personas`: the sandbox's test borrowers with known results. */
import { Command, Option } from 'commander'
import { magicReference } from '../../bureaus/simulator/magic.ts'
import { PERSONAS, PERSONAS_VERSION, type Persona } from '../../bureaus/simulator/personas.ts'
import { BUREAUS } from '../../documents/tables/enumerations.ts'
import { OPERATION_NAMES, type OperationName } from '../../orders/intake/products.ts'
import { personaOf, personaOrder } from '../../sandbox/persona-order.ts'
import { ExitCode, Rejected } from '../command.ts'
import { io } from '../io.ts'

interface PersonasOptions {
  readonly xml?: OperationName
  readonly individual?: boolean
  readonly magic?: boolean
  readonly json?: boolean
}

/** The command that lists the personas, and prints ready orders for them. */
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
    if (xml !== undefined) throw new Rejected('--xml needs a persona ID', ExitCode.wrongUse)
    return `personas, version ${PERSONAS_VERSION}\n${PERSONAS.map(personaText).join('')}`
  }
  const persona = personaOf(id)
  if (persona === undefined) {
    throw new Rejected(
      'persona not found; list all personas with trimerge personas',
      ExitCode.wrongUse,
    )
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
  const { firstName, middleName, lastName, suffix, address } = persona
  const name = [firstName, middleName, lastName, suffix].filter((part) => part !== '').join(' ')
  const { street, city, state, postalCode } = address
  const figures = Object.entries(persona.figures).map(([figure, value]) => `${figure} ${value}`)
  const lines = [
    `${persona.id}: ${name}, ${persona.ssn}, ${street}, ${city} ${state} ${postalCode}`,
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
