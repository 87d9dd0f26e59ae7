/** The page about the dialects: an order and the beginning of its response in each of them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decode } from '../../src/documents/codec/decode.ts'
import { parse, REQUEST_BOUNDS } from '../../src/documents/codec/parse.ts'
import { read } from '../../src/documents/codec/read.ts'
import { write } from '../../src/documents/codec/write.ts'
import { DIALECT_LIST, type Dialect } from '../../src/documents/dialects.ts'
import { RequestGroup, RequestGroupPaymentOptional } from '../../src/documents/tables/request.ts'
import { MortgageOnlyResponse } from '../../src/documents/tables/response.ts'

const EXAMPLE = 'examples/credit-report.xml'

/** The beginning of a response, with a field of each kind. An ellipsis marks omitted content. */
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
    'The dialect of real systems. The interface document marks each attribute with a leading underscore: its `__FirstName` is the attribute `_FirstName`, and its `_BorrowerID` is the attribute `BorrowerID`.',
  neutral:
    'The same as `mismo`, with the neutral words of the interface document: `Standard` for MISMO, and `BureauA`, `BureauB` and `BureauC` for Equifax, Experian and TransUnion.',
  literal:
    'Attributes are spelled exactly as the fields in the interface document, including the underscore.',
  elements:
    'Every field is a child element, spelled as in the interface document. Code generators that work from a list of fields send this dialect.',
  json: 'The same documents as JSON, sent with `Content-Type: application/json`. Every field is a property, spelled as in the interface document: an underscore, and then the name of the attribute. An element that can occur several times is a list, even with one item or none; a request may have one object instead of a list of one. Every value is a string. The text of `DOCUMENT` is its property `__cdata`. The words follow the request: a request with `_StandardVersionID` and `__BureauAIndicator` gets the neutral words in its response.',
}

/** Returns the text of `docs/dialects.md`. */
export function dialectsPage(): string {
  const text = decode(readFileSync(join(import.meta.dirname, '../..', EXAMPLE)))
  const { value } = read(RequestGroupPaymentOptional, parse(text))
  if (value === undefined) throw new Error(`${EXAMPLE} has validation errors`)
  const rows = DIALECT_LIST.map((dialect) => `| \`${dialect.name}\` | ${firstField(dialect)} |`)
  return `# Dialects

The service reads and writes the same documents in five spellings, called dialects: four of XML, and
JSON. The dialect of an order is detected automatically; responses use the same dialect.

| Dialect | First field of an order |
|---|---|
${rows.join('\n')}

**Detection.** \`Content-Type: application/json\` is the dialect \`json\`. In XML, the version field of \`REQUEST_GROUP\` decides. If it is missing, the first known field
that only one dialect spells this way decides. If no field decides, the dialect is \`mismo\`. Fields in the
spelling of another dialect are unknown names: they are accepted, ignored, and listed in
\`RequestNote\` KEYs of the response.

**Unread documents.** A request that is rejected before its fields are read gets its error in the dialect \`mismo\`,
or in JSON: a document that is not well-formed (E101), wrong credentials, an overload. The HTTP status of
such an error is not 200, so read the status first.

**Differences.** The XML dialects differ in how fields are carried (as attributes or elements), in the names
of fields, in enumerated values, and in the names of \`KEY\`. They have the same names of elements, free
text, values of \`KEY\`, and printed page. \`_RESIDENCE\`, \`_FACTOR\` and other elements that begin with an
underscore are elements in all four of them. \`DOCUMENT\`, \`_Text\`, \`_UnparsedAddress\` and
\`_UnparsedEmployment\` hold text in all four of them.

**XML.** A document is XML 1.0 in UTF-8, UTF-16 with a byte order mark, US-ASCII, ISO-8859-1 or
windows-1252. The service takes the encoding from the byte order mark, else from the \`charset\` of
\`Content-Type\`, else from the XML declaration; the default is UTF-8. An XML declaration that contradicts the byte
order mark returns E101. Responses are in UTF-8. Attributes and elements can have any order. Comments,
processing instructions and the attribute \`xmlns\` are ignored. Names with a namespace prefix are other
names, and a DOCTYPE is rejected; an account with \`requirements: mismo\` may send one without internal subset.

**Limits.** A request has at most ${REQUEST_BOUNDS.depthMax} levels, ${thousands(REQUEST_BOUNDS.elementCountMax)} elements, and ${REQUEST_BOUNDS.attributeCountMax} attributes in an element. More is rejected
with E101. The setting \`body-bytes-max\` limits its size, by default to 1 MiB; a larger body is rejected with HTTP 413.

**JSON.** The names are those that XML converters produce: an underscore before the name of an
attribute, so that \`_FirstName\` becomes \`__FirstName\`, and \`__cdata\` for the text of \`DOCUMENT\`.
Containers are objects. An element that can occur several times is a list: \`BORROWER\` and
\`_RESIDENCE\` are lists even for one borrower with one residence, and responses include empty lists. A
request may have one object instead of a list of one. Every value is a string, even an amount or an indicator; numbers, \`true\`, \`false\` and \`null\` are
validation errors. Validation errors have JSON paths, which count from 0:
\`$.REQUEST_GROUP.REQUEST.REQUEST_DATA.CREDIT_REQUEST.LOAN_APPLICATION.BORROWER[0].__SSN\`. The limits
are those of XML, with values instead of elements. A document that has a name twice in one object, a list
directly inside a list, a text with a character that XML does not allow, or anything beyond RFC 8259
(comments, single quotation marks, a comma at the end) is rejected with E101. JSON is UTF-8. Retries,
actions, charges and error codes are the same as for XML.

**Schemas.** \`schema/\` has schemas of each document in each dialect ([schemas.md](schemas.md)), and
[fields.md](fields.md) lists all fields. The following sections show \`${EXAMPLE}\` in each dialect.

${DIALECT_LIST.map((dialect) => section(dialect, value)).join('\n')}`
}

function thousands(count: number): string {
  return count.toLocaleString('en-US')
}

function firstField(dialect: Dialect): string {
  if (dialect.carrier === 'property') return '`{"REQUEST_GROUP":{"_MISMOVersionID":"2.3.1"`'
  const lines = write(RequestGroup, { MISMOVersionID: '2.3.1' }, dialect).split('\n').slice(1)
  return `\`${lines
    .map((line) => line.trim().replace('/>', '>'))
    .slice(0, 2)
    .join('')}\``
}

function section(dialect: Dialect, order: object): string {
  const isJson = dialect.carrier === 'property'
  const answer = isJson ? jsonAnswer(dialect) : xmlAnswer(dialect)
  const language = isJson ? 'json' : 'xml'
  return `## ${dialect.name}

${NOTES[dialect.name]}

\`\`\`${language}
${write(RequestGroupPaymentOptional, order, dialect)}\`\`\`

Part of the response:

\`\`\`${language}
${answer}\`\`\`
`
}

function xmlAnswer(dialect: Dialect): string {
  return write(MortgageOnlyResponse, ANSWER, dialect).replace(/(?=<\/RESPONSE_GROUP>)/, '  …\n')
}

/** Returns the response in JSON without its empty lists, which would distract here. */
function jsonAnswer(dialect: Dialect): string {
  return write(MortgageOnlyResponse, ANSWER, dialect).replace(/,\n +"\w+": \[\]/g, '')
}
