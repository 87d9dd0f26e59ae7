/**
 * Mistakes that integrators make, each a single change to a valid order. See
 * docs/common-mistakes.md.
 */
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'

/** A valid order for `/credit_report`, whose lines the mistakes change. */
const GOOD_ORDER = `<?xml version="1.0" encoding="UTF-8"?>
<REQUEST_GROUP MISMOVersionID="2.3.1">
  <REQUESTING_PARTY _Name="Birch Mortgage"/>
  <REQUEST RequestDatetime="2026-02-05T08:01:59">
    <REQUEST_DATA>
      <CREDIT_REQUEST MISMOVersionID="2.3.1" LenderCaseIdentifier="LN-1001">
        <CREDIT_REQUEST_DATA CreditRequestID="CR1" BorrowerID="B1" CreditReportIdentifier="" CreditReportRequestActionType="Submit" CreditReportType="Merge" CreditRequestType="Individual">
          <CREDIT_REPOSITORY_INCLUDED _EquifaxIndicator="Y" _ExperianIndicator="Y" _TransUnionIndicator="Y"/>
        </CREDIT_REQUEST_DATA>
        <LOAN_APPLICATION>
          <BORROWER BorrowerID="B1" _FirstName="Avery" _MiddleName="Q" _LastName="Sandford" _NameSuffix="" _SSN="900-12-1234">
            <_RESIDENCE _StreetAddress="12 Harbor View Rd" _City="Camden" _State="ME" _PostalCode="04843" BorrowerResidencyType="Current"/>
          </BORROWER>
        </LOAN_APPLICATION>
      </CREDIT_REQUEST>
    </REQUEST_DATA>
  </REQUEST>
</REQUEST_GROUP>
`

/** A mistake, and the request that makes it. */
export interface Mistake {
  readonly what: string
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

type Extras = Partial<Omit<Mistake, 'what' | 'body'>>

function mistake(what: string, body: string | Buffer, extras: Extras = {}): Mistake {
  return { what, path: '/credit_report', method: 'POST', headers: {}, body, ...extras }
}

/** Returns a mistake that replaces one text of the valid order. */
function instead(what: string, from: string | RegExp, to: string, extras: Extras = {}): Mistake {
  const body = GOOD_ORDER.replace(from, to)
  assert.notEqual(body, GOOD_ORDER, what)
  return mistake(what, body, extras)
}

const SECOND = `<BORROWER BorrowerID="C1" _FirstName="Juno" _MiddleName="" _LastName="Castellane" _NameSuffix="" _SSN="900-55-2222">
            <_RESIDENCE _StreetAddress="4 Mill Ln" _City="Bath" _State="ME" _PostalCode="04530" BorrowerResidencyType="Current"/>
          </BORROWER>
        </LOAN_APPLICATION>`

function joint(what: string, from: string | RegExp, to: string): Mistake {
  const body = GOOD_ORDER.replace('</LOAN_APPLICATION>', SECOND)
    .replace('"Individual"', '"Joint"')
    .replace(' BorrowerID="B1" Credit', ' BorrowerID="B1 C1" Credit')
  const changed = body.replace(from, to)
  assert.notEqual(changed, body, what)
  return mistake(what, changed)
}

const SOFT = ['"Merge"', '"Other" CreditReportTypeOtherDescription="SoftCheck"'] as const
const REISSUE = (more: string) =>
  GOOD_ORDER.replace('"Submit"', '"Reissue"').replace('CreditReportIdentifier=""', more)

/**
 * The mistakes, in the order in which a developer meets them: connection, bytes, structure, fields,
 * meaning.
 */
// biome-ignore format: a table
export const MISTAKES: readonly Mistake[] = [
  mistake('an unknown path', GOOD_ORDER, { path: '/creditreport' }),
  mistake('a path with a trailing slash', GOOD_ORDER, { path: '/credit_report/' }),
  mistake('a path in capitals', GOOD_ORDER, { path: '/CREDIT_REPORT' }),
  mistake('a path with a hyphen', GOOD_ORDER, { path: '/credit-report' }),
  mistake('a path that begins with two slashes', GOOD_ORDER, { path: '//credit_report' }),
  mistake('GET instead of POST', '', { method: 'GET' }),
  mistake('PUT instead of POST', GOOD_ORDER, { method: 'PUT' }),
  mistake('no credentials', GOOD_ORDER, { headers: { Authorization: '' } }),
  mistake('a token instead of name and secret', GOOD_ORDER, { headers: { Authorization: 'Bearer abc' } }),
  mistake('name and secret without base64', GOOD_ORDER, { headers: { Authorization: 'Basic sandbox:secret' } }),
  mistake('a wrong secret', GOOD_ORDER, { headers: { Authorization: `Basic ${Buffer.from('sandbox:wrong').toString('base64')}` } }),
  mistake('the Content-Type of a form', GOOD_ORDER, { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }),
  mistake('the Content-Type of SOAP 1.2', GOOD_ORDER, { headers: { 'Content-Type': 'application/soap+xml' } }),
  mistake('Content-Type text/plain', GOOD_ORDER, { headers: { 'Content-Type': 'text/plain' } }),
  mistake('an unsupported charset', GOOD_ORDER, { headers: { 'Content-Type': 'text/xml; charset=shift_jis' } }),
  mistake('a compressed body', GOOD_ORDER, { headers: { 'Content-Encoding': 'gzip' } }),
  mistake('a compressed body without Content-Encoding', gzipSync(GOOD_ORDER)),
  mistake('a body that is too large', `${GOOD_ORDER}${' '.repeat(1_100_000)}`),
  mistake('an empty body', ''),
  mistake('JSON as XML', '{"REQUEST_GROUP":{}}'),
  mistake('the document as a form field', `xml=${encodeURIComponent(GOOD_ORDER).slice(0, 200)}`),
  mistake('the document as base64', Buffer.from(GOOD_ORDER).toString('base64')),
  mistake('a SOAP envelope', `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body/></soapenv:Envelope>`),
  mistake('a document of MISMO 3.x', '<MESSAGE xmlns="http://www.mismo.org/residential/2009/schemas"/>'),
  mistake('a namespace prefix', '<mismo:REQUEST_GROUP xmlns:mismo="urn:mismo" MISMOVersionID="2.3.1"/>'),
  mistake('the response instead of the request', '<RESPONSE_GROUP MISMOVersionID="2.3.1"/>'),
  mistake('the root element in another case', GOOD_ORDER.replaceAll('REQUEST_GROUP', 'Request_Group')),
  mistake('the inner document without its envelope', '<CREDIT_REQUEST MISMOVersionID="2.3.1" LenderCaseIdentifier=""/>'),
  mistake('a web page', '<html><body>Bad gateway</body></html>'),
  instead('an ampersand in a name', 'Birch Mortgage', 'Birch & Barrow'),
  instead('an ampersand in an address', '12 Harbor View Rd', '12 Harbor & View Rd; Unit 2'),
  instead('an HTML entity', 'Birch Mortgage', 'Birch&nbsp;Mortgage'),
  instead('a < in a value', 'Birch Mortgage', 'Birch <Mortgage>'),
  instead('a quotation mark in a value', '12 Harbor View Rd', '12 "Harbor" View Rd'),
  instead('a missing quotation mark', '_City="Camden"', '_City="Camden'),
  instead('a value without quotation marks', '_State="ME"', '_State=ME'),
  instead('a repeated attribute', '_State="ME"', '_State="ME" _State="ME"'),
  instead('a missing end tag', '          </BORROWER>\n', ''),
  instead('a truncated document', /<LOAN_APPLICATION>[\s\S]*/, '<LOAN_APPLICATION>'),
  instead('a misspelled end tag', '</LOAN_APPLICATION>', '</LOAN_APLICATION>'),
  instead('two documents in one body', /$/, GOOD_ORDER.replace(/^<\?.*\n/, '')),
  instead('a control character', 'Camden', 'Cam\u0002den'),
  instead('white space before the declaration', /^/, '\n'),
  instead('a DOCTYPE', '?>\n', '?>\n<!DOCTYPE REQUEST_GROUP SYSTEM "CreditRequest.dtd">\n'),
  instead('a DOCTYPE with entities', '?>\n', '?>\n<!DOCTYPE REQUEST_GROUP [<!ENTITY a "b">]>\n'),
  mistake('ISO-8859-1 bytes declared as UTF-8', Buffer.from(GOOD_ORDER.replace('Camden', 'Cañon'), 'latin1')),
  mistake('UTF-8 bytes declared as ISO-8859-1', GOOD_ORDER.replace('Camden', 'Cañon').replace('UTF-8', 'ISO-8859-1')),
  instead('UTF-8 bytes declared as UTF-16', 'UTF-8', 'utf-16'),
  instead('an unsupported encoding', 'UTF-8', 'EBCDIC-CP-US'),
  instead('XML 1.1', '"1.0"', '"1.1"'),
  instead('no version', ' MISMOVersionID="2.3.1"', ''),
  instead('a party in another case', 'REQUESTING_PARTY', 'Requesting_Party'),
  instead('no party', /<REQUESTING_PARTY.*/, ''),
  instead('a party without a name', ' _Name="Birch Mortgage"', ' _Identifier="B1"'),
  instead('a field without its underscore', '_LastName=', 'LastName='),
  instead('a field in lower case', ' _State=', ' _state='),
  instead('a misspelled field', '_PostalCode=', '_PostCode='),
  instead('a neutral word of the interface document', '_EquifaxIndicator=', '_BureauAIndicator='),
  instead('the words of MISMO after a neutral version', ' MISMOVersionID=', ' StandardVersionID='),
  instead('a field as an element', / _City="Camden"([^>]*)\/>/, '$1><_City>Camden</_City></_RESIDENCE>'),
  instead('RequestDateTime with a capital T', 'RequestDatetime', 'RequestDateTime'),
  instead('no bureaus', /<CREDIT_REPOSITORY_INCLUDED.*/, ''),
  instead('an indicator as true', '_EquifaxIndicator="Y"', '_EquifaxIndicator="true"'),
  instead('no bureau requested', /Indicator="Y"/g, 'Indicator="N"'),
  instead('an action in lower case', '"Submit"', '"submit"'),
  instead('an action that does not exist', '"Submit"', '"Order"'),
  instead('Retrieve', '"Submit"', '"Retrieve"'),
  instead('StatusQuery', '"Submit"', '"StatusQuery"'),
  instead('Unmerge of a soft pull', /"Submit"(.*)"Merge"/, `"Unmerge"$1${SOFT[1]}`, { path: '/pre_qualification' }),
  mistake('the product of another path', GOOD_ORDER, { path: '/pre_qualification' }),
  instead('a report type that does not exist', '"Merge"', '"TriMerge"'),
  instead('a soft pull without a description', '"Merge"', '"Other"', { path: '/pre_qualification' }),
  instead('a soft pull at the path of hard pulls', ...SOFT),
  instead('mortgage only without a product', '"Merge"', '"Other" CreditReportTypeOtherDescription="Streamline"', { path: '/mortgage_only' }),
  instead('mortgage only without a payment', '"Merge"', '"Other" CreditReportTypeOtherDescription="Streamline" CreditReportProductDescription="MortgageOnly"', { path: '/mortgage_only' }),
  instead('Joint with one borrower', '"Individual"', '"Joint"'),
  joint('Individual with two borrowers', '"Joint"', '"Individual"'),
  joint('borrower identifiers that do not match', 'B1 C1', 'B1 C2'),
  joint('borrower identifiers with a comma', 'B1 C1', 'B1,C1'),
  joint('the same identifier for both borrowers', /C1/g, 'B1'),
  joint('the same number for both borrowers', '900-55-2222', '900-12-1234'),
  instead('a number of eight digits', '900-12-1234', '900-12-123'),
  instead('a masked number', '900-12-1234', 'XXX-XX-1234'),
  instead('the full name of a state', '"ME"', '"Maine"'),
  instead('a ZIP code without its zero', '04843', '4843'),
  instead('a prior address abroad', /<_RESIDENCE.*/, '$&<_RESIDENCE _StreetAddress="12 High St" _City="London" _State="" _PostalCode="SW1A 1AA" BorrowerResidencyType="Prior"/>'),
  instead('a date of birth with slashes', '_SSN=', '_BirthDate="01/31/1980" _SSN='),
  instead('a date of birth with the day first', '_SSN=', '_BirthDate="31.01.1980" _SSN='),
  instead('an empty last name', '"Sandford"', '""'),
  instead('a dot as last name', '"Sandford"', '"."'),
  instead('no current residence', '"Current"', '"Prior"'),
  instead('two current residences', /<_RESIDENCE.*/, '$&$&'),
  mistake('Reissue of a report that does not exist', REISSUE('CreditReportIdentifier="4711"')),
  mistake('Reissue without an identifier before any order', REISSUE('CreditReportIdentifier=""')),
  instead('HTML as a format', /(<REQUESTING_PARTY[^>]*)\/>/, '$1><PREFERRED_RESPONSE _Format="HTML"/></REQUESTING_PARTY>'),
  instead('a score model that does not exist', '</CREDIT_REQUEST_DATA>', '<CREDIT_SCORE_MODEL_NAME _Type="FICO8"/></CREDIT_REQUEST_DATA>'),
]
