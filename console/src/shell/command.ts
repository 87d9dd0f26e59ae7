/** A command of the palette, and whether a text finds it. */
import type { IconName } from '../components/icons.tsx'

/** Something that the palette does when it is chosen. */
export interface Command {
  readonly name: string
  readonly icon: IconName
  readonly run: () => void
  /** What finds it, where that is not its name. */
  readonly called?: string
  /** Other words that find it. */
  readonly also?: string
  /** The shortcut that does the same. */
  readonly keys?: readonly string[]
}

/** Commands below a heading. */
export type CommandGroup = readonly [title: string, commands: readonly Command[]]

/** Whether each word of a text is in the name of a command or in its other words. */
export function matches({ name, called = name, also = '' }: Command, text: string): boolean {
  const known = `${called} ${also}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => known.includes(word))
}
