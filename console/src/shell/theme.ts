/** The colour theme: light, dark, or the system setting. Stored in this browser. */
import { useSyncExternalStore } from 'react'

const CHOICES = ['system', 'light', 'dark'] as const

/** A theme, or the system setting. */
export type Theme = (typeof CHOICES)[number]

const KEY = 'trimerge-theme'
const listeners = new Set<() => void>()

function storedTheme(): Theme {
  const stored = localStorage.getItem(KEY)
  return CHOICES.find((choice) => choice === stored) ?? 'system'
}

/** Applies the stored theme to the page. */
export function applyTheme(): void {
  const theme = storedTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

function setTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme)
  applyTheme()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the current theme and a function that changes it. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, storedTheme), setTheme]
}
