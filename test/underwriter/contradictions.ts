/** Finds contradictions in simulated reports with the rules of the machine underwriter. */
import type { Bureau } from '../../src/bureaus/bureau.ts'
import { readReport } from './reading.ts'
import { RULES } from './rules.ts'
import { reportNumber } from './simulated-reports.ts'

/** Returns the contradictions of a report to any rule, each with the name of the report. */
export function contradictions(name: string, xml: string): string[] {
  const report = readReport(xml)
  return RULES.flatMap((rule) =>
    rule.check(report).map((problem) => `${name}: ${rule.title}: ${problem}`),
  )
}

/** A range of numbered simulated reports. */
export interface NumberedReports {
  readonly first: number
  readonly count: number
}

/** Returns the contradictions to any rule in a range of reports. */
export async function contradictionsIn(
  bureaus: readonly Bureau[],
  { first, count }: NumberedReports,
): Promise<string[]> {
  const found: string[] = []
  for (let number = first; number < first + count; number++) {
    const answered = await reportNumber(bureaus, number)
    if (answered !== undefined) found.push(...contradictions(`report ${number}`, answered.xml))
  }
  return found
}
