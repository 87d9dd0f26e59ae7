/** Rejects passwords that programs guess first, however long they are (ASVS 6.2.4 and 6.2.11). */

/** The words of the most common passwords, and the words of this service. */
const WORDS = [
  ...['password', 'passwort', 'passw0rd', 'p@ssw0rd', 'passphrase', 'trimerge', 'administrator'],
  ...['admin', 'operator', 'auditor', 'integrator', 'mortgage', 'credit', 'report', 'sandbox'],
  ...['welcome', 'letmein', 'iloveyou', 'changeme', 'secret', 'default', 'monkey', 'dragon'],
  ...['sunshine', 'princess', 'football', 'baseball', 'superman', 'master', 'login', 'test'],
  ...['1q2w3e4r5t6y', '1qaz2wsx3edc4rfv', '1qaz2wsx', 'q1w2e3r4', 'zaq12wsx'],
]
/** The rows of keyboards, the alphabet and the digits, which people type in either direction. */
const ROWS = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '01234567890123']
const RUN_LENGTH = 4
const RUNS = [...ROWS, ...ROWS.map((row) => [...row].reverse().join(''))].flatMap((row) =>
  Array.from({ length: row.length - RUN_LENGTH + 1 }, (_, at) => row.slice(at, at + RUN_LENGTH)),
)
/** A password with fewer different characters beside common words and runs is easy to guess. */
const DISTINCT_MIN = 5

/**
 * Returns whether a password consists of common words, the name of its user, keyboard rows, repeats
 * and few other characters.
 */
export function isEasyToGuess(password: string, userName: string): boolean {
  const parts = [userName.toLowerCase(), ...WORDS, ...RUNS]
  const rest = parts.reduce((text, part) => text.replaceAll(part, ''), password.toLowerCase())
  return new Set(rest).size < DISTINCT_MIN
}
