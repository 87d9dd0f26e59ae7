/**
 * Colors of the output of commands. They are used on a terminal, or if FORCE_COLOR is set, and
 * never if NO_COLOR is set.
 */
import { styleText } from 'node:util'
import { io } from './io.ts'

type Style = 'bold' | 'cyan' | 'green' | 'red' | 'yellow'

/** Whether output is colored (https://no-color.org). */
export function isColored(): boolean {
  const { isTerminal, environment } = io()
  if (environment.NO_COLOR !== undefined && environment.NO_COLOR !== '') return false
  if (environment.FORCE_COLOR !== undefined && environment.FORCE_COLOR !== '0') return true
  return isTerminal && environment.TERM !== 'dumb'
}

/** Returns a text in a style if output is colored, else the text itself. */
export function painted(style: Style, text: string): string {
  return isColored() ? styleText(style, text, { validateStream: false }) : text
}

/** Returns the state of an order in its color. */
export function paintedState(state: string, text = state): string {
  if (state === 'done') return painted('green', text)
  return painted(state === 'running' ? 'yellow' : 'red', text)
}
