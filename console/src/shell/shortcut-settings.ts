/** What the shell's parts say to each other about shortcuts: which dialog opens, and which keys are on. */

/** The dialogs of the shell. */
export type ShellDialogName = 'palette' | 'help' | 'password' | 'secondFactor'

const OPEN_EVENT = 'trimerge-open'

/** Asks for a dialog of the shell. */
export function openShellDialog(name: ShellDialogName): void {
  window.dispatchEvent(new CustomEvent(OPEN_EVENT, { detail: name }))
}

/** Calls back when a dialog is asked for. Returns what ends that. */
export function onShellDialog(open: (name: ShellDialogName) => void): () => void {
  const listener = (event: Event) => open((event as CustomEvent<ShellDialogName>).detail)
  window.addEventListener(OPEN_EVENT, listener)
  return () => window.removeEventListener(OPEN_EVENT, listener)
}

const KEY = 'trimerge-single-keys'

/** Whether keys without Ctrl do something: speech input and slipped keys can trigger them. */
export function singleKeysOn(): boolean {
  return localStorage.getItem(KEY) !== 'off'
}

/** Turns the keys without Ctrl on or off, in this browser. */
export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, 'off')
}
