import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { decode } from '../../src/documents/codec/decode.ts'
import { parse } from '../../src/documents/codec/parse.ts'
import { parseText } from '../../src/documents/codec/parse-document.ts'
import { read } from '../../src/documents/codec/read.ts'
import { write } from '../../src/documents/codec/write.ts'
import { DIALECT_LIST, wireName } from '../../src/documents/dialects.ts'
import type { Value } from '../../src/documents/element.ts'
import { neverStoredNames, redact } from '../../src/documents/privacy/redact.ts'
import { RequestGroup, RequestGroupPaymentOptional } from '../../src/documents/tables/request.ts'
import { arbitraryOf, xmlText } from '../support/arbitrary.ts'
import { EXAMPLES } from '../support/examples.ts'
import { runsOf } from '../support/length.ts'

const NAMES = neverStoredNames(RequestGroup)
const CARD = '4111111111111111'
const CODE = '7379'
const PASSWORD = 'a-password-inside'

test('only card number, security code and passwords are never stored', () => {
  const names = ['accountidentifier', 'loginaccountpassword', 'secondaryaccountidentifier']
  assert.deepEqual([...NAMES].sort(), names)
  assert.deepEqual(neverStoredNames(RequestGroupPaymentOptional), NAMES)
})

describe('a card number is removed', () => {
  const cases: [title: string, sent: string, redacted: string][] = [
    [
      'from an attribute',
      `<P _AccountIdentifier="${CARD}" _MethodType="x"/>`,
      '<P _AccountIdentifier="REDACTED" _MethodType="x"/>',
    ],
    [
      'from an attribute in single quotes',
      `<P _AccountIdentifier='${CARD}'/>`,
      "<P _AccountIdentifier='REDACTED'/>",
    ],
    [
      'from an attribute that contains the other kind of quotes',
      `<P _AccountIdentifier='4111"${CARD}' b="'"/>`,
      `<P _AccountIdentifier='REDACTED' b="'"/>`,
    ],
    [
      'from an attribute with space around its equals sign',
      `<P _AccountIdentifier\n =\t"${CARD}"\r\n/>`,
      '<P _AccountIdentifier\n =\t"REDACTED"\r\n/>',
    ],
    [
      'written with character references',
      '<P _AccountIdentifier="4&#49;1&#x31;&amp;1"/>',
      '<P _AccountIdentifier="REDACTED"/>',
    ],
    [
      'from a name in lower case',
      `<P _accountidentifier="${CARD}"/>`,
      '<P _accountidentifier="REDACTED"/>',
    ],
    [
      'from a name in upper case',
      `<P _ACCOUNTIDENTIFIER="${CARD}"/>`,
      '<P _ACCOUNTIDENTIFIER="REDACTED"/>',
    ],
    [
      'from a name with any number of underscores',
      `<P AccountIdentifier="${CARD}" ___AccountIdentifier="${CARD}"/>`,
      '<P AccountIdentifier="REDACTED" ___AccountIdentifier="REDACTED"/>',
    ],
    [
      'from a name with a prefix',
      `<P m:_AccountIdentifier="${CARD}"/>`,
      '<P m:_AccountIdentifier="REDACTED"/>',
    ],
    [
      'from an element',
      `<_AccountIdentifier>${CARD}</_AccountIdentifier>`,
      '<_AccountIdentifier>REDACTED</_AccountIdentifier>',
    ],
    [
      'from an element with a prefix',
      `<m:AccountIdentifier >${CARD}</m:AccountIdentifier >`,
      '<m:AccountIdentifier >REDACTED</m:AccountIdentifier >',
    ],
    [
      'from CDATA',
      `<_AccountIdentifier><![CDATA[${CARD}]]></_AccountIdentifier>`,
      '<_AccountIdentifier>REDACTED</_AccountIdentifier>',
    ],
    [
      'from text that is interrupted by other nodes',
      `<_AccountIdentifier>4111<!-- x -->1111<b>1111</b><?c 1111?></_AccountIdentifier>`,
      '<_AccountIdentifier>REDACTED</_AccountIdentifier>',
    ],
    [
      'from an attribute of the element',
      `<_AccountIdentifier value="${CARD}"/>`,
      '<_AccountIdentifier value="REDACTED"/>',
    ],
    [
      'from an element inside the element',
      `<_AccountIdentifier><_AccountIdentifier x="${CARD}"/></_AccountIdentifier>`,
      '<_AccountIdentifier>REDACTED</_AccountIdentifier>',
    ],
    [
      'from a comment',
      `<P/><!-- <P _AccountIdentifier="${CARD}"/> --><P/>`,
      '<P/><!--REDACTED--><P/>',
    ],
    [
      'from a comment that contains the end of an instruction',
      `<!-- ?> _AccountIdentifier ${CARD} -->`,
      '<!--REDACTED-->',
    ],
    [
      'from an instruction that contains the end of a comment',
      `<?x --> _AccountIdentifier ${CARD} ?>`,
      '<?REDACTED?>',
    ],
    ['from an instruction', `<?pay _AccountIdentifier="${CARD}"?>`, '<?REDACTED?>'],
    [
      'but nothing from an empty field',
      '<P _AccountIdentifier=""/><_AccountIdentifier/><_AccountIdentifier></_AccountIdentifier>',
      '<P _AccountIdentifier=""/><_AccountIdentifier/><_AccountIdentifier></_AccountIdentifier>',
    ],
    [
      'from a part of a document that is sent as text',
      `<A/><![CDATA[<P _AccountIdentifier="${CARD}"/>]]><B>&lt;P _AccountIdentifier="${CARD}"/></B>`,
      '<A/><![CDATA[REDACTED]]><B>REDACTED</B>',
    ],
    [
      'from a value that mentions the field, and from those beside it',
      `<A b="c" d="_AccountIdentifier=${CARD}"/><KEY _Name="_AccountIdentifier" _Value="${CARD}"/>`,
      '<A b="REDACTED" d="REDACTED"/><KEY _Name="REDACTED" _Value="REDACTED"/>',
    ],
    [
      'from an element whose parent ends directly after it',
      `<P><_AccountIdentifier>${CARD}</_AccountIdentifier></P>`,
      '<P><_AccountIdentifier>REDACTED</_AccountIdentifier></P>',
    ],
    [
      'from a field with a dotted prefix',
      `<P a.AccountIdentifier="${CARD}"/>`,
      '<P a.AccountIdentifier="REDACTED"/>',
    ],
    [
      'but nothing from other fields, comments and CDATA',
      `<P _AccountIdentifierX="${CARD}"/><!-- ${CARD} --><![CDATA[<!-- ${CARD} -->]]>`,
      `<P _AccountIdentifierX="${CARD}"/><!-- ${CARD} --><![CDATA[<!-- ${CARD} -->]]>`,
    ],
  ]
  for (const [title, sent, redacted] of cases) {
    test(title, () => {
      for (const name of ['AccountIdentifier', 'SecondaryAccountIdentifier']) {
        const named = (text: string) =>
          text
            .replaceAll('AccountIdentifier', name)
            .replaceAll('accountidentifier', name.toLowerCase())
            .replaceAll('ACCOUNTIDENTIFIER', name.toUpperCase())
        const around = (text: string) =>
          `<?xml version="1.0"?>\r\n<R a="😀 > '">é\r\n${named(text)}\n\t</R>\n`
        assert.equal(redact(around(sent), parse(around(sent)), NAMES), around(redacted))
      }
    })
  }
})

test('if the root itself is the field, its whole content is removed', () => {
  const text = `<AccountIdentifier a="${CARD}">${CARD}</AccountIdentifier>`
  const redacted = '<AccountIdentifier a="REDACTED">REDACTED</AccountIdentifier>'
  assert.equal(redact(text, parse(text), NAMES), redacted)
})

describe('redaction removes only card data from a written order', () => {
  for (const dialect of DIALECT_LIST) {
    test(`in ${dialect.name}`, () => {
      fc.assert(
        fc.property(arbitraryOf(RequestGroup), xmlText, (value, comment) => {
          // Otherwise the digits of the code would also occur in a value that must not change.
          fc.pre(!JSON.stringify(value).includes(CODE))
          const order = withCard(value)
          const aside = `<!--${comment.replaceAll('-', '')}-->\r\n`
          const text = write(RequestGroup, order, dialect).replace('?>\n', `?>${aside}`)
          const redacted = redact(text, parseText(text), NAMES)
          assert.equal(redacted, textWithout(text, CARD, CODE, PASSWORD))
          assert.ok(![CARD, CODE, PASSWORD].some((value) => redacted.includes(value)))
          assert.deepEqual(
            read(RequestGroup, parseText(redacted)).partial,
            withCard(value, 'REDACTED', 'REDACTED', 'REDACTED'),
          )
          const carriers = ['_AccountIdentifier', '_SecondaryAccountIdentifier']
          for (const name of carriers) assert.ok(redacted.includes(wireName(name, dialect)))
        }),
        { numRuns: runsOf(50) },
      )
    })
  }
})

type Order = Value<typeof RequestGroup>

/** Returns the order with a card, or with the texts that replace it. */
function withCard(value: Order, card = CARD, code = CODE, password = PASSWORD): Order {
  const clean = JSON.parse(JSON.stringify(value).replaceAll('"REDACTED"', '""')) as Order
  const { REQUEST } = clean
  const { CREDIT_REQUEST } = REQUEST.REQUEST_DATA
  const payment = CREDIT_REQUEST.SERVICE_PAYMENT
  const SERVICE_PAYMENT = {
    ...payment,
    _AccountIdentifier: card,
    _SecondaryAccountIdentifier: code,
  }
  return {
    ...clean,
    SUBMITTING_PARTY: (clean.SUBMITTING_PARTY ?? []).map((party) => ({
      ...party,
      LoginAccountPassword: password,
    })),
    REQUEST: {
      ...REQUEST,
      LoginAccountPassword: password,
      REQUEST_DATA: { CREDIT_REQUEST: { ...CREDIT_REQUEST, SERVICE_PAYMENT } },
    },
  }
}

function textWithout(text: string, ...values: readonly string[]): string {
  return values.reduce((left, value) => left.replaceAll(value, 'REDACTED'), text)
}

test('redaction removes only card number and code from the examples', () => {
  let cardCount = 0
  for (const { file } of EXAMPLES) {
    const text = decode(readFileSync(join(import.meta.dirname, '../../examples', file)))
    const expected = text.replace(
      /(\s_+(?:Secondary)?AccountIdentifier="|<__(?:Secondary)?AccountIdentifier>)[\d ]+/g,
      '$1REDACTED',
    )
    if (expected !== text) cardCount += 1
    assert.equal(redact(text, parseText(text), NAMES), expected, file)
  }
  assert.equal(cardCount, 2)
})
