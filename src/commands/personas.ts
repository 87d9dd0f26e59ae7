/** `trimerge personas`: the people of the sandbox with a known outcome. */
import { Command } from 'commander'
import { PERSONAS } from '../bureaus/simulator/personas.ts'

/** The command that lists the personas. */
export function personasCommand(): Command {
  return new Command('personas')
    .description('List the people of the sandbox whose outcome is known.')
    .exitOverride()
    .action(() => {
      for (const persona of PERSONAS) console.log(personaLines(persona).join('\n'))
    })
}
