/** The page about the personas: `docs/personas.md`. */
import { PERSONAS, PERSONAS_VERSION, type Persona } from '../../src/bureaus/simulator/personas.ts'
import { BUREAUS } from '../../src/documents/tables/enumerations.ts'

/** Returns the text of `docs/personas.md`. */
export function personasPage(): string {
  return [
    '# Personas',
    '',
    `Version ${PERSONAS_VERSION} of the contract.`,
    '',
    'Personas are test borrowers with a known result. They are a contract for your own tests: the results',
    'hold if you order a persona in the month in which the world of the sandbox began, at the first start or at',
    'a reset. Birth dates are fixed: in a world that begins before September 2023, some personas are minors,',
    'and no bureau returns a file for them. The minor version grows when personas are added, and the major',
    'version when a stated result changes.',
    '',
    'The service recognizes a persona by social security number and family name. Every other person has a',
    'generated history, which is the same every time. A [magic street](magic.md) makes a bureau fail for any',
    'person. `trimerge personas ID --xml OPERATION` prints a ready-to-send order.',
    '',
    'The stated results apply to each operation:',
    '',
    '- `credit_report`, `pre_qualification`: the status, the score or the reason for a missing score, and',
    '  the figures of the summary (by the names of its data sets; other figures are 0). If no bureau returns',
    '  a file, the order fails with E001.',
    '- `mortgage_only`: the same files and scores, and the `Mortgage…` figures. Its documents state no',
    '  status and no reason: a missing file has an empty `_UnparsedName`, a missing score an empty `_Value`.',
    '- `refresh_report` of a report of the same month: no changes.',
    '',
    ...overview(),
    ...PERSONAS.flatMap(personaSection),
  ].join('\n')
}

function overview(): string[] {
  return [
    '| ID | Equifax | Experian | TransUnion | Description |',
    '|---|---|---|---|---|',
    ...PERSONAS.map((persona) => {
      const answers = BUREAUS.map((bureau) => {
        const { status, score, exclusionReason } = persona.outcome[bureau]
        return score ?? exclusionReason ?? status.replace('NoFileReturned', '')
      })
      return `| [\`${persona.id}\`](#${anchorOf(persona)}) | ${answers.join(' | ')} | ${persona.story} |`
    }),
    '',
  ]
}

/** Returns the anchor that Markdown renderers give the heading of a persona. */
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
    ...resultsOf(persona),
    '',
    ...(figures.length === 0 ? [] : [`Summary: ${figures.join(', ')}.`, '']),
  ]
}

/** Returns the result of each bureau. What is the same at all bureaus is a sentence of its own. */
function resultsOf({ outcome }: Persona): string[] {
  const contents = new Set(BUREAUS.map((bureau) => outcome[bureau].words))
  const isSame = contents.size === 1
  return [
    ...(isSame ? [...contents, ''] : []),
    `| Bureau | Result | Score |${isSame ? '' : ' Other content |'}`,
    `|---|---|---|${isSame ? '' : '---|'}`,
    ...BUREAUS.map((bureau) => {
      const { status, score, exclusionReason, words } = outcome[bureau]
      const cells = [bureau, status, score ?? exclusionReason ?? '', ...(isSame ? [] : [words])]
      return `| ${cells.join(' | ')} |`
    }),
  ]
}
