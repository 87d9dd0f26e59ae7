import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { planOf } from '../../src/documents/codec/carrier-plan.ts'
import { DIALECTS } from '../../src/documents/dialects.ts'
import type { AnyElement, Child, Element } from '../../src/documents/element.ts'
import { RequestGroup } from '../../src/documents/tables/request.ts'
import {
  CreditReportResponse,
  MortgageOnlyResponse,
  RefreshResponse,
} from '../../src/documents/tables/response.ts'
import {
  type InterfaceField,
  REQUEST_FIELDS,
  RESPONSE_FIELDS,
} from '../support/interface-fields.ts'

interface Listed {
  readonly type: InterfaceField['type']
  readonly required: boolean
}

/** Returns the paths of a table as the interface document would list them. */
function listed(element: Element): Map<string, Listed> {
  const paths = new Map<string, Listed>([[element.name, { type: 'object', required: true }]])
  collect(element, element.name, paths)
  return paths
}

function collect(element: AnyElement, path: string, paths: Map<string, Listed>): void {
  if (element.form === 'text') {
    if (element.cdata) paths.set(`${path}.__cdata`, { type: 'string', required: true })
    return
  }
  for (const { wire, field } of planOf(element, DIALECTS.literal).fields.values()) {
    paths.set(`${path}.${wire}`, { type: 'string', required: field.need !== 'optional' })
  }
  for (const [name, child] of Object.entries(element.children)) {
    paths.set(`${path}.${name}`, { type: typeOf(child), required: child.occurs !== 'maybe' })
    collect(child.element, `${path}.${name}`, paths)
  }
}

function typeOf({ element, occurs }: Child): InterfaceField['type'] {
  if (occurs === 'many' || occurs === 'some') return 'array'
  return element.form === 'text' && !element.cdata ? 'string' : 'object'
}

/**
 * Objects of the interface that can occur several times in our tables: joint orders, former
 * addresses.
 */
const SEVERAL = ['BORROWER', 'BORROWER._RESIDENCE']

function expectedOf({ path, type, required }: InterfaceField): Listed {
  const several = type === 'object' && SEVERAL.some((name) => path.endsWith(`.${name}`))
  // An array without items has no element, so the tables cannot show that it is required.
  if (type === 'array' || several) return { type: 'array', required: true }
  return { type, required }
}

function holdsEach(element: Element, fields: readonly InterfaceField[]): void {
  const paths = listed(element)
  for (const field of fields) {
    const found = paths.get(field.path)
    const single = field.path.endsWith('CREDIT_RESPONSE.BORROWER._RESIDENCE')
    assert.deepEqual(
      found,
      single ? { type: 'object', required: true } : expectedOf(field),
      field.path,
    )
  }
}

function beyond(element: Element, fields: readonly InterfaceField[]): string[] {
  const known = new Set(fields.map(({ path }) => path))
  return [...listed(element).keys()].filter((path) => !known.has(path))
}

const M_FIELDS = RESPONSE_FIELDS.filter(({ only }) => only !== 'R')
const R_FIELDS = RESPONSE_FIELDS.filter(({ only }) => only !== 'M')
const RD = 'RESPONSE_GROUP.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE'

/** Elements whose content the interface leaves open and our responses fill. */
const DATA_SET = [`${RD}.CREDIT_SUMMARY._DATA_SET.__Name`, `${RD}.CREDIT_SUMMARY._DATA_SET.__Value`]

function contactPoint(above: string): string[] {
  return ['', '.__Type', '.__Value'].map(
    (end) => `${RD}.${above}.CONTACT_DETAIL.CONTACT_POINT${end}`,
  )
}

describe('the request table', () => {
  test('has every field of the interface with its need', () => {
    holdsEach(RequestGroup, REQUEST_FIELDS)
  })

  test('requires no fields that the interface does not require', () => {
    const paths = listed(RequestGroup)
    const extra = beyond(RequestGroup, REQUEST_FIELDS)
    assert.deepEqual(
      extra.filter((path) => paths.get(path)?.required && paths.get(path)?.type !== 'array'),
      [],
    )
    assert.ok(extra.length > 0)
  })
})

describe('the response of /mortgage_only', () => {
  test('has every field of the interface with its need', () => {
    holdsEach(MortgageOnlyResponse, M_FIELDS)
  })

  test('has further fields only where the interface leaves the content open', () => {
    const referral = ['.CONTACT_DETAIL', ...R_FIELDS.flatMap(referralField)]
    assert.deepEqual(
      beyond(MortgageOnlyResponse, M_FIELDS).sort(),
      [
        ...contactPoint('CREDIT_FILE._OWNING_BUREAU'),
        ...new Set(referral.map((end) => `${RD}.CREDIT_CONSUMER_REFERRAL${end}`)),
        ...contactPoint('CREDIT_CONSUMER_REFERRAL'),
        ...DATA_SET,
        // Written only if an order requests a model that has no name in the standard.
        `${RD}.CREDIT_SCORE.__ModelNameTypeOtherDescription`,
      ].sort(),
    )
  })
})

function referralField({ path, only }: InterfaceField): string[] {
  const [, end] = path.split('CREDIT_CONSUMER_REFERRAL')
  return only === 'R' && end !== undefined ? [end] : []
}

describe('the response of /refresh_report', () => {
  test('has every field of the interface with its need', () => {
    holdsEach(RefreshResponse, R_FIELDS)
  })

  test('has further fields only where the interface leaves the content open', () => {
    assert.deepEqual(
      beyond(RefreshResponse, R_FIELDS).sort(),
      [...contactPoint('CREDIT_CONSUMER_REFERRAL'), ...DATA_SET].sort(),
    )
  })
})

test('the response of /credit_report has all fields of the response of /mortgage_only', () => {
  const full = listed(CreditReportResponse)
  const missing = [...listed(MortgageOnlyResponse).keys()].filter((path) => !full.has(path))
  assert.deepEqual(missing, [])
})
