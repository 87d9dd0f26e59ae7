/** Keys as they are drawn in lists of shortcuts. */

/** The keys to press, one after the other or together. */
export function Keys({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="keys">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}
