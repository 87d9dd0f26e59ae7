/** Builds judgments, liens and other public records except bankruptcies, as a bureau shows them. */
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type { FileCreditor, FilePublicRecord } from '../bureau.ts'
import { dayText, hasArrived, type Moment, monthText } from './calendar.ts'
import type { ShownRecord } from './derogatory-records.ts'
import type { Life } from './life.ts'
import { between, type Draw, streamOf } from './random.ts'
import type { RecordPlan } from './story.ts'
import { stateName, stateOfficeAt } from './tables/courts.ts'
import {
  CLEARED_DISPOSITIONS,
  RECORD_TYPES,
  type RecordType,
} from './tables/public-record-types.ts'
import { wholeText } from './whole-text.ts'

/** Records are shown for seven years from the filing, tax liens from the payment (FCRA 605(a)). */
const RECORD_MONTHS = 84

/** Reports whether a record is still shown in a month. */
export function isRecordShown(
  { type, filed, disposed }: Pick<RecordPlan, 'type' | 'filed' | 'disposed'>,
  month: number,
): boolean {
  const { staysUntilPaid }: RecordType = RECORD_TYPES[type]
  if (!staysUntilPaid) return month - filed < RECORD_MONTHS
  return disposed === undefined || month - disposed < RECORD_MONTHS
}

/** Draws the open details of a record. They are the same at every bureau. */
function drawDetails({ type }: RecordPlan, draw: Draw) {
  const { amount }: RecordType = RECORD_TYPES[type]
  return {
    filedDay: between(draw, [1, 14]),
    disposedDay: between(draw, [1, 14]),
    docket: between(draw, [10_000, 99_999]),
    owed: Math.round(between(draw, amount ?? [0, 0]) / 10) * 10,
  }
}

/** Returns the records that a bureau shows. They are filed in the state where the person lived. */
export function civilRecordsOf(
  life: Life,
  bureau: BureauName,
  moment: Moment,
  stateIn: (month: number) => string,
): readonly ShownRecord[] {
  return (life.story.records ?? []).flatMap((plan) => {
    if (!plan.bureaus.includes(bureau)) return []
    const known = { ...plan, ...plan.differing?.[bureau] }
    const drawn = drawDetails(plan, streamOf(life.seed, `record ${plan.id}`))
    if (!hasArrived(moment, known.filed, drawn.filedDay)) return []
    if (!isRecordShown(known, moment.month)) return []
    const state = stateIn(plan.filed)
    const { office }: RecordType = RECORD_TYPES[known.type]
    const court = stateOfficeAt(bureau, office, state, known.court)
    return [{ record: recordOf(known, drawn, { moment, state, court }), court }]
  })
}

interface Filing {
  readonly moment: Moment
  /** The state in which the person lived at the filing, whose court has the record. */
  readonly state: string
  readonly court: FileCreditor
}

function recordOf(
  plan: RecordPlan,
  drawn: ReturnType<typeof drawDetails>,
  { moment, state, court }: Filing,
): FilePublicRecord {
  const type: RecordType = RECORD_TYPES[plan.type]
  const { filed, disposed, disputedFrom = Number.POSITIVE_INFINITY } = plan
  const hasEnded = disposed !== undefined && hasArrived(moment, disposed, drawn.disposedDay)
  const ended = hasEnded ? dayText(moment, disposed, drawn.disposedDay) : undefined
  const disposition = hasEnded ? (plan.disposition ?? type.ends[0]) : type.open
  const isPaid = PAID_DISPOSITIONS.has(disposition)
  return {
    subscriberCode: court.subscriberCode,
    _AccountOwnershipType: plan.ownership ?? 'Individual',
    _AttorneyName: plan.attorney,
    _ConsumerDisputeIndicator: moment.month >= disputedFrom,
    _CourtName: court.name,
    _DerogatoryDataIndicator: !CLEARED_DISPOSITIONS.has(disposition),
    _DispositionDate: ended,
    _DispositionType: disposition,
    _DocketIdentifier:
      plan.docket ??
      wholeText(
        monthText(moment, filed).slice(0, 4),
        '-',
        LETTERS[type.office],
        '-',
        String(drawn.docket),
      ),
    _FiledDate: dayText(moment, filed, drawn.filedDay),
    _LegalObligationAmount: plan.amount ?? (type.amount && drawn.owed),
    _PaidDate: isPaid ? ended : undefined,
    _PlaintiffName: plan.plaintiff ?? type.plaintiff.replace('STATE', stateName(state)),
    _ReportedDate: monthText(moment, hasEnded ? disposed : filed),
    _Type: plan.type,
    CREDIT_COMMENT: [],
  }
}

const LETTERS = { court: 'CV', recorder: 'L' } as const

/** Dispositions that mean that the debt was paid. */
const PAID_DISPOSITIONS: ReadonlySet<string> = new Set(['Paid', 'Released', 'Satisfied', 'Settled'])
