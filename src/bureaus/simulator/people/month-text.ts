/** The shapes of months and days in a person file, which `file-months.ts` reads. */
import { z } from 'zod'
import { CALENDAR, COUNTED } from './file-months.ts'

/** A month of a person file. */
export const MonthText = z
  .string()
  .max(20)
  .regex(
    new RegExp(`${CALENDAR.source.replace('(?:-(0[1-9]|[12]\\d))?', '')}|${COUNTED.source}`),
    'a month, such as 2024-05, 41 months ago, 3 years ago, last month, this month or in 2 months',
  )
  .describe('A month: `2024-05`, `41 months ago`, `3 years ago`, `last month`, `in 2 months`.')

/** A month or a day of a person file. */
export const DayText = z
  .string()
  .max(20)
  .regex(
    new RegExp(`${CALENDAR.source}|${COUNTED.source}`),
    'a day up to the 29th or a month, such as 2024-05-14, 2024-05 or 2 months ago',
  )
  .describe('A day, `2024-05-14` up to the 29th of a month, or a month as in `opened`.')
