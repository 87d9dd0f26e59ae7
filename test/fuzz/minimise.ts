/** Makes an input that shows a fault as small as it can be without the fault going away. */

/** How often a smaller input is tried at most. */
const TRIES_MAX = 4_000

/** Delta debugging: leaves out ever smaller parts for as long as `shows` holds, until none can go. */
export async function minimised(
  bytes: Buffer,
  shows: (smaller: Buffer) => Promise<boolean>,
): Promise<Buffer> {
  let smallest = bytes
  let before = bytes.length + 1
  let tries = 0
  while (smallest.length < before) {
    before = smallest.length
    for (let size = before; size >= 1; size = Math.floor(size / 2)) {
      for (let at = 0; at < smallest.length && tries < TRIES_MAX; ) {
        const smaller = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + size)])
        tries += 1
        if (await shows(smaller)) smallest = smaller
        else at += size
      }
    }
  }
  return smallest
}
