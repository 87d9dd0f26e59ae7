/**
 * Terms of mortgages: the average rate of a month, and the usual amounts of a state. The rates are
 * the yearly averages of 30-year fixed rates in the survey of the Federal Home Loan Mortgage
 * Corporation.
 */

const FIRST_YEAR = 1975

// biome-ignore format: a table
const YEARLY_PERCENT = [
  9.05, 8.87, 8.85, 9.64, 11.2, // 1975
  13.74, 16.63, 16.04, 13.24, 13.88, 12.43, 10.19, 10.21, 10.34, 10.32, // 1980
  10.13, 9.25, 8.39, 7.31, 8.38, 7.93, 7.81, 7.6, 6.94, 7.44, // 1990
  8.05, 6.97, 6.54, 5.83, 5.84, 5.87, 6.41, 6.34, 6.03, 5.04, // 2000
  4.69, 4.45, 3.66, 3.98, 4.17, 3.85, 3.65, 3.99, 4.54, 3.94, // 2010
  3.1, 2.96, 5.34, 6.81, 6.72, 6.6, // 2020
]

/**
 * The middle of the first year, in months since year 0. The average of a year belongs to its
 * middle.
 */
const FIRST_MONTH = FIRST_YEAR * 12 + 6

/**
 * Returns the average rate of a month since year 0, in percent. After the end of the table, returns
 * its last rate.
 */
export function averageRate(month: number): number {
  const at = Math.max(0, Math.min(YEARLY_PERCENT.length - 1, (month - FIRST_MONTH) / 12))
  const year = Math.floor(at)
  const [from = 0, to = from] = [YEARLY_PERCENT[year], YEARLY_PERCENT[year + 1]]
  return from + (to - from) * (at - year)
}

/**
 * Usual amount of a mortgage in 2026 in thousands of dollars, by state. For the states up to MO,
 * the average debts of borrowers then match the figures that Experian published for the first
 * quarter of 2025. The others are our own, in proportion to home values.
 */
// biome-ignore format: a table
const THOUSANDS: Readonly<Record<string, number>> = {
  AL: 219, AK: 320, AZ: 330, AR: 203, CA: 520, CO: 420, CT: 313, DE: 269, DC: 615, FL: 312, GA: 280,
  HI: 500, ID: 310, IL: 241, IN: 188, IA: 193, KS: 208, KY: 192, LA: 217, ME: 203, MD: 348, MA: 388,
  MI: 196, MN: 258, MS: 185, MO: 210, MT: 320, NE: 225, NV: 345, NH: 340, NJ: 385, NM: 245, NY: 365,
  NC: 275, ND: 230, OH: 200, OK: 200, OR: 365, PA: 240, PR: 130, RI: 330, SC: 260, SD: 240, TN: 280,
  TX: 275, UT: 395, VT: 260, VA: 345, WA: 445, WV: 170, WI: 230, WY: 265,
}
const ELSEWHERE = 270

/**
 * Returns the usual amount of a mortgage opened in a month since year 0, in dollars. Amounts are
 * lower in earlier years.
 */
export function usualAmount(state: string, month: number): number {
  const today = 1000 * (THOUSANDS[state.trim().toUpperCase()] ?? ELSEWHERE)
  const years = (month - 2026 * 12) / 12
  return today * Math.max(0.2, Math.min(1.4, 1.035 ** years))
}
