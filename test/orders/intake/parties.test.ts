import assert from 'node:assert/strict'
import { test } from 'node:test'
import { borrowerValue } from '../../../src/orders/intake/parties.ts'

/** Address lines, and the name of the street in each. */
const STREETS: readonly (readonly [line: string, name: string])[] = [
  ['12 Harbor View Rd', 'Harbor View Rd'],
  ['221B Baker St, Unit 5', 'Baker St'],
  ['12 1/2 N Main St Apt 4B', 'N Main St'],
  ['12A 1/2 Main St', 'Main St'],
  ['1 1st St', '1st St'],
  ['5th Ave', '5th Ave'],
  ['PO Box 12', 'PO Box 12'],
]

for (const [line, name] of STREETS) {
  test(`the street of "${line}" is "${name}"`, () => {
    const residence = { street: line, city: 'Bath', state: 'ME', postalCode: '04530' }
    const subject = {
      firstName: 'Avery',
      middleName: '',
      lastName: 'Sandford',
      suffix: '',
      ssn: '900121234',
      address: residence,
      formerAddresses: [],
    }
    const value = borrowerValue(
      { borrowerId: 'B1', ssnSent: '900121234', subject, residence, maritalStatus: undefined },
      0,
    )
    assert.equal(value._RESIDENCE.PARSED_STREET_ADDRESS._StreetName, name)
  })
}
