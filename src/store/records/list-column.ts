/** Lists that are stored as JSON in a column. */

/**
 * Parses such a list. Returns an empty list if the column was edited and no longer contains a list:
 * one bad row must not prevent a page of rows from being shown, and the check of the audit trail
 * finds the edit.
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
