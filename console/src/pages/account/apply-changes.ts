/**
 * Applies the changes from `base` to `draft` to the saved value, so that changes that others saved
 * meanwhile are not lost.
 */
export function applyChanges<T>(base: T, draft: T, saved: T): T {
  if (JSON.stringify(base) === JSON.stringify(draft)) return saved
  if (!isFields(base) || !isFields(draft) || !isFields(saved)) return draft
  const names = [...new Set([...Object.keys(saved), ...Object.keys(draft)])]
  const entries = names.map(
    (name) => [name, applyChanges(base[name], draft[name], saved[name])] as const,
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as T
}

/** Objects are merged field by field; a list is replaced as a whole. */
function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
