/** Which strips stand on which sheet. */
import type { Strip } from '../../../print/pdf/box.ts'

/** A strip on a sheet. */
export interface Placement {
  readonly strip: Strip
  /** How far below the top of the sheet's body it stands. */
  readonly down: number
  /** Whether it stands on an earlier sheet already. */
  readonly repeated: boolean
}

/** Sheets of strips with such room; a strip that keeps the next one goes over with it. */
export function paginated(strips: readonly Strip[], room: number): Placement[][] {
  const sheets: Placement[][] = []
  let sheet: Placement[] = []
  let down = 0
  strips.forEach((strip, index) => {
    if (sheet.length > 0 && down + keptHeight(strips, index, room) > room) {
      sheets.push(sheet)
      sheet = []
      down = 0
      for (const again of strip.repeats ?? []) {
        sheet.push({ strip: again, down, repeated: true })
        down += again.height
      }
    }
    sheet.push({ strip, down, repeated: false })
    down += strip.height
  })
  return [...sheets, sheet]
}

/** The height of a strip and of those that it must stand together with. */
function keptHeight(strips: readonly Strip[], start: number, room: number): number {
  let height = 0
  for (let index = start; index < strips.length; index += 1) {
    const strip = strips[index] as Strip
    height += strip.height
    if (!strip.keepsNext || height > room) break
  }
  return height <= room ? height : (strips[start] as Strip).height
}
