/** What was changed from `base` to `draft`, applied to what is saved by now. */
export function applyChanges<T>(base: T, draft: T, saved: T): T {
  if (JSON.stringify(base) === JSON.stringify(draft)) return saved
  if (!isFields(base) || !isFields(draft) || !isFields(saved)) return draft
  const names = [...new Set([...Object.keys(saved), ...Object.keys(draft)])]
  const entries = names.map(
    (name) => [name, applyChanges(base[name], draft[name], saved[name])] as const,
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as T
}

/** Fields are changed one by one, a list as a whole. */
function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
