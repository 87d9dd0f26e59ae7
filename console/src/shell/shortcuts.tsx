/** The keyboard shortcuts of every page, and the button of the command palette. */
import { type ComponentType, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../api/session.tsx'
import { Button } from '../components/button.tsx'
import { useToast } from '../components/toast.tsx'
import { pagesFor } from './navigation.ts'
import {
  onShellDialog,
  openShellDialog,
  type ShellDialogName,
  singleKeysOn,
} from './shortcut-settings.ts'

/** A dialog of the shell. Its code is fetched when it is first opened. */
type ShellDialog = ComponentType<{ readonly onClose: () => void }>

const DIALOGS: Readonly<Record<ShellDialogName, () => Promise<ShellDialog>>> = {
  palette: async () => (await import('./command-palette.tsx')).CommandPalette,
  password: async () => (await import('./change-password.tsx')).ChangePassword,
  secondFactor: async () => (await import('./second-factor.tsx')).SecondFactorDialog,
  help: async () => (await import('./shortcut-help.tsx')).ShortcutHelp,
}

/** The button that opens the command palette. */
export function PaletteButton() {
  return (
    <Button icon="search" aria-keyshortcuts="Control+K" onClick={() => openShellDialog('palette')}>
      <span className="grow">Go to…</span>
      <kbd>Ctrl K</kbd>
    </Button>
  )
}

/** Listens for the shortcuts and renders the dialogs that they open. */
export function Shortcuts() {
  const [dialog, setDialog] = useState<{ readonly Shown: ShellDialog }>()
  const toast = useToast()
  const open = useCallback(
    (name: ShellDialogName) => {
      DIALOGS[name]().then(
        (Shown) => setDialog({ Shown }),
        () => toast('Cannot reach the service. Check your connection and try again.', 'bad'),
      )
    },
    [toast],
  )
  useSingleKeys()
  // This runs before the browser paints, so that a key works as soon as the page is visible.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (!isDialogOpen()) open('palette')
    }
    window.addEventListener('keydown', onKey)
    const stop = onShellDialog(open)
    return () => {
      window.removeEventListener('keydown', onKey)
      stop()
    }
  }, [open])
  return dialog && <dialog.Shown onClose={() => setDialog(undefined)} />
}

/** How long after `g` the next key selects a page. */
const SEQUENCE_MS = 1_500

const ACTIONS: Readonly<Record<string, () => void>> = {
  '?': () => openShellDialog('help'),
  '/': focusSearch,
  j: () => focusRow(1),
  k: () => focusRow(-1),
}

/** Handles `?`, `/`, `j`, `k`, and `g` followed by the key of a page. */
function useSingleKeys(): void {
  const session = useSession()
  const [, go] = useLocation()
  const begunAt = useRef(0)
  useLayoutEffect(() => {
    const actionOf = (key: string) => {
      const isSecond = Date.now() - begunAt.current < SEQUENCE_MS
      begunAt.current = key === 'g' ? Date.now() : 0
      const page = isSecond ? pagesFor(session).find((each) => each.key === key) : undefined
      return page === undefined ? ACTIONS[key] : () => go(page.path)
    }
    const onKey = (event: KeyboardEvent) => {
      if (isForOthers(event)) return
      const action = actionOf(event.key)
      if (action === undefined) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [session, go])
}

/** Returns whether a key is not a shortcut: with a modifier, typed into a field, or in a dialog. */
function isForOthers({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || !singleKeysOn() || isDialogOpen()) return true
  return target instanceof HTMLElement && target.matches('input, select, textarea')
}

function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null
}

function focusSearch(): void {
  document.querySelector<HTMLElement>('main input[type="search"]')?.focus()
}

/** Focuses the link of the next or previous row of a list. */
function focusRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('main tr.opens .stretched')]
  const now = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
  const next = now === -1 ? 0 : Math.min(links.length - 1, Math.max(0, now + step))
  links[next]?.focus()
}
