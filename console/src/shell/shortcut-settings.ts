/** State that the parts of the shell share: which dialog to open, and which shortcuts are on. */

/** The dialogs of the shell. */
export type ShellDialogName = 'palette' | 'help' | 'password' | 'secondFactor'

const OPEN_EVENT = 'trimerge-open'

/** Opens a dialog of the shell. */
export function openShellDialog(name: ShellDialogName): void {
  window.dispatchEvent(new CustomEvent(OPEN_EVENT, { detail: name }))
}

/** Calls `open` when a dialog is to be opened. Returns a function that stops this. */
export function onShellDialog(open: (name: ShellDialogName) => void): () => void {
  const listener = (event: Event) => open((event as CustomEvent<ShellDialogName>).detail)
  window.addEventListener(OPEN_EVENT, listener)
  return () => window.removeEventListener(OPEN_EVENT, listener)
}

const KEY = 'trimerge-single-keys'

/**
 * Returns whether single-key shortcuts are on. Speech input and accidental key presses can trigger
 * them, so they can be turned off.
 */
export function singleKeysOn(): boolean {
  return localStorage.getItem(KEY) !== 'off'
}

/** Turns single-key shortcuts on or off in this browser. */
export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, 'off')
}
