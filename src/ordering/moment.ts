/** A moment as documents carry it: ISO 8601 in UTC, to the second. */
export function moment(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`
}
