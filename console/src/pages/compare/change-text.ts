/** The wording of changes in comparisons. */
import { DAY_MS } from '../../../../src/time.ts'
import { dollarsText, plural } from '../../format.ts'

/** Returns `+12` or `−3`; empty if a side has no value or both are equal. */
export function changeText(
  one: number | undefined,
  other: number | undefined,
  textOf: (value: number) => string = String,
): string {
  if (one === undefined || other === undefined || one === other) return ''
  return `${other > one ? '+' : '−'}${textOf(Math.abs(other - one))}`
}

/** Returns the change of a figure in its unit: `+$371`, `+4 points` for percentages, `−2`. */
export function figureChange(one: string, other: string): string {
  const unit = /^\$|%$/.exec(one)?.[0]
  if (unit !== /^\$|%$/.exec(other)?.[0]) return ''
  const [before, after] = [one, other].map((figure) => Number(figure.replace(/[$,%]/g, '')))
  if (Number.isNaN(before) || Number.isNaN(after)) return ''
  const inPoints = (points: number) => plural(points, 'point')
  return changeText(before, after, unit === '$' ? dollarsText : unit === '%' ? inPoints : String)
}

/** Returns `75 days later` or `75 days earlier`; empty if the times round to zero days apart. */
export function laterText(one: string, other: string): string {
  const days = Math.round((Date.parse(other) - Date.parse(one)) / DAY_MS)
  return days === 0 ? '' : `${plural(Math.abs(days), 'day')} ${days > 0 ? 'later' : 'earlier'}`
}
