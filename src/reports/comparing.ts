/** Comparing texts of bureaus, for finding what is the same and for putting it in order. */

/** A name or number in capital letters and digits only. */
export function plainName(name: string | undefined): string {
  return name === undefined ? '' : name.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

/** Orders texts by their code units, the same on every machine. Absent ones come first. */
export function compareText(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0
  return (a ?? '') < (b ?? '') ? -1 : 1
}
