/** Colours of what commands print: on a terminal only, and never where NO_COLOR is set. */
import { styleText } from 'node:util'
import { io } from './io.ts'

type Style = 'bold' | 'cyan' | 'green' | 'red' | 'yellow'

/** Whether output is coloured (https://no-color.org). */
export function isColored(): boolean {
  const { isTerminal, environment } = io()
  if (environment.NO_COLOR !== undefined && environment.NO_COLOR !== '') return false
  if (environment.FORCE_COLOR !== undefined && environment.FORCE_COLOR !== '0') return true
  return isTerminal && environment.TERM !== 'dumb'
}

/** A text in a style, where output is coloured. */
export function painted(style: Style, text: string): string {
  return isColored() ? styleText(style, text, { validateStream: false }) : text
}

/** A state of an order in its colour. */
export function paintedState(state: string, text = state): string {
  if (state === 'done') return painted('green', text)
  return painted(state === 'running' ? 'yellow' : 'red', text)
}
