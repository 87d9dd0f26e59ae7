/** Whether a person is at the page. What a page fetches by itself does not keep a session in use. */

/** How long after a key, a click or a scroll a request counts as caused by a person. */
const ACTIVE_MS = 30_000

let lastInputAt = Date.now()

for (const type of ['keydown', 'pointerdown', 'wheel', 'touchmove']) {
  const options = { capture: true, passive: true }
  window.addEventListener(type, () => (lastInputAt = Date.now()), options)
}

/** Whether the page was left by itself. */
export function isUnattended(): boolean {
  return Date.now() - lastInputAt > ACTIVE_MS
}
