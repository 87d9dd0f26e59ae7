/** The files that an order for a custom person returns if it names the person correctly. */
import type { BureauName } from '../../../documents/tables/enumerations.ts'
import type { CreditFile } from '../../bureau.ts'
import { momentAfter } from '../calendar.ts'
import { foundLifeAt, simulatedFile } from '../simulated-file.ts'
import { type CustomLife, type CustomPerson, customLife } from './custom-person.ts'

const REQUEST = {
  orderId: '',
  hard: true,
  scoreWanted: true,
  purpose: '',
  endUser: '',
  earlierInquiries: [],
  signal: new AbortController().signal,
} as const

/** Returns the file of a custom person at a bureau. */
export function customFile(
  custom: CustomPerson,
  bureau: BureauName,
  epochMonth: number,
  askedAt: Date,
): CreditFile {
  return fileOfLife(customLife(custom, epochMonth), bureau, epochMonth, askedAt)
}

/** Returns the file of a life at a bureau. */
export function fileOfLife(
  { person, life }: CustomLife,
  bureau: BureauName,
  epochMonth: number,
  askedAt: Date,
): CreditFile {
  const moment = momentAfter({ epochMonth }, askedAt)
  const found = foundLifeAt(moment, { life, person, alerts: [], isBirthDateRequested: false })
  return simulatedFile(found, bureau, { ...REQUEST, subject: person, askedAt }, moment)
}
