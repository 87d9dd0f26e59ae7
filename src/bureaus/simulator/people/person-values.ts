/**
 * Shapes of single values in a person file: names, numbers, addresses, months and days. Values of
 * the identity follow the rules of orders, so that an order for the person is accepted.
 * `file-months.ts` reads the months and days.
 */
import { z } from 'zod'
import { isLegal, LEGAL_TEXT } from '../../../documents/codec/illegal.ts'
import { isInLatinLetters, nameKey } from '../../../documents/names.ts'
import { STATES } from '../../../documents/tables/enumerations.ts'
import { CALENDAR_MONTH, RELATIVE_MONTH } from './file-months.ts'

/** A month of a person file. */
export const MonthText = z
  .string()
  .max(20)
  .regex(
    new RegExp(
      `${CALENDAR_MONTH.source.replace('(?:-(0[1-9]|[12]\\d))?', '')}|${RELATIVE_MONTH.source}`,
    ),
    'a month, such as 2024-05, 41 months ago, 3 years ago, last month, this month or in 2 months',
  )
  .describe('A month: `2024-05`, `41 months ago`, `3 years ago`, `last month`, `in 2 months`.')

/** A month or a day of a person file. */
export const DayText = z
  .string()
  .max(20)
  .regex(
    new RegExp(`${CALENDAR_MONTH.source}|${RELATIVE_MONTH.source}`),
    'a day up to the 29th or a month, such as 2024-05-14, 2024-05 or 2 months ago',
  )
  .describe('A day, `2024-05-14` up to the 29th of a month, or a month as in `opened`.')

/** Returns the shape of a text of 1 to `max` characters that an XML document can contain. */
export const text = (max: number) => z.string().trim().min(1).max(max).refine(isLegal, LEGAL_TEXT)

const LATIN = 'in Latin letters, as orders require'

/** Returns the shape of a part of a name that can be empty. */
export const emptyableName = (max: number) =>
  z.string().max(max).refine(isLegal, LEGAL_TEXT).refine(isInLatinLetters, LATIN)

/** The shape of a given or family name, by which files and orders are compared. */
export const NameText = text(60)
  .refine(isInLatinLetters, LATIN)
  .refine((name) => nameKey(name) !== '', 'a name with a letter or a digit')

/** The name of a person. */
export const Name = z.strictObject({
  first: NameText,
  middle: emptyableName(60).default(''),
  last: NameText,
  suffix: emptyableName(10).default('').describe('Generation, such as JR.'),
  former: NameText.optional().describe(
    'A former family name, which every bureau lists as an alias.',
  ),
})

/** Areas that are never issued, so that no file has the number of a real person. */
const FICTIONAL_SSN = /^(?:000|666|9\d\d)-?\d\d-?\d{4}$/

/** A social security number that no real person has. */
export const SsnText = z
  .string()
  .regex(FICTIONAL_SSN, 'nine digits in an area that is never issued: 000, 666 or 900 to 999')
  .describe('Fictional social security number: area 000, 666 or 900 to 999.')

/** A day of the calendar. */
export const Day = z.iso.date('a day of the calendar, such as 1984-03-09')

/** An address, current or former. */
export const Address = z.strictObject({
  street: text(80).refine(isInLatinLetters, LATIN),
  city: text(60).refine(isInLatinLetters, LATIN),
  state: z
    .string()
    .regex(
      new RegExp(`^(?:${STATES.join('|')})$`),
      'the two-letter code of a state, territory or military mail, such as ME',
    )
    .describe('Two-letter code of a state, territory or military mail.'),
  postalCode: z.string().regex(/^\d{5}(?:-\d{4})?$/, 'five digits, or ZIP+4'),
  since: MonthText.optional().describe('The month of the move.'),
})
