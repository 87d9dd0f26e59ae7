/** The page about the dialects: one order and the beginning of its answer, written in each. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decode } from '../src/documents/codec/decode.ts'
import { parse } from '../src/documents/codec/parse.ts'
import { read } from '../src/documents/codec/read.ts'
import { write } from '../src/documents/codec/write.ts'
import { DIALECT_LIST, type Dialect } from '../src/documents/dialects.ts'
import { RequestGroup, RequestGroupPaymentOptional } from '../src/documents/tables/request.ts'
import { MortgageOnlyResponse } from '../src/documents/tables/response.ts'

const EXAMPLE = 'examples/credit-report.xml'

/** The beginning of an answer, with a field of each sort; what is left out is told by an ellipsis. */
const ANSWER = {
  MISMOVersionID: '2.3.1',
  RESPONSE: {
    ResponseDateTime: '2026-02-03T15:15:01Z',
    KEY: [{ _Name: 'EquifaxBeacon5.0_MinimumValue', _Value: '334' }],
    RESPONSE_DATA: {
      CREDIT_RESPONSE: {
        MISMOVersionID: '2.3.1',
        CreditReportIdentifier: '1202696',
        CREDIT_REPOSITORY_INCLUDED: {
          _EquifaxIndicator: true,
          _ExperianIndicator: true,
          _TransUnionIndicator: false,
        },
        CREDIT_SCORE: [
          {
            BorrowerID: 'B1',
            CreditRepositorySourceType: 'Equifax',
            _ModelNameType: 'EquifaxBeacon5.0',
            _Value: '734',
            _FACTOR: [{ _Code: '00038', _Text: 'EQUIFAX: A TEXT KEEPS ITS WORDS' }],
          },
        ],
      },
    },
  },
}

const NOTES: Readonly<Record<Dialect['name'], string>> = {
  mismo:
    'What real systems send. The interface lists the fields with a mark before each attribute: its `__FirstName` is the attribute `_FirstName`, its `_BorrowerID` the attribute `BorrowerID`.',
  neutral:
    'As `mismo`, with the neutral words of the interface: `Standard` for MISMO, `BureauA`, `BureauB` and `BureauC` for Equifax, Experian and TransUnion.',
  literal: 'Attributes spelled as the interface spells the fields, marks included.',
  elements:
    'Every field a child element, spelled as in the interface: what a generator makes of a list of fields.',
}

/** `docs/dialects.md`. */
export function dialectsPage(): string {
  const text = decode(readFileSync(join(import.meta.dirname, '..', EXAMPLE)))
  const { value } = read(RequestGroupPaymentOptional, parse(text))
  if (value === undefined) throw new Error(`${EXAMPLE} has faults`)
  const rows = DIALECT_LIST.map((dialect) => `| \`${dialect.name}\` | ${firstField(dialect)} |`)
  return `# The four dialects

The same documents are read and written in four spellings. Nothing is configured: an order says by
itself which it is, and is answered in kind.

| Dialect | The first field of an order |
|---|---|
${rows.join('\n')}

**How an order is recognised.** By the version field of \`REQUEST_GROUP\`. Where that is missing, by the
first field of the tables that is found; a field that two dialects spell alike leaves the choice to the
next; where nothing decides, it is \`mismo\`. Fields in another spelling than that of the document are
unknown names: accepted, ignored, and noted in the journal.

**What changes.** The carrier of the fields, the names of fields, enumerated values, and the names of
\`KEY\`. **What does not:** the names of elements, free text, values of \`KEY\`, and the printed page.
Elements that begin with an underscore, such as \`_RESIDENCE\` and \`_FACTOR\`, are elements in all four;
\`DOCUMENT\`, \`_Text\`, \`_UnparsedAddress\` and \`_UnparsedEmployment\` hold text in all four.

Everything is made from the tables in \`src/documents\`: \`schema/\` has an XML Schema of each document in
each dialect, \`docs/fields.md\` all fields. The order below is \`${EXAMPLE}\`, written in each.

${DIALECT_LIST.map((dialect) => section(dialect, value)).join('\n')}`
}

function firstField(dialect: Dialect): string {
  const lines = write(RequestGroup, { MISMOVersionID: '2.3.1' }, dialect).split('\n').slice(1)
  return `\`${lines
    .map((line) => line.trim().replace('/>', '>'))
    .slice(0, 2)
    .join('')}\``
}

function section(dialect: Dialect, order: object): string {
  const answer = write(MortgageOnlyResponse, ANSWER, dialect).replace('</RESPONSE_GROUP>\n', '')
  return `## ${dialect.name}

${NOTES[dialect.name]}

\`\`\`xml
${write(RequestGroupPaymentOptional, order, dialect)}\`\`\`

Of the answer:

\`\`\`xml
${answer}  …
</RESPONSE_GROUP>
\`\`\`
`
}
