/** Light, dark, or as the system has it: remembered in this browser. */
import { useSyncExternalStore } from 'react'

const CHOICES = ['system', 'light', 'dark'] as const

/** A choice of theme. */
export type Theme = (typeof CHOICES)[number]

const KEY = 'trimerge-theme'
const listeners = new Set<() => void>()

function chosen(): Theme {
  const stored = localStorage.getItem(KEY)
  return CHOICES.find((choice) => choice === stored) ?? 'system'
}

/** Puts the remembered theme on the page. */
export function applyTheme(): void {
  const theme = chosen()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

function choose(theme: Theme): void {
  localStorage.setItem(KEY, theme)
  applyTheme()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The theme, and how to choose another. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, chosen), choose]
}
