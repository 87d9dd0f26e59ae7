/** How a comparison words a change. */

/** `+12` or `−3`; nothing where a side is absent or both are equal. */
export function changeText(
  one: number | undefined,
  other: number | undefined,
  textOf: (value: number) => string = String,
): string {
  if (one === undefined || other === undefined || one === other) return ''
  return `${other > one ? '+' : '−'}${textOf(Math.abs(other - one))}`
}

/** `3 only in the second report, 15 only in the first`. */
export function onlyText(first: number, second: number): string {
  return [[second, 'second'] as const, [first, 'first'] as const]
    .filter(([count]) => count > 0)
    .map(([count, side], index) => `${count} only in the ${side}${index === 0 ? ' report' : ''}`)
    .join(', ')
}

const SEPARATOR = /(, |; | · )/

/** The parts of a text, each with whether the other side lacks it. */
export function markedParts(
  text: string,
  other: string,
): readonly (readonly [part: string, isMarked: boolean])[] {
  const known = new Set(other.split(SEPARATOR))
  return text
    .split(SEPARATOR)
    .map((part) => [part, !known.has(part) && !SEPARATOR.test(part)] as const)
}
