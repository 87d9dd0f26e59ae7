/** The page of the personas: `docs/personas.md`. */

import { type Persona, personas, personasVersion } from '../src/app/service.ts'
import { BUREAUS } from '../src/documents/tables/enumerations.ts'

/** Who can be ordered, and what comes back. */
export function personasPage(): string {
  return [
    '# Personas',
    '',
    `Version ${personasVersion()} of the contract.`,
    '',
    'People of the sandbox whose outcome is known, for tests of your own. They are a contract: their',
    'outcomes hold when they are ordered in the month in which the sandbox was first started. The second',
    'number of the version grows when personas are added, the first when a stated outcome changes.',
    '',
    'A persona is recognised by number and family name; anyone else is an invented person, the same',
    'every time, and can be made to fail by a [magic street](magic.md).',
    '`trimerge personas ID --xml OPERATION` prints an order that is ready to send.',
    '',
    'What is stated holds for each operation:',
    '',
    '- `credit_report`, `pre_qualification`: status, score or reason for none, and the figures of the',
    '  summary (by the names of its data sets; figures not named are 0). An order that no bureau gives a',
    '  file for ends with E001.',
    '- `mortgage_only`: the same statuses and scores, and the `Mortgage…` figures.',
    '- `refresh_report` of a report of the same month: no difference.',
    '',
    ...overview(),
    ...personas().flatMap(personaSection),
  ].join('\n')
}

function overview(): string[] {
  return [
    '| Id | Equifax | Experian | TransUnion | What for |',
    '|---|---|---|---|---|',
    ...personas().map((persona) => {
      const answers = BUREAUS.map((bureau) => {
        const { status, score, exclusionReason } = persona.outcome[bureau]
        return score ?? exclusionReason ?? status.replace('NoFileReturned', '')
      })
      return `| [\`${persona.id}\`](#${anchorOf(persona)}) | ${answers.join(' | ')} | ${persona.story} |`
    }),
    '',
  ]
}

/** As readers of Markdown make anchors of headings. */
function anchorOf(persona: Persona): string {
  return headingOf(persona)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')
}

function headingOf({ id, firstName, middleName, lastName, suffix }: Persona): string {
  const name = [firstName, middleName, lastName, suffix].filter((part) => part !== '').join(' ')
  return `${name} (\`${id}\`)`
}

function personaSection(persona: Persona): string[] {
  const { street, city, state, postalCode } = persona.address
  const figures = Object.entries(persona.figures).map(([name, value]) => `\`${name}\` ${value}`)
  return [
    `## ${headingOf(persona)}`,
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
    ...(figures.length === 0 ? [] : [`Summary: ${figures.join(', ')}.`, '']),
  ]
}
