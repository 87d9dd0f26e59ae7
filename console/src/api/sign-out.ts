/** Functions that clear data held outside the query cache when the operator signs out. */
const forgetting = new Set<() => void>()

/** Registers a function that clears data when the operator signs out. */
export function onSignOut(forget: () => void): void {
  forgetting.add(forget)
}

/** Clears the data of all registered functions. */
export function forgetOnSignOut(): void {
  for (const forget of forgetting) forget()
}
