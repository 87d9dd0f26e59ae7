/** The list of keyboard shortcuts. */
import { useState } from 'react'
import { useSession } from '../api/session.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Check } from '../components/field.tsx'
import { pagesFor } from './navigation.ts'
import { setSingleKeys, singleKeysOn } from './shortcut-settings.ts'

const ANYWHERE: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['Ctrl', 'K'], 'Open the command palette'],
  [['?'], 'Show this list'],
  [['/'], 'Search the list on this page'],
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['Esc'], 'Close a dialog'],
]

/** A dialog with every shortcut, where those without Ctrl can be turned off. */
export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const session = useSession()
  const [on, setOn] = useState(singleKeysOn)
  const pages = pagesFor(session).map(({ key, name }) => [['g', key], `Go to ${name}`] as const)
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="shortcuts">
        {[...ANYWHERE, ...pages].map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Check
        label="Use shortcuts that are single keys"
        checked={on}
        onCheck={(next) => {
          setSingleKeys(next)
          setOn(next)
        }}
      />
    </Dialog>
  )
}
