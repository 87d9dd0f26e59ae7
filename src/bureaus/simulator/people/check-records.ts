/** Finds contradictions in the collections, public records, inquiries and alerts of a person file. */
import { isIncluded } from '../account-ending.ts'
import { isRecordShown } from '../civil-records.ts'
import { BANKRUPTCY_MONTHS } from '../derogatory-records.ts'
import { type BankruptcyPlan, INQUIRY_MONTHS } from '../story.ts'
import { RECORD_TYPES, type RecordType } from '../tables/public-record-types.ts'
import { ADVERSE_MONTHS } from '../tradeline.ts'
import { alertPlans, bankruptcyPlans, presentMonth, recordVersions } from './custom-accounts.ts'
import { monthAt, type ReadAt } from './file-months.ts'
import type { PersonFile } from './person-file.ts'
import { type PersonProblem, problem } from './person-problem.ts'

/** Returns the problems of collections. */
export function collectionProblems(file: PersonFile, at: ReadAt): readonly PersonProblem[] {
  const bankruptcies = bankruptcyPlans(file, at)
  return file.collections.flatMap(({ opened, amount, medical, paid }, index) => {
    const path = `collections.${index}`
    const problems: PersonProblem[] = []
    const age = presentMonth(at) - monthAt(at, opened)
    if (age >= ADVERSE_MONTHS)
      problems.push(
        problem(`${path}.opened`, 'a month of the last seven years: older ones are not reported'),
      )
    if (medical && (amount <= 500 || age < 12)) {
      problems.push(
        problem(
          path,
          'a medical collection above $500 and at least a year old: others are not reported',
        ),
      )
    }
    if (medical && paid !== undefined) {
      problems.push(
        problem(`${path}.paid`, 'an unpaid medical collection: paid ones are not reported'),
      )
    }
    if (paid !== undefined && monthAt(at, paid) <= monthAt(at, opened)) {
      problems.push(problem(`${path}.paid`, 'a month after the opening'))
    }
    const isAfterPetition = (bankruptcy: BankruptcyPlan) =>
      paid !== undefined && isIncluded(monthAt(at, opened), monthAt(at, paid), bankruptcy)
    if (bankruptcies.some(isAfterPetition)) {
      problems.push(
        problem(`${path}.paid`, 'not after the filing of a bankruptcy, which includes the debt'),
      )
    }
    return problems
  })
}

/** Returns the problems of bankruptcies. */
export function bankruptcyProblems(file: PersonFile, at: ReadAt): readonly PersonProblem[] {
  const plans = bankruptcyPlans(file, at)
  return file.bankruptcies.flatMap((stated, index) => {
    const path = `bankruptcies.${index}`
    const { chapter, filed, disposed } = plans[index] as (typeof plans)[number]
    const problems: PersonProblem[] = []
    if (presentMonth(at) - filed >= BANKRUPTCY_MONTHS[chapter]) {
      problems.push(
        problem(
          `${path}.filed`,
          `a month of the last ${BANKRUPTCY_MONTHS[chapter] / 12} years: older ones are not reported`,
        ),
      )
    }
    if (stated.disposed === undefined && stated.disposition !== undefined) {
      problems.push(problem(`${path}.disposed`, 'a month, where there is a disposition'))
    }
    if (disposed <= filed) problems.push(problem(`${path}.disposed`, 'a month after the filing'))
    problems.push(...durationProblems(stated.disposition, chapter, disposed - filed, path))
    return problems
  })
}

function durationProblems(
  disposition: 'Discharged' | 'Completed' | 'Dismissed' | undefined,
  chapter: 7 | 13,
  months: number,
  path: string,
): readonly PersonProblem[] {
  if (disposition === (chapter === 7 ? 'Completed' : 'Discharged')) {
    return [
      problem(
        `${path}.disposition`,
        chapter === 7 ? 'Discharged or Dismissed' : 'Completed or Dismissed',
      ),
    ]
  }
  if (disposition === 'Dismissed') return []
  const [least, most] = chapter === 7 ? [2, 12] : [36, 60]
  return months >= least && months <= most
    ? []
    : [problem(`${path}.disposed`, `chapter ${chapter} takes ${least} to ${most} months`)]
}

/** Returns the problems of other public records. */
export function recordProblems(
  { publicRecords }: PersonFile,
  at: ReadAt,
): readonly PersonProblem[] {
  return publicRecords.flatMap((stated, index) => {
    const path = `publicRecords.${index}`
    const versions = recordVersions(stated).map(
      ([bureau, own]) => [`${path}.differences.${bureau}`, own] as const,
    )
    // A bureau's version repeats those problems of the record that it does not change.
    const common = recordVersionProblems(stated, at, path)
    return common.length > 0
      ? common
      : versions.flatMap(([where, own]) => recordVersionProblems(own, at, where))
  })
}

function recordVersionProblems(
  stated: PersonFile['publicRecords'][number],
  at: ReadAt,
  path: string,
): readonly PersonProblem[] {
  const { type, disposed, disposition } = stated
  const filed = monthAt(at, stated.filed)
  const ended = disposed === undefined ? undefined : monthAt(at, disposed)
  const problems: PersonProblem[] = []
  if (!isRecordShown({ type, filed, disposed: ended }, presentMonth(at))) {
    problems.push(
      problem(`${path}.filed`, 'a month of the last seven years: older ones are not reported'),
    )
  }
  if (ended !== undefined && ended <= filed) {
    problems.push(problem(`${path}.disposed`, 'a month after the filing'))
  }
  if (disposition !== undefined && disposed === undefined) {
    problems.push(problem(`${path}.disposed`, 'a month, where there is a disposition'))
  }
  const { ends }: RecordType = RECORD_TYPES[type]
  if (disposition !== undefined && !ends.includes(disposition)) {
    problems.push(problem(`${path}.disposition`, `one of ${ends.join(', ')} for this type`))
  }
  return problems
}

/** Returns the problems of alerts: those that end before they begin, or that have ended. */
export function alertProblems(file: PersonFile, at: ReadAt): readonly PersonProblem[] {
  return alertPlans(file, at).flatMap(({ from, until = Number.POSITIVE_INFINITY }, index) => {
    if (until >= Math.max(from, presentMonth(at))) return []
    return file.alerts[index]?.until === undefined
      ? [problem(`alerts.${index}.from`, 'a later month: such an alert has ended by now')]
      : [problem(`alerts.${index}.until`, 'a month that is neither past nor before the start')]
  })
}

/** Returns the problems of inquiries. */
export function inquiryProblems({ inquiries }: PersonFile, at: ReadAt): readonly PersonProblem[] {
  return inquiries.flatMap(({ on }, index) =>
    presentMonth(at) - monthAt(at, on) < INQUIRY_MONTHS
      ? []
      : [
          problem(
            `inquiries.${index}.on`,
            'a month of the last two years: older ones are not reported',
          ),
        ],
  )
}
