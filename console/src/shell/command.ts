/** A command of the palette, and how it matches a text. */
import type { IconName } from '../components/icons.tsx'

/** A command that the palette runs when it is selected. */
export interface Command {
  readonly name: string
  readonly icon: IconName
  readonly run: () => void
  /** The text that is matched instead of the name. */
  readonly called?: string
  /** Further words that the command matches. */
  readonly also?: string
  /** The shortcut for the command. */
  readonly keys?: readonly string[]
}

/** Commands below a heading. */
export type CommandGroup = readonly [title: string, commands: readonly Command[]]

/** Returns whether each word of a text occurs in the name or the further words of a command. */
export function matches({ name, called = name, also = '' }: Command, text: string): boolean {
  const known = `${called} ${also}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => known.includes(word))
}
