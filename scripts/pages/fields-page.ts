/** The reference of all fields, `docs/fields.md`, generated from the tables. */
import { DIALECTS, wireName } from '../../src/documents/dialects.ts'
import type {
  AnyElement,
  Child,
  Element,
  Field,
  FieldExtras,
  TextElement,
} from '../../src/documents/element.ts'
import type { Kind } from '../../src/documents/kinds.ts'
import { DOCUMENTS } from '../../src/documents/tables/documents.ts'

/**
 * One of several documents with nearly the same shape. The reference shows them in one table and
 * marks the differences.
 */
interface Variant<E = AnyElement> {
  /** The operations that use the variant. */
  readonly label: string
  readonly element: E
}

interface Chapter {
  readonly title: string
  readonly text: string
  readonly variants: readonly Variant<Element>[]
}

const CHAPTERS: readonly Chapter[] = [
  {
    title: 'Request',
    text: 'The interface does not define the request of `credit_report` and `pre_qualification`. It is the same here as for the other operations, except that the payment is optional.',
    variants: [
      { label: '`mortgage_only`, `refresh_report`', element: DOCUMENTS.request.element },
      {
        label: '`credit_report`, `pre_qualification`',
        element: DOCUMENTS['request-payment-optional'].element,
      },
    ],
  },
  {
    title: 'Response',
    text: 'Differences are marked: the responses of `mortgage_only` and `refresh_report` have the fields that the interface lists, `credit_report` has more. `pre_qualification` has the same response as `credit_report`.',
    variants: [
      { label: '`credit_report`', element: DOCUMENTS['credit-report-response'].element },
      { label: '`mortgage_only`', element: DOCUMENTS['mortgage-only-response'].element },
      { label: '`refresh_report`', element: DOCUMENTS['refresh-response'].element },
    ],
  },
  {
    title: 'Error document',
    text: 'The response of every operation to a rejected or failed order and to a rejected HTTP request.',
    variants: [{ label: 'all', element: DOCUMENTS['error-response'].element }],
  },
]

const INTRODUCTION = `# The fields of the documents

All elements and fields of requests and responses, in the spelling of MISMO 2.x and of the interface. In
the dialects \`mismo\`, \`neutral\` and \`literal\` a field is an attribute, in \`elements\` it is a child
element. Fields marked as text are the text of their element in all four ([dialects](dialects.md)).

- **Need**: *required* fields must be present. *Stated* fields are required by the interface. An account with
  \`requirements: mismo\` may omit them, but must send \`REQUESTING_PARTY\` or \`SUBMITTING_PARTY\`. For such an
  account, absent *derivable* fields are derived from the path or the borrower. Empty *optional* fields count as absent.
- **Value**: blanks around a value are removed, except in free text such as the values of \`KEY\`.
- **Secret**: masked in listings and logs. *Never stored*: removed from a request before it is stored.
- **Recorded only**: the service stores the field with the order and does not use it.
- **From**: the section of the interface that lists the field, MISMO, or this project (ours).
`

const TABLE_HEAD = `| In mismo | In literal and elements | Need | Value | Description | Secret | From |
|---|---|---|---|---|---|---|
`

/** Returns the text of `docs/fields.md`. */
export function fieldsPage(): string {
  const lists = new ValueLists()
  const chapters = CHAPTERS.map(({ title, text, variants }) => {
    const roots = variants.map(({ label, element }) => ({ label, element, occurs: 'once' }))
    return `## ${title}\n\n${text}\n\n${sections(roots, '', variants.length, lists)}`
  })
  return `${INTRODUCTION}\n${chapters.join('')}${lists.page()}`
}

interface Place extends Variant<Element> {
  readonly occurs: string
}

/**
 * Returns the section of an element for all variants that have it, and the sections of its
 * children.
 */
function sections(
  places: readonly Place[],
  above: string,
  variantCount: number,
  lists: ValueLists,
): string {
  const element = places[0]?.element
  if (element === undefined) return ''
  const path = `${above}${element.name}`
  const rows = [...fieldRows(places, lists), ...textRows(places, lists)].map(
    (cells) => `| ${cells.join(' | ')} |\n`,
  )
  const table = rows.length === 0 ? '' : `\n${TABLE_HEAD}${rows.join('')}`
  const only = differing(
    places.map(({ label, occurs }) => [label, occurs]),
    variantCount,
  )
  const heading = `### ${path}\n\n${element.doc} Occurs ${only}. From: ${originAmong(places.map((place) => originOf(place.element, place.element)))}.\n`
  const below = childNames(places).map((name) =>
    sections(placesBelow(places, name), `${path}/`, places.length, lists),
  )
  return `${heading}${table}\n${below.join('')}`
}

function fieldRows(places: readonly Place[], lists: ValueLists): readonly (readonly string[])[] {
  const names = new Set(places.flatMap(({ element }) => Object.keys(element.fields)))
  return [...names].map((name) => {
    const found = places.flatMap(({ label, element }) => {
      const field = element.fields[name]
      return field === undefined ? [] : [{ label, element, field }]
    })
    const [first] = found
    if (first === undefined) return []
    const needs = found.map(({ label, field }) => [label, needOf(field)] as const)
    return [
      `\`@${name}\``,
      `\`${wireName(name, DIALECTS.literal)}\``,
      differing(needs, places.length),
      lists.hint(`${first.element.name} ${name}`, first.field.kind),
      first.field.recorded && !first.field.neverStored
        ? `${first.field.doc} Recorded only.`
        : first.field.doc,
      secrecy(first.field),
      originAmong(found.map((one) => originOf(one.element, one.field))),
    ]
  })
}

function needOf({ need, derived }: Field<unknown>): string {
  return derived === true ? 'required, derivable' : need
}

function textRows(places: readonly Place[], lists: ValueLists): readonly (readonly string[])[] {
  const names = new Set(
    places.flatMap(({ element }) =>
      Object.keys(element.children).filter((name) => textChild(element, name) !== undefined),
    ),
  )
  return [...names].map((name) => {
    const found = places.flatMap(({ label, element }) => {
      const child = textChild(element, name)
      return child === undefined ? [] : [{ label, element, ...child }]
    })
    const [first] = found
    if (first === undefined) return []
    const { text, element } = first
    return [
      `\`${name}\`, text`,
      `\`${name}${text.cdata ? '.__cdata' : ''}\``,
      differing(
        found.map(({ label, occurs }) => [label, occurs]),
        places.length,
      ),
      lists.hint(`${element.name} ${name}`, text.kind),
      text.doc,
      secrecy(text),
      originAmong(found.map(textOrigin)),
    ]
  })
}

function textChild(
  element: Element,
  name: string,
): { readonly text: TextElement; readonly occurs: string } | undefined {
  const child = element.children[name]
  if (child?.element.form !== 'text') return undefined
  return { text: child.element, occurs: occurrence(child) }
}

function childNames(places: readonly Place[]): readonly string[] {
  return [
    ...new Set(
      places.flatMap(({ element }) =>
        Object.values(element.children)
          .filter((child) => child.element.form === 'container')
          .map((child) => child.element.name),
      ),
    ),
  ]
}

function placesBelow(places: readonly Place[], name: string): readonly Place[] {
  return places.flatMap(({ label, element }) => {
    const child = element.children[name]
    if (child?.element.form !== 'container') return []
    return [{ label, element: child.element, occurs: occurrence(child) }]
  })
}

function occurrence({ occurs, max }: Child): string {
  const several = max === undefined ? 'any number of times' : `up to ${max} times`
  return {
    one: 'once',
    stated: 'once, stated',
    maybe: 'at most once',
    many: several,
    some: `once or ${max === undefined ? 'more often' : `more often, ${several}`}`,
  }[occurs]
}

/**
 * Merges the texts about each variant: one text if all variants agree, else each text with its
 * variants.
 */
function differing(
  said: readonly (readonly [label: string, text: string])[],
  variantCount: number,
): string {
  const texts = [...new Set(said.map(([, text]) => text))]
  if (texts.length === 1 && said.length === variantCount) return texts[0] ?? ''
  return texts
    .map((text) => {
      const labels = said.filter(([, other]) => other === text).map(([label]) => label)
      return `${text} (${texts.length === 1 ? 'only ' : ''}${labels.join(', ')})`
    })
    .join('; ')
}

function secrecy({ secret, neverStored }: FieldExtras): string {
  if (neverStored) return 'never stored'
  return secret ? 'secret' : ''
}

function textOrigin({
  text,
  element,
}: {
  readonly text: TextElement
  readonly element: Element
}): string {
  return text.section === '' ? originOf(element, element) : originOf(text, text)
}

/** Returns the origin of a field. If variants differ, the interface as origin takes precedence. */
function originAmong(origins: readonly string[]): string {
  return origins.find((origin) => origin.startsWith('interface')) ?? origins[0] ?? ''
}

function originOf(element: AnyElement, { origin = element.origin }: FieldExtras): string {
  return origin === 'interface' ? `interface ${element.section}`.trim() : origin
}

/** The maximum length of a list of values in the row of its field. */
const VALUES_IN_ROW_MAX = 12

/**
 * Collects the lists of values that are too long for a row, each under the name of the first field
 * that uses it.
 */
class ValueLists {
  readonly #names = new Map<readonly string[], string>()

  /** Describes the values of a kind. */
  hint(name: string, { hint, values }: Pick<Kind<unknown>, 'hint' | 'values'>): string {
    if (values === undefined || values.length <= VALUES_IN_ROW_MAX) return hint
    const listed = this.#names.get(values) ?? name
    this.#names.set(values, listed)
    return `one of the [values of ${listed}](#values-of-${listed.toLowerCase().replace(' ', '-')})`
  }

  page(): string {
    const lists = [...this.#names].map(
      ([values, name]) =>
        `### Values of ${name}\n\n${values.map((value) => `\`${value}\``).join(', ')}\n`,
    )
    return `## Lists of values\n\n${lists.join('\n')}`
  }
}
