/** Reduces an input that shows a fault to the smallest one that still shows it. */

/** The maximum number of smaller inputs to try. */
const TRIES_MAX = 4_000

/**
 * Delta debugging: removes ever smaller parts while `shows` holds, until no part can be removed.
 */
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
