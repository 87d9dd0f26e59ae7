/** Who runs a command, for the audit trail. */
import { userInfo } from 'node:os'
import type { Actor } from '../store/audit/entry.ts'

/** The system user who runs this command; a user without a name is known by number. */
export function commandActor(): Actor {
  return { kind: 'command', name: userName() }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
