/** The page of the personas: `docs/personas.md`. */
import { BUREAUS } from '../src/documents/enumerations.ts'
import { personas } from '../src/service.ts'

type Persona = ReturnType<typeof personas>[number]

/** Who can be ordered, and what comes back. */
export function personasPage(): string {
  return [
    '# Personas',
    '',
    'People of the sandbox whose outcome is known, for tests of your own. They are a contract: their',
    'outcomes hold when they are ordered in the month in which the sandbox was first started. A persona',
    'is recognised by number and family name; anyone else is an invented person, the same every time.',
    '',
    ...personas().flatMap(personaSection),
  ].join('\n')
}

function personaSection(persona: Persona): string[] {
  const { firstName, middleName, lastName, suffix, address } = persona
  const name = [firstName, middleName, lastName, suffix].filter((part) => part !== '').join(' ')
  const { street, city, state, postalCode } = address
  return [
    `## ${name} (\`${persona.id}\`)`,
    '',
    persona.story,
    '',
    `${persona.ssn}, born ${persona.birthDate}, ${street}, ${city} ${state} ${postalCode}${
      persona.joint === undefined ? '' : `; order jointly with \`${persona.joint}\``
    }`,
    '',
    '| Bureau | Answer | Score | What else |',
    '|---|---|---|---|',
    ...BUREAUS.map((bureau) => {
      const { status, score, exclusionReason, words } = persona.outcome[bureau]
      return `| ${bureau} | ${status} | ${score ?? exclusionReason ?? ''} | ${words} |`
    }),
    '',
  ]
}
