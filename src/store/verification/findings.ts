/** The findings of a check of the database: counted, and the first of them named. */

/** Something that is not as it was written. */
export interface AuditFinding {
  /** `block 12`, `entry 7 of WRITER`, `order ID`. */
  readonly place: string
  readonly what: string
}

/** Most findings that are named; the others are counted. */
const FINDINGS_NAMED_MAX = 20

/** The findings of one check. */
export class Findings {
  readonly named: AuditFinding[] = []
  count = 0

  add(place: string, what: string): void {
    this.count += 1
    if (this.named.length < FINDINGS_NAMED_MAX) this.named.push({ place, what })
  }
}
