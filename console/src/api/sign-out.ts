/** What pages keep beside the queries, and forget when the operator signs out. */
const forgetting = new Set<() => void>()

/** Adds what is to be forgotten. */
export function onSignOut(forget: () => void): void {
  forgetting.add(forget)
}

/** Forgets it. */
export function forgetOnSignOut(): void {
  for (const forget of forgetting) forget()
}
