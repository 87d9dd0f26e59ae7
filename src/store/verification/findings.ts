/** The findings of a check of the database. All are counted, and the first ones are listed. */

/** A difference between the database and the records that the service wrote. */
export interface AuditFinding {
  /** Such as `block 12`, `entry 7 of WRITER` or `order ID`. */
  readonly place: string
  readonly what: string
}

/** The maximum number of listed findings. Further ones are only counted. */
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
