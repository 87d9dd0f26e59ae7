/** `trimerge personas`: the people of the sandbox with a known outcome. */
import { Command } from 'commander'
import { personas } from '../service.ts'
import { ExitCode, Refused } from './exit.ts'

type Persona = ReturnType<typeof personas>[number]

/** The command that lists the personas. */
export function personasCommand(): Command {
  return new Command('personas')
    .description('List the people of the sandbox whose outcome is known.')
    .argument('[id]', 'show only this one')
    .exitOverride()
    .action((id: string | undefined) => {
      const shown = personas().filter((persona) => id === undefined || persona.id === id)
      if (shown.length === 0) throw new Refused('there is no persona of this id', ExitCode.wrongUse)
      console.log(shown.flatMap(personaLines).join('\n'))
    })
}

function personaLines(persona: Persona): string[] {
  const { firstName, middleName, lastName, suffix, address } = persona
  const name = [firstName, middleName, lastName, suffix].filter((part) => part !== '').join(' ')
  const { street, city, state, postalCode } = address
  return [
    `${persona.id}: ${name}, ${persona.ssn}, ${street}, ${city} ${state} ${postalCode}`,
    `  ${persona.story}`,
    ...Object.entries(persona.outcome).map(
      ([bureau, { status, score, words }]) => `  ${bureau}: ${score ?? status} ${words}`,
    ),
    ...(persona.joint === undefined ? [] : [`  order jointly with ${persona.joint}`]),
  ]
}
