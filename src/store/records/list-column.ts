/** Lists that rows keep as JSON. */

/**
 * Such a list. Empty where someone has edited the row into what is no list: one row must not keep a
 * page of others from being shown, and the check of the audit trail finds the edit.
 */
export function listIn<T>(text: string): readonly T[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}
