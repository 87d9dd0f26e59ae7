/** The dialog with the keyboard shortcuts. */
import { useState } from 'react'
import { useSession } from '../api/session.tsx'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Check } from '../components/field.tsx'
import { Keys } from './keys.tsx'
import { pagesFor } from './navigation.ts'
import { setSingleKeys, singleKeysOn } from './shortcut-settings.ts'

type Shortcut = readonly [keys: readonly string[], does: string]

const ANYWHERE: readonly Shortcut[] = [
  [['Ctrl', 'K'], 'Open the command palette'],
  [['?'], 'Show this list'],
  [['Esc'], 'Close a dialog'],
]

const LISTS: readonly Shortcut[] = [
  [['/'], 'Search the list'],
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open the row'],
]

const DESK: readonly Shortcut[] = [[['Ctrl', 'Enter'], 'Place the order']]

/** A dialog with all shortcuts. Those without Ctrl can be turned off. */
export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const session = useSession()
  const [on, setOn] = useState(singleKeysOn)
  const pages = pagesFor(session).map(({ key, name }): Shortcut => [['g', key], `Go to ${name}`])
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className="shortcut-groups">
        <Group title="On every page" shortcuts={ANYWHERE} />
        <Group title="Go to a page: g, then a letter" shortcuts={pages} />
        <Group title="In lists of orders and reports" shortcuts={LISTS} />
        <Group title="On the order desk" shortcuts={DESK} />
      </div>
      <div className="dialog-foot">
        <Check
          label="Use single-key shortcuts"
          checked={on}
          onCheck={(next) => {
            setSingleKeys(next)
            setOn(next)
          }}
        />
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}

interface GroupProps {
  readonly title: string
  readonly shortcuts: readonly Shortcut[]
}

function Group({ title, shortcuts }: GroupProps) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className="shortcuts">
        {shortcuts.map(([keys, does]) => (
          <div key={does}>
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
