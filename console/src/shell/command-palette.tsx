/** The command palette, which finds identifiers, actions, pages and searches as the user types. */
import { type KeyboardEvent, useId, useState } from 'react'
import { Dialog } from '../components/dialog.tsx'
import { Icon } from '../components/icons.tsx'
import type { Command, CommandGroup } from './command.ts'
import { useCommandGroups } from './commands.ts'
import { Keys } from './keys.tsx'

/** A dialog that finds a command. The typed text is not in the URL, because it can be a name. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const groups = useCommandGroups(text.trim())
  const commands = groups.flatMap(([, members]) => members)
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    onClose()
    command.run()
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChosen((chosen + step + commands.length) % Math.max(1, commands.length))
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      run(commands[chosen])
    }
  }
  return (
    <Dialog title="Command palette" className="palette" onClose={onClose}>
      <div className="search-box">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Page, action, identifier or search"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={commands.length === 0 ? undefined : `${id}-${chosen}`}
          autoComplete="off"
          spellCheck={false}
          placeholder="Page, action, account, person or ID"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKey}
        />
      </div>
      <div role="listbox" id={`${id}-list`} aria-label="Commands" className="palette-list">
        {groups.map((group) => (
          <Group key={group[0]} {...{ group, commands, chosen, id, run }} />
        ))}
      </div>
      <p className="palette-keys muted small">
        <Keys keys={['↑', '↓']} /> to choose
        <Keys keys={['Enter']} /> to open
        <Keys keys={['Esc']} /> to close
      </p>
    </Dialog>
  )
}

interface GroupProps {
  readonly group: CommandGroup
  /** The commands of all groups, in the order in which the arrow keys select them. */
  readonly commands: readonly Command[]
  readonly chosen: number
  readonly id: string
  readonly run: (command: Command) => void
}

function Group({ group: [title, members], commands, chosen, id, run }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
    <div role="group" aria-label={title}>
      <p className="nav-title" aria-hidden="true">
        {title}
      </p>
      {members.map((command) => {
        const index = commands.indexOf(command)
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input, which has the focus
          <div
            key={command.name}
            role="option"
            id={`${id}-${index}`}
            aria-selected={index === chosen}
            tabIndex={-1}
            ref={(element) => {
              if (index === chosen) element?.scrollIntoView({ block: 'nearest' })
            }}
            onClick={() => run(command)}
          >
            <Icon name={command.icon} />
            <span>{command.name}</span>
            {command.keys && <Keys keys={command.keys} />}
          </div>
        )
      })}
    </div>
  )
}
