/** Detects whether a person is using the page. Background requests do not extend the session. */

/** How long after a key, a click or a scroll a request counts as caused by a person. */
const ACTIVE_MS = 30_000

let lastInputAt = Date.now()

for (const type of ['keydown', 'pointerdown', 'wheel', 'touchmove']) {
  const options = { capture: true, passive: true }
  window.addEventListener(type, () => (lastInputAt = Date.now()), options)
}

/** Returns whether the page has had no input for longer than `ACTIVE_MS`. */
export function isUnattended(): boolean {
  return Date.now() - lastInputAt > ACTIVE_MS
}
